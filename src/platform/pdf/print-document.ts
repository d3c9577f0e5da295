import { resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import { Refusal } from '../http/refusal.ts'
import type { ServedFile } from '../http/serve-file.ts'
import { root } from '../root.ts'
import type { Composed } from './document.ts'

const mostForOne = 2
const mostAtOnce = 20
const idleMilliseconds = 60_000

/** Whose documents are being made, from the first question to the database on. */
const making: string[] = []

/**
 * The PDF of what is composed once there is room for it. Setting hundreds of lines takes a processor for seconds: it happens in a
 * thread of its own, one document after the other, and nobody has more than two under way.
 */
export const printDocument = async (userId: string, compose: () => Promise<Composed>): Promise<ServedFile> => {
  if (making.filter((id) => id === userId).length >= mostForOne)
    throw new Refusal(429, 'Two of your documents are being made. Please wait for them.', { retryAfter: 3 })
  if (making.length >= mostAtOnce)
    throw new Refusal(503, 'Many documents are being made. Please try again in a moment.', { retryAfter: 10 })
  making.push(userId)
  try {
    const composed = await compose()
    return { type: 'application/pdf', name: composed.name, content: await inTurn(composed) }
  } finally {
    making.splice(making.indexOf(userId), 1)
  }
}

interface Waiting {
  composed: Composed
  done: (pdf: Uint8Array) => void
  failed: (error: Error) => void
}

/** The first is at work. */
const waiting: Waiting[] = []
let thread: Worker | null = null
let ending: NodeJS.Timeout | undefined

const inTurn = (composed: Composed): Promise<Uint8Array> =>
  new Promise((done, failed) => {
    waiting.push({ composed, done, failed })
    if (waiting.length === 1) begin()
  })

const begin = (): void => {
  clearTimeout(ending)
  const [first] = waiting
  if (first) {
    thread ??= openThread()
    thread.ref()
    thread.postMessage(first.composed)
  } else if (thread) {
    const idle = thread
    idle.unref()
    ending = setTimeout(() => {
      thread = null
      void idle.terminate()
    }, idleMilliseconds).unref()
  }
}

const openThread = (): Worker => {
  const isBuilt = import.meta.filename.endsWith('.js')
  const file = isBuilt ? 'dist/server/print-worker.js' : 'src/portal/print-worker.ts'
  const opened = new Worker(resolve(root, file), { resourceLimits: { maxOldGenerationSizeMb: 256 } })
  opened.on('message', (pdf: Uint8Array) => {
    waiting.shift()?.done(pdf)
    begin()
  })
  opened.on('error', (error: Error) => {
    thread = null
    waiting.shift()?.failed(error)
    begin()
  })
  return opened
}
