import { ApiError, retryDelay, worthRetrying } from '#web/api-error.ts'
import { call } from '#web/api.ts'
import { imports } from '../contract.ts'
import { type Import, mostRowsAPart, type NewImport, type RowsPart } from '../import-shapes.ts'
import type { SheetReader } from './sheet-reader.ts'

/** One sending; what was begun after it must not be disturbed by its end. */
export interface Sending {
  isStopped: boolean
  id: string | null
}

class Stopped extends Error {}

interface Sent {
  reader: SheetReader
  about: NewImport
  progress: (done: number) => void
}

/** Sends the rows of the chosen sheet up, from where an earlier sending of this file was cut short; they are judged there. */
export const sendRows = async (sending: Sending, { reader, about, progress }: Sent): Promise<Import> => {
  let now = await patiently(sending, () => call(imports.begin, { body: about }))
  sending.id = now._id
  const put = async (start: number) => {
    const { body, next } = await reader.part(start, mostRowsAPart)
    const written = body as unknown as RowsPart // which the reader wrote into it
    const sent = patiently(sending, () => call(imports.addRows, { params: { id: now._id }, body: written }))
    // What becomes of it is asked when the one before is through.
    sent.catch(() => {})
    return { next, sent }
  }
  /** One that overtook the one before, which had to be sent again, is refused: both begin anew behind what has arrived. */
  const arrived = (sent: Promise<Import>) =>
    sent.catch((error: unknown) => {
      if (!isAhead(error)) throw error
      return patiently(sending, () => call(imports.byId, { params: { id: now._id } }))
    })
  while (now.state === 'sending') {
    progress(now.received)
    let part = await put(now.received)
    // The next one is on its way while the server still writes this one.
    while (part.next < about.rowCount) {
      const ahead = await put(part.next)
      now = await arrived(part.sent)
      progress(now.received)
      if (now.received !== part.next) break
      part = ahead
    }
    now = await arrived(part.sent)
  }
  return now
}

const isAhead = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 409 && 'received' in error.details

/** Rows are safe to send again: what has arrived is not taken twice. */
const patiently = async <T>(sending: Sending, work: () => Promise<T>): Promise<T> => {
  for (let failures = 0; ; failures++) {
    if (sending.isStopped) throw new Stopped('Stopped.')
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Error) || !worthRetrying(failures, error)) throw error
      await new Promise((done) => setTimeout(done, retryDelay(failures)))
    }
  }
}
