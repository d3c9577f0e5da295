import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { Piscina } from 'piscina'
import { Refusal } from './http/refusal.ts'
import { root } from './root.ts'

/** Maps each task kind to its input and result; rooms extend it by declaration merging. */
export interface ThreadWork {}

type TaskKind = keyof ThreadWork
export type TaskInput<K extends TaskKind> = ThreadWork[K]['given']
export type TaskResult<K extends TaskKind> = ThreadWork[K]['made']

export type ThreadTask = { [K in TaskKind]: { kind: K; given: TaskInput<K> } }[TaskKind]
export type ThreadReply = { made: TaskResult<TaskKind> } | { refused: { status: number; message: string } }

const isBuilt = import.meta.filename.endsWith('.js')

/** Leaves one processor to the main thread; on Linux the threads' lower priority keeps requests fast. */
const threads = new Piscina({
  filename: resolve(root, isBuilt ? 'dist/server/work-thread.js' : 'src/portal/work-thread.ts'),
  minThreads: 0,
  maxThreads: Math.max(1, Math.min(4, availableParallelism() - 1)),
  idleTimeout: 60_000,
  resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 },
  ...(process.platform === 'linux' && { niceIncrement: 10 }),
})

const maxMilliseconds = 60_000

/** Runs a CPU-heavy task in the thread pool; 503 when it takes longer than a minute, including the queue. */
export const runTask = async <K extends TaskKind>(kind: K, given: TaskInput<K>): Promise<TaskResult<K>> => {
  const signal = AbortSignal.timeout(maxMilliseconds)
  const answered: ThreadReply = await threads.run({ kind, given }, { signal }).catch((error: unknown) => {
    throw signal.aborted ? new Refusal(503, 'This is taking too long. Please try again later.') : error
  })
  if ('refused' in answered) throw new Refusal(answered.refused.status, answered.refused.message)
  return answered.made as TaskResult<K> // the thread returns the result type of the task's kind
}

const maxPerPerson = 2
const maxBatch = 20

/** User IDs of the tasks in progress, including their database reads. */
const underWay: string[] = []

interface Piece<K extends TaskKind> {
  userId: string
  kind: K
  /** Plural noun for error messages, such as "documents". */
  noun: string
  /** Reads the task's input, after admission. */
  prepare: () => Promise<TaskInput<K>>
}

/** Runs a CPU-heavy task in a worker thread, limited to two tasks per user. */
export const runInThread = async <K extends TaskKind>({
  userId,
  kind,
  noun,
  prepare,
}: Piece<K>): Promise<TaskResult<K>> => {
  if (underWay.filter((id) => id === userId).length >= maxPerPerson)
    throw new Refusal(429, `Two of your ${noun} are being created. Please wait for them to finish.`, { retryAfter: 3 })
  if (underWay.length >= maxBatch)
    throw new Refusal(503, `Too many ${noun} are being created right now. Please try again in a moment.`, {
      retryAfter: 10,
    })
  underWay.push(userId)
  try {
    return await runTask(kind, await prepare())
  } finally {
    underWay.splice(underWay.indexOf(userId), 1)
  }
}
