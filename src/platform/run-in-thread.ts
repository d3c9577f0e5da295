import { Refusal } from './http/refusal.ts'
import { type TaskInput, type TaskKind, type TaskResult, runTask } from './work-threads.ts'

const maxPerPerson = 2
const maxBatch = 20

/** Whose work is under way, from the first question to the database on. */
const underWay: string[] = []

interface Piece<K extends TaskKind> {
  userId: string
  kind: K
  /** What is made, as a sentence calls it. */
  noun: string
  /** Asks for what the work needs, once there is room for it. */
  prepare: () => Promise<TaskInput<K>>
}

/** Has what takes a processor for seconds done in a thread; nobody has more than two pieces under way. */
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
