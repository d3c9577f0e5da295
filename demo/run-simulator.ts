import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'

const main = resolve(import.meta.dirname, '../erp-simulator/main.ts')
const credentials = { user: 'portal', password: 'simulator' }
const secondsBetweenTicks = '20'
const restartMilliseconds = 1_000

interface Simulator {
  url: string
  user: string
  password: string
  stop(): Promise<void>
}

/** Starts the ERP simulator as a process of its own; when it dies it comes back on the same port with its books. */
export const startSimulator = async (folder: string): Promise<Simulator> => {
  let isStopping = false
  let current = spawnSimulator(folder, '0')
  const url = await readyUrl(current)
  const { port } = new URL(url)

  const watch = (child: ChildProcess) =>
    child.once('exit', () => {
      if (isStopping) return
      setTimeout(() => {
        if (isStopping) return
        current = spawnSimulator(folder, port)
        watch(current)
        void readyUrl(current).catch(() => {})
      }, restartMilliseconds).unref()
    })
  watch(current)

  return {
    url,
    ...credentials,
    stop: async () => {
      isStopping = true
      if (current.exitCode !== null || current.signalCode !== null) return
      const ended = new Promise((done) => current.once('exit', done))
      current.kill('SIGTERM')
      await ended
    },
  }
}

/** Detached from the terminal, so that Ctrl-C ends the portal first; its end of our pipe tells it when we are gone. */
const spawnSimulator = (folder: string, port: string): ChildProcess => {
  const initial = resolve(folder, 'initial.json')
  return spawn(process.execPath, [main], {
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
    env: {
      ERP_SIMULATOR_TICK_SECONDS: secondsBetweenTicks,
      ...process.env,
      ERP_SIMULATOR_PORT: port,
      ERP_SIMULATOR_STATE: resolve(folder, 'state'),
      ...(existsSync(initial) && { ERP_SIMULATOR_INITIAL: initial }),
      ERP_SIMULATOR_USER: credentials.user,
      ERP_SIMULATOR_PASSWORD: credentials.password,
      ERP_SIMULATOR_PARENT: '1',
    },
  })
}

const readyUrl = async (child: ChildProcess): Promise<string> => {
  if (!child.stdout) throw new Error('The ERP simulator has no output to read.')
  for await (const line of createInterface({ input: child.stdout })) {
    const ready = JSON.parse(line) as { ready?: boolean; url?: string }
    if (ready.ready && ready.url) return ready.url
  }
  throw new Error('The ERP simulator ended before it was ready.')
}
