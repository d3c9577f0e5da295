import { Refusal } from './http/refusal.ts'
import { type TaskInput, type TaskKind, type TaskResult, runTask } from './work-threads.ts'

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
