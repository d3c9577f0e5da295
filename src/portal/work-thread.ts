import { Refusal } from '#platform/http/refusal.ts'
import type { ThreadReply, ThreadTask, TaskInput, TaskResult, ThreadWork } from '#platform/work-threads.ts'

type Works = { [K in keyof ThreadWork]: () => Promise<(given: TaskInput<K>) => TaskResult<K> | Promise<TaskResult<K>>> }

/** Loaded per kind, so that hashing a password does not wait for typefaces. */
const works: Works = {
  document: async () => (await import('#platform/pdf/document.ts')).composePdf,
  picture: async () => (await import('#files/encode-picture.ts')).encodePicture,
  hash: async () => (await import('#identity/derive-key.ts')).deriveKey,
  epcis: async () => (await import('#traceability/epcis/summarize-document.ts')).summarizeDocument,
}

export default async ({ kind, given }: ThreadTask): Promise<ThreadReply> => {
  try {
    const make = await works[kind]()
    return { made: await make(given as never) } // the input belongs to the kind
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { refused: { status: error.status, message: error.message } }
  }
}
