import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { anonymousOf, pssOf } from './read-usage.ts'

interface Watched {
  server: number
  tabs: number[]
}

/**
 * Samples the memory of the server process (without children) and of a tab twice a second, and returns the peaks in MB
 * on request. It runs in a worker thread, because counting the pages of a large process takes the kernel milliseconds.
 */
export const watchMemory = (watched: Watched): (() => Promise<{ server: number; tab: number }>) => {
  const worker = new Worker(new URL(import.meta.url), { workerData: watched })
  // Lets the process exit after a failure before the result is requested.
  worker.unref()
  return async () => {
    const answer = new Promise<{ server: number; tab: number }>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
    })
    worker.postMessage('stop')
    return answer.finally(() => worker.terminate())
  }
}

/** The interval between full page counts: they block the process's memory allocation and take CPU time. */
const betweenCounts = 10_000

const watch = ({ server, tabs }: Watched): void => {
  const most = { server: 0, tab: 0 }
  const [serverHolds, ...tabsHold] = [server, ...tabs].map(countSeldom)
  const look = () => {
    most.server = Math.max(most.server, serverHolds?.() ?? 0)
    most.tab = Math.max(most.tab, ...tabsHold.map((holds) => holds()))
  }
  setInterval(look, 500)
  parentPort?.once('message', () => parentPort?.postMessage(most))
}

/** A process's memory in MB; between full counts it is estimated from anonymous memory, which the kernel tracks. */
const countSeldom = (id: number) => {
  let countedAt = -Infinity
  let besides = 0
  return () => {
    const anonymous = anonymousOf(id)
    if (performance.now() - countedAt > betweenCounts) {
      countedAt = performance.now()
      besides = pssOf(id) - anonymous
    }
    return anonymous + besides
  }
}

if (!isMainThread) watch(workerData as Watched) // passed by watchMemory
