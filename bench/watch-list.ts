import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { setTimeout as pause } from 'node:timers/promises'
import { quantile } from './measure.ts'
import { openBenchConnection } from './open-line.ts'

interface Watched {
  url: string
  path: string
}

/** The pause between two calls: the load of many users, not of one client without pauses. */
const betweenCalls = 100

/**
 * Calls a list ten times a second and returns the p95 of its milliseconds on request. It runs in a worker thread, because the
 * thread that drives the browser is busy, which would count as response time.
 */
export const watchList = (watched: Watched): (() => Promise<number>) => {
  const worker = new Worker(new URL(import.meta.url), { workerData: watched })
  worker.unref()
  const times = new Promise<number[]>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
  // Failures are reported when the times are requested.
  times.catch(() => {})
  return async () => {
    worker.postMessage('stop')
    const sorted = (await times.finally(() => worker.terminate())).toSorted((one, other) => one - other)
    return quantile(sorted, 0.95)
  }
}

const watch = async ({ url, path }: Watched): Promise<void> => {
  const line = openBenchConnection(url)
  const times: number[] = []
  parentPort?.once('message', () => parentPort?.postMessage(times))
  for (;;) {
    const began = performance.now()
    const { status, text } = await line.ask({ path })
    if (status !== 200) throw new Error(`The list returned ${status}: ${text}`)
    times.push(performance.now() - began)
    await pause(betweenCalls)
  }
}

if (!isMainThread) await watch(workerData as Watched) // passed by watchList
