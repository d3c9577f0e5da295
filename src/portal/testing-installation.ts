import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after } from 'node:test'
import { readConfig } from '#platform/config.ts'
import { command } from './commands.ts'
import { type StartedPortal, launchPortal } from './run-portal.ts'

interface Output {
  stdout: string
  stderr: string
}

/** The rejection of a command with a nonzero exit code. */
export class CommandFailed extends Error {
  readonly code: number
  readonly stdout: string
  readonly stderr: string

  constructor(code: number, { stdout, stderr }: Output) {
    super(stderr || stdout)
    this.code = code
    this.stdout = stdout
    this.stderr = stderr
  }
}

/** Runs an operator command in this process with only these settings, and returns its output. */
export const runCommand = (environment: Record<string, string>, ...args: string[]): Promise<Output> =>
  answerCommand('', environment, ...args)

/** The same with this text as standard input. */
export const answerCommand = async (
  input: string,
  environment: Record<string, string>,
  ...args: string[]
): Promise<Output> => {
  const output = { stdout: '', stderr: '' }
  const code = await command(args, environment, {
    input: Readable.from(input ? [Buffer.from(input)] : []),
    out: (text) => void (output.stdout += text),
    err: (text) => void (output.stderr += text),
  })
  if (code !== 0) throw new CommandFailed(code, output)
  return output
}

/** Starts a portal in this process with only these settings; it stops with the test. */
export const openPortal = async (environment: Record<string, string>): Promise<StartedPortal> => {
  const folder = await mkdtemp(join(tmpdir(), 'apotheca-portal-'))
  const opening = launchPortal(readConfig({ PORT: '0', LOG_LEVEL: 'silent', DATA_DIR: folder, ...environment }))
  after(async () => {
    await opening.then(
      ({ stop }) => stop(),
      () => {},
    )
    await rm(folder, { recursive: true })
  })
  return opening
}
