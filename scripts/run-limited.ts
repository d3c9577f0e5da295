import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { houseRoot } from './house/read-house.ts'

interface Limits {
  /** Aborts the program if it has not finished. */
  limit: AbortSignal
  /** The time it gets to shut down after the first signal. */
  graceMilliseconds?: number
  environment?: Record<string, string>
}

/**
 * Runs a project program in a process group with its own temporary folder. At the limit the program and everything it
 * started is ended; the folder is always removed.
 */
export const runLimited = async (
  args: readonly string[],
  { limit, graceMilliseconds = 20_000, environment = {} }: Limits,
): Promise<'passed' | 'failed' | 'cut short'> => {
  const place = await mkdtemp(join(tmpdir(), 'prove-'))
  // As root, databases and installations run as nobody and write there too.
  await chmod(place, 0o1777)
  const child = spawn(process.execPath, args, {
    cwd: houseRoot,
    env: { ...process.env, ...environment, TMPDIR: place },
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const ended = once(child, 'exit')
  try {
    await Promise.race([ended, aborted(limit)])
    const isCutShort = child.exitCode === null && child.signalCode === null
    if (isCutShort) {
      signalGroup(child, 'SIGTERM')
      await Promise.race([ended, pause(graceMilliseconds, null, { ref: false })])
    }
    signalGroup(child, 'SIGKILL')
    if (isCutShort || child.exitCode !== 0) await endRest(place, graceMilliseconds)
    return isCutShort ? 'cut short' : child.exitCode === 0 ? 'passed' : 'failed'
  } finally {
    // An aborted program may have left a read-only folder.
    await promisify(execFile)('chmod', ['-R', 'u+w', place]).catch(() => {})
    await rm(place, { recursive: true, force: true, maxRetries: 5 })
  }
}

const aborted = (limit: AbortSignal): Promise<unknown> | null => (limit.aborted ? null : once(limit, 'abort'))

const signalGroup = ({ pid }: ChildProcess, signal: NodeJS.Signals): void => {
  if (pid) send(-pid, signal)
}

const send = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal)
  } catch {
    // It has exited in the meantime.
  }
}

/** PostgreSQL, simulators and cluster nodes have separate process groups, so they are found by the folder they use. */
const endRest = async (place: string, graceMilliseconds: number): Promise<void> => {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    for (const until = Date.now() + graceMilliseconds; Date.now() < until; await pause(100)) {
      const rest = await processesIn(place)
      if (rest.length === 0) return
      for (const pid of rest) send(pid, signal)
    }
  }
}

/** Works only on Linux; elsewhere it finds none. */
const processesIn = async (place: string): Promise<number[]> => {
  const names = await readdir('/proc').catch(() => [])
  const pids = names.map(Number).filter((pid) => pid > 0 && pid !== process.pid)
  const isThere = await Promise.all(pids.map(async (pid) => (await namedBy(pid)).includes(place)))
  return pids.filter((_, at) => isThere[at])
}

const namedBy = async (pid: number): Promise<string> => {
  const read = [readFile(`/proc/${pid}/environ`, 'utf8'), readFile(`/proc/${pid}/cmdline`, 'utf8')]
  const told = await Promise.allSettled([...read, readlink(`/proc/${pid}/cwd`)])
  return told.map((one) => (one.status === 'fulfilled' ? one.value : '')).join('\0')
}
