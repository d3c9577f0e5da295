import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { simulatedErp, startSimulator } from '../demo/run-simulator.ts'
import { listenBefore } from './listen-before.ts'
import { cloneTemplate, readTemplate } from './template.ts'

const root = resolve(import.meta.dirname, '..')

/**
 * A complete portal with the demo, as an operator runs it: two database roles, a sealed audit trail, and the ERP
 * simulator beside it.
 */
export interface RunningPortal {
  url: string
  /** The control port of the simulator. */
  control: string
  /** Kills the process of the portal, like a power cut. */
  kill(): Promise<void>
  /** Starts it again with the same data and at the same address. */
  start(): Promise<void>
  stop(): Promise<void>
}

/** `settings` are added to those of all portals; HOST is the name in its address. */
export const startPortal = async ({
  HOST = '127.0.0.1',
  ...settings
}: Record<string, string> = {}): Promise<RunningPortal> => {
  const template = readTemplate()
  const folder = await mkdtemp(join(tmpdir(), 'apotheca-journey-'))
  const books = join(folder, 'erp-simulator')
  await mkdir(books)
  await copyFile(template.books, join(books, 'initial.json'))
  const [database, simulator, entrance] = await Promise.all([
    cloneTemplate(template),
    startSimulator(books, { ERP_SIMULATOR_CONTROL_PORT: '0' }),
    listenBefore(),
  ])
  const url = `http://${HOST}:${entrance.port}`
  let child: ChildProcess | null = null

  const start = async () => {
    child = spawn(process.execPath, ['dist/server/main.js'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        PORT: '0',
        PUBLIC_URL: url,
        DATA_DIR: folder,
        DATABASE_URL: database.url,
        REFUSE_OWNER: '1',
        TRAIL_KEY: 'the-one-key-of-all-journeys-and-of-nothing-else',
        DEMO: '1',
        RATE_LIMITS: '0',
        LOG_LEVEL: 'error',
        ERP_SETTLE_SECONDS: '2',
        ...simulatedErp(simulator),
        ...settings,
      },
    })
    entrance.leadTo(await readPort(child))
  }

  const end = async (signal: NodeJS.Signals) => {
    const ending = child
    child = null
    entrance.leadTo(null)
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
    const ended = once(ending, 'exit')
    ending.kill(signal)
    await ended
  }

  await start()
  return {
    url,
    control: simulator.control ?? '',
    start,
    kill: () => end('SIGKILL'),
    stop: async () => {
      await end('SIGTERM')
      await Promise.all([entrance.close(), simulator.stop(), database.remove()])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The port that it listens on, once it is ready. */
const readPort = async (child: ChildProcess): Promise<number> => {
  if (!child.stdout) throw new Error('The portal has no output to read.')
  for await (const line of createInterface({ input: child.stdout })) {
    const port = /^Apotheca is ready at .*:(\d+)\)$/.exec(line)?.[1]
    if (port) return Number(port)
  }
  throw new Error('The portal ended before it was ready.')
}
