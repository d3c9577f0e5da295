import { parentPort } from 'node:worker_threads'
import { type Composed, composePdf } from '#platform/pdf/document.ts'

// What fails ends the thread: whoever waits is told, and the next document has a new one.
parentPort?.on('message', async (composed: Composed) => {
  parentPort?.postMessage(await composePdf(composed))
})
