import { ApiError } from '#web/api-error.ts'
import { call } from '#web/api.ts'
import { imports } from '../contract.ts'
import { type Import, maxRowsPerPart, type NewImport, type RowsPart } from '../import-shapes.ts'
import { sendUntilArrived } from './send-patiently.ts'
import type { SheetReader } from './sheet-reader.ts'

interface Sent {
  reader: SheetReader
  about: NewImport
  signal: AbortSignal
  /** Which import it is, told as soon as it is known. */
  begun: (id: string) => void
  progress: (done: number) => void
}

/** Sends the rows of the chosen sheet up, from where an earlier sending of this file was cut short; they are judged there. */
export const sendRows = async ({ reader, about, signal, begun, progress }: Sent): Promise<Import> => {
  // Not cut short: what was begun has to be known, or nobody could discard it.
  let now = await sendUntilArrived(signal, () => call(imports.begin, { body: about }))
  begun(now._id)
  const put = async (start: number) => {
    const { body, next } = await reader.part(start, maxRowsPerPart)
    const written = body as unknown as RowsPart // which the reader wrote into it
    const sent = sendUntilArrived(signal, () =>
      call(imports.addRows, { params: { id: now._id }, body: written }, { signal }),
    )
    // What becomes of it is asked when the one before is through.
    sent.catch(() => {})
    return { next, sent }
  }
  /** One that overtook the one before, which had to be sent again, is refused: both begin anew behind what has arrived. */
  const arrived = (sent: Promise<Import>) =>
    sent.catch((error: unknown) => {
      if (!isAhead(error)) throw error
      return sendUntilArrived(signal, () => call(imports.byId, { params: { id: now._id } }))
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
