import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'

const main = resolve(import.meta.dirname, '../erp-stand-in/main.ts')
const credentials = { user: 'portal', password: 'stand-in' }
const secondsBetweenTicks = '20'
const restartMilliseconds = 1_000

interface StandIn {
  url: string
  user: string
  password: string
  stop(): Promise<void>
}

/** Starts the ERP stand-in as a process of its own; when it dies it comes back on the same port with its books. */
export const startStandIn = async (folder: string): Promise<StandIn> => {
  let isStopping = false
  let current = spawnStandIn(folder, '0')
  const url = await readyUrl(current)
  const { port } = new URL(url)

  const watch = (child: ChildProcess) =>
    child.once('exit', () => {
      if (isStopping) return
      setTimeout(() => {
        if (isStopping) return
        current = spawnStandIn(folder, port)
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
const spawnStandIn = (folder: string, port: string): ChildProcess => {
  const initial = resolve(folder, 'initial.json')
  return spawn(process.execPath, [main], {
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
    env: {
      ERP_STAND_IN_TICK_SECONDS: secondsBetweenTicks,
      ...process.env,
      ERP_STAND_IN_PORT: port,
      ERP_STAND_IN_STATE: resolve(folder, 'state'),
      ...(existsSync(initial) && { ERP_STAND_IN_INITIAL: initial }),
      ERP_STAND_IN_USER: credentials.user,
      ERP_STAND_IN_PASSWORD: credentials.password,
      ERP_STAND_IN_PARENT: '1',
    },
  })
}

const readyUrl = async (child: ChildProcess): Promise<string> => {
  if (!child.stdout) throw new Error('The ERP stand-in has no output to read.')
  for await (const line of createInterface({ input: child.stdout })) {
    const ready = JSON.parse(line) as { ready?: boolean; url?: string }
    if (ready.ready && ready.url) return ready.url
  }
  throw new Error('The ERP stand-in ended before it was ready.')
}
