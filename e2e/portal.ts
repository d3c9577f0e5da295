import { spawn, type ChildProcess } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { lastingPort } from './lasting-port.ts'

const root = resolve(import.meta.dirname, '..')

/** A whole portal as an operator starts it: demo data, embedded database, the ERP simulator beside it. */
export interface RunningPortal {
  url: string
  /** The simulator's control port. */
  control: string
  /** Ends the portal's process at once, as a power cut would. */
  kill(): Promise<void>
  /** Starts it again on the same data and the same port. */
  start(): Promise<void>
  stop(): Promise<void>
}

export const startPortal = async (environment: Record<string, string> = {}): Promise<RunningPortal> => {
  const folder = await mkdtemp(join(tmpdir(), 'apotheca-e2e-'))
  // As root the database runs as nobody, who must be able to pass through.
  await chmod(folder, 0o711)
  const port = await lastingPort()
  const controlPort = await lastingPort()
  let child: ChildProcess | null = null

  const start = async () => {
    child = spawn(process.execPath, ['dist/server/main.js'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        PORT: String(port),
        DATA_DIR: folder,
        DEMO: '1',
        RATE_LIMITS: '0',
        LOG_LEVEL: 'error',
        ERP_SETTLE_SECONDS: '2',
        ERP_SIMULATOR_CONTROL_PORT: String(controlPort),
        ...environment,
      },
    })
    await readyLine(child)
  }

  const end = async (signal: NodeJS.Signals) => {
    const ending = child
    child = null
    if (!ending || ending.exitCode !== null) return
    const ended = new Promise((done) => ending.once('exit', done))
    ending.kill(signal)
    await ended
  }

  await start()
  return {
    url: `http://127.0.0.1:${port}`,
    control: `http://127.0.0.1:${controlPort}`,
    start,
    kill: () => end('SIGKILL'),
    stop: async () => {
      await end('SIGTERM')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const readyLine = async (child: ChildProcess): Promise<void> => {
  if (!child.stdout) throw new Error('The portal has no output to read.')
  for await (const line of createInterface({ input: child.stdout })) if (line.startsWith('Apotheca is ready')) return
  throw new Error('The portal ended before it was ready.')
}
