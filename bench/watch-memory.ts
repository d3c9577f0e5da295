import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { pssOf } from './read-usage.ts'

interface Watched {
  server: number
  tabs: number[]
}

/**
 * Looks twice a second at what the server itself, without what it started, and a tab hold, until the most of it in MB is asked
 * for. In a thread of its own: the kernel counts the pages of a large process for tens of milliseconds.
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

const watch = ({ server, tabs }: Watched): void => {
  const most = { server: 0, tab: 0 }
  const look = () => {
    most.server = Math.max(most.server, pssOf(server))
    most.tab = Math.max(most.tab, ...tabs.map(pssOf))
  }
  setInterval(look, 500)
  parentPort?.once('message', () => parentPort?.postMessage(most))
}

if (!isMainThread) watch(workerData as Watched) // what watchMemory hands over
