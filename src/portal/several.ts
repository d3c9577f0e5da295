import cluster, { type Worker } from 'node:cluster'
import type { Config } from '#platform/config.ts'

const configName = 'PORTAL_CONFIG'
const waitMilliseconds = 1_000

/** The settings that the first process settled, in a process that it started to share the port; null in the first. */
export const givenConfig = (): Config | null => {
  const text = cluster.isWorker ? process.env[configName] : undefined
  delete process.env[configName]
  // Written by startSeveral below.
  return text ? (JSON.parse(text) as Config) : null
}

/** Tells the first process where this one listens. */
export const tellReady = (address: string): void => void process.send?.({ ready: address })

export interface Several {
  /** Where they listen; comes when all of them do. */
  address: Promise<string>
  stop(): Promise<void>
}

/** Starts the processes that share the port; one that dies is started again. */
export const startSeveral = (config: Config, count: number): Several => {
  let isStopping = false
  const said = Promise.withResolvers<string>()
  let waiting = count
  const running = new Set<Worker>()

  const start = () => {
    if (isStopping) return
    const worker = cluster.fork({ [configName]: JSON.stringify(config) })
    running.add(worker)
    let wasReady = false
    worker.on('message', (message: { ready?: string }) => {
      if (!message.ready) return
      wasReady = true
      if (--waiting === 0) said.resolve(message.ready)
    })
    worker.once('exit', (code) => {
      running.delete(worker)
      said.reject(new Error(`A process of the portal ended with ${code} before it was ready.`))
      if (!isStopping) setTimeout(start, wasReady ? 0 : waitMilliseconds)
    })
  }
  for (let at = 0; at < count; at++) start()

  return {
    address: said.promise,
    stop: async () => {
      isStopping = true
      await Promise.all(
        [...running].map(
          (worker) =>
            new Promise<void>((done) => {
              worker.once('exit', () => done())
              worker.process.kill('SIGTERM')
            }),
        ),
      )
    },
  }
}
