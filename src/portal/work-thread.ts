import { Refusal } from '#platform/http/refusal.ts'
import type { Answered, Asked, Given, Made, ThreadWork } from '#platform/work-threads.ts'

type Works = { [K in keyof ThreadWork]: () => Promise<(given: Given<K>) => Made<K> | Promise<Made<K>>> }

/** Loaded when there is work of the kind: whoever signs in does not wait until typefaces were read. */
const works: Works = {
  document: async () => (await import('#platform/pdf/document.ts')).composePdf,
  picture: async () => (await import('#files/repaint-picture.ts')).repaintPicture,
  hash: async () => (await import('#identity/derive-key.ts')).deriveKey,
}

export default async ({ kind, given }: Asked): Promise<Answered> => {
  try {
    const make = await works[kind]()
    return { made: await make(given as never) } // what is given belongs to its kind
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { refused: { status: error.status, message: error.message } }
  }
}
