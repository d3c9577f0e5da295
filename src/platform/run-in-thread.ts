import { resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import { Refusal } from './http/refusal.ts'
import { root } from './root.ts'

/** What the thread can do, each with what it is given and what it makes; whoever has it done declares it. */
export interface ThreadWork {}

export type Kind = keyof ThreadWork
type Given<K extends Kind> = ThreadWork[K]['given']
type Made<K extends Kind> = ThreadWork[K]['made']

export type Asked = { [K in Kind]: { kind: K; given: Given<K> } }[Kind]
export type Answered = { made: Made<Kind> } | { refused: { status: number; message: string } }

const mostForOne = 2
const mostAtOnce = 20
const idleMilliseconds = 60_000
const mostMilliseconds = 60_000

/** Whose work is under way, from the first question to the database on. */
const underWay: string[] = []

interface Piece<K extends Kind> {
  userId: string
  kind: K
  /** What is made, as a sentence calls it. */
  noun: string
  /** Asks for what the work needs, once there is room for it. */
  prepare: () => Promise<Given<K>>
}

/**
 * Has what takes a processor for seconds done in a thread of its own, one piece after the other; nobody has more than two
 * under way.
 */
export const runInThread = async <K extends Kind>({ userId, kind, noun, prepare }: Piece<K>): Promise<Made<K>> => {
  if (underWay.filter((id) => id === userId).length >= mostForOne)
    throw new Refusal(429, `Two of your ${noun} are being made. Please wait for them.`, { retryAfter: 3 })
  if (underWay.length >= mostAtOnce)
    throw new Refusal(503, `Many ${noun} are being made. Please try again in a moment.`, { retryAfter: 10 })
  underWay.push(userId)
  try {
    const answered = await inTurn({ kind, given: await prepare() } as Asked) // TypeScript takes K for several kinds at once
    if ('refused' in answered) throw new Refusal(answered.refused.status, answered.refused.message)
    return answered.made as Made<K> // the thread answers each piece with what its kind makes
  } finally {
    underWay.splice(underWay.indexOf(userId), 1)
  }
}

interface Waiting {
  asked: Asked
  done: (answered: Answered) => void
  failed: (error: Error) => void
}

/** The first is at work. */
const waiting: Waiting[] = []
let thread: Worker | null = null
/** Ends a thread that has nothing to do, or works on one piece for too long. */
let ending: NodeJS.Timeout | undefined

const inTurn = (asked: Asked): Promise<Answered> =>
  new Promise((done, failed) => {
    waiting.push({ asked, done, failed })
    if (waiting.length === 1) begin()
  })

const begin = (): void => {
  clearTimeout(ending)
  const [first] = waiting
  if (first) {
    thread ??= openThread()
    thread.ref()
    thread.postMessage(first.asked)
    ending = setTimeout(() => {
      endThread()
      finish(({ failed }) => failed(new Refusal(503, 'This takes too long. Please try again later.')))
    }, mostMilliseconds).unref()
  } else if (thread) {
    thread.unref()
    ending = setTimeout(endThread, idleMilliseconds).unref()
  }
}

const finish = (tell: (piece: Waiting) => void): void => {
  const first = waiting.shift()
  if (first) tell(first)
  begin()
}

const endThread = (): void => {
  void thread?.removeAllListeners().terminate()
  thread = null
}

const openThread = (): Worker => {
  const isBuilt = import.meta.filename.endsWith('.js')
  const file = isBuilt ? 'dist/server/work-thread.js' : 'src/portal/work-thread.ts'
  const opened = new Worker(resolve(root, file), { resourceLimits: { maxOldGenerationSizeMb: 256 } })
  opened.on('message', (answered: Answered) => finish(({ done }) => done(answered)))
  opened.on('error', (error: Error) => {
    thread = null
    finish(({ failed }) => failed(error))
  })
  return opened
}
