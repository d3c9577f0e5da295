import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { anonymousOf, pssOf } from './read-usage.ts'

interface Watched {
  server: number
  tabs: number[]
}

/**
 * Looks twice a second at what the server itself, without what it started, and a tab hold, until the most of it in MB is asked
 * for. In a thread of its own: the kernel counts the pages of a large process for milliseconds.
 */
export const watchMemory = (watched: Watched): (() => Promise<{ server: number; tab: number }>) => {
  const worker = new Worker(new URL(import.meta.url), { workerData: watched })
  // What fails before it is asked must be able to end.
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

/** Between two times that all pages of a process are counted: it waits meanwhile for memory, and a processor is taken from it. */
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

/** What a process holds, in MB: in between two counts by its anonymous memory, of which the kernel keeps the sum. */
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

if (!isMainThread) watch(workerData as Watched) // what watchMemory hands over
