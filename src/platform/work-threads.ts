import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { Piscina } from 'piscina'
import { Refusal } from './http/refusal.ts'
import { root } from './root.ts'

/** What the threads can do, each with what it is given and what it makes; whoever has it done declares it. */
export interface ThreadWork {}

export type TaskKind = keyof ThreadWork
export type TaskInput<K extends TaskKind> = ThreadWork[K]['given']
export type TaskResult<K extends TaskKind> = ThreadWork[K]['made']

export type ThreadTask = { [K in TaskKind]: { kind: K; given: TaskInput<K> } }[TaskKind]
export type ThreadReply = { made: TaskResult<TaskKind> } | { refused: { status: number; message: string } }

const isBuilt = import.meta.filename.endsWith('.js')

/** One processor is never theirs, and on Linux they stand behind everything else: a listing waits for none of this. */
const threads = new Piscina({
  filename: resolve(root, isBuilt ? 'dist/server/work-thread.js' : 'src/portal/work-thread.ts'),
  minThreads: 0,
  maxThreads: Math.max(1, Math.min(4, availableParallelism() - 1)),
  idleTimeout: 60_000,
  resourceLimits: { maxOldGenerationSizeMb: 256 },
  ...(process.platform === 'linux' && { niceIncrement: 10 }),
})

const maxMilliseconds = 60_000

/** Has what takes a processor for long done in a thread, in turn with whatever else waits for one; 503 when that takes a minute. */
export const runTask = async <K extends TaskKind>(kind: K, given: TaskInput<K>): Promise<TaskResult<K>> => {
  const signal = AbortSignal.timeout(maxMilliseconds)
  const answered: ThreadReply = await threads.run({ kind, given }, { signal }).catch((error: unknown) => {
    throw signal.aborted ? new Refusal(503, 'This is taking too long. Please try again later.') : error
  })
  if ('refused' in answered) throw new Refusal(answered.refused.status, answered.refused.message)
  return answered.made as TaskResult<K> // the thread answers each piece with what its kind makes
}
