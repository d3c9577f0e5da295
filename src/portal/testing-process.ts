import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { after } from 'node:test'
import { promisify } from 'node:util'
import type pg from 'pg'

const root = resolve(import.meta.dirname, '../..')

/** The connection string of a test database. */
export const databaseUrl = ({ user, host, port, database }: pg.PoolConfig): string =>
  `postgres://${user}@localhost/${database}?host=${encodeURIComponent(String(host))}&port=${port}`

export interface PortalProcess {
  child: ChildProcess
  address: string
  stop(): Promise<void>
}

/** Recipient of the stop signal: the program, from its sources or built, npm that started it, or the whole group. */
export type SignalTarget = 'process' | 'built' | 'npm' | 'group'

/** Starts a portal in a separate process and resolves when it is ready; rejects with its output if it exits. */
export const startProcess = async (
  environment: Record<string, string>,
  told: SignalTarget = 'process',
): Promise<PortalProcess> => {
  const folder = await mkdtemp(join(tmpdir(), 'apotheca-process-'))
  const isDirect = told === 'process' || told === 'built'
  const program = told === 'built' ? 'dist/server/main.js' : 'src/portal/main.ts'
  const [command, args] = isDirect ? [process.execPath, [program]] : ['npm', ['start']]
  const child = spawn(command, args, {
    cwd: root,
    detached: told === 'group',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PORT: '0', LOG_LEVEL: 'silent', DATA_DIR: folder, ...environment },
  })
  const ended = once(child, 'exit')
  const closed = once(child, 'close')
  const signal = () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    if (told === 'group' && child.pid) process.kill(-child.pid, 'SIGTERM')
    else child.kill('SIGTERM')
  }
  after(async () => {
    // Killing npm does not kill its child.
    if (isDirect) child.kill('SIGKILL')
    else signal()
    await (isDirect ? ended : closed)
    await rm(folder, { recursive: true })
  })
  const said = text(child.stderr)
  for await (const line of createInterface({ input: child.stdout })) {
    const address = /ready at (http:\S+)/.exec(line)?.[1]
    const stop = async () => {
      signal()
      // npm may exit before its child.
      await closed
    }
    if (address) return { child, address, stop }
  }
  throw new Error(await said)
}

/** Runs an operator command in a separate process and returns its output. */
export const spawnCommand = (environment: Record<string, string>, ...args: string[]) =>
  promisify(execFile)(process.execPath, [resolve(import.meta.dirname, 'commands.ts'), ...args], {
    env: { ...process.env, ...environment },
    timeout: 60_000,
  })
