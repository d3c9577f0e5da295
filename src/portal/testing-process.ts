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

/** The address of a test's database, as an operator writes it. */
export const databaseUrl = ({ user, host, port, database }: pg.PoolConfig): string =>
  `postgres://${user}@localhost/${database}?host=${encodeURIComponent(String(host))}&port=${port}`

export interface PortalProcess {
  child: ChildProcess
  address: string
  stop(): Promise<void>
}

/** Whom a supervisor tells to stop: the program, npm that started it, or all of them at once. */
export type SignalTarget = 'process' | 'npm' | 'group'

/** A portal in a process of its own, once it is ready; where it ends before that, what it said is the error. */
export const startProcess = async (
  environment: Record<string, string>,
  told: SignalTarget = 'process',
): Promise<PortalProcess> => {
  const folder = await mkdtemp(join(tmpdir(), 'apotheca-process-'))
  const [command, args] = told === 'process' ? [process.execPath, ['src/portal/main.ts']] : ['npm', ['start']]
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
    // What npm started outlives a kill of npm.
    if (told === 'process') child.kill('SIGKILL')
    else signal()
    await (told === 'process' ? ended : closed)
    await rm(folder, { recursive: true })
  })
  const said = text(child.stderr)
  for await (const line of createInterface({ input: child.stdout })) {
    const address = /ready at (http:\S+)/.exec(line)?.[1]
    const stop = async () => {
      signal()
      // npm may be gone before what it started.
      await closed
    }
    if (address) return { child, address, stop }
  }
  throw new Error(await said)
}

/** An operator's command in a process of its own, with what it wrote. */
export const spawnCommand = (environment: Record<string, string>, ...args: string[]) =>
  promisify(execFile)(process.execPath, [resolve(import.meta.dirname, 'commands.ts'), ...args], {
    env: { ...process.env, ...environment },
    timeout: 60_000,
  })
