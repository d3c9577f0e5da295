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
  /** Called with the id of the import as soon as it is known. */
  begun: (id: string) => void
  progress: (done: number) => void
}

/** Sends the rows of the chosen sheet, resuming an interrupted upload of this file. The server checks them. */
export const sendRows = async ({ reader, about, signal, begun, progress }: Sent): Promise<Import> => {
  // The request itself is not aborted, because an import with an unknown id could not be discarded.
  let now = await sendUntilArrived(signal, () => call(imports.begin, { body: about }))
  begun(now._id)
  const put = async (start: number) => {
    const { body, next } = await reader.part(start, maxRowsPerPart)
    const written = body as unknown as RowsPart // the reader wrote a RowsPart
    const sent = sendUntilArrived(signal, () =>
      call(imports.addRows, { params: { id: now._id }, body: written }, { signal }),
    )
    // Handled when the previous part has arrived.
    sent.catch(() => {})
    return { next, sent }
  }
  /** A part that overtook a retried one is refused. Both are then sent again from where the server is. */
  const arrived = (sent: Promise<Import>) =>
    sent.catch((error: unknown) => {
      if (!isAhead(error)) throw error
      return sendUntilArrived(signal, () => call(imports.byId, { params: { id: now._id } }))
    })
  while (now.state === 'sending') {
    progress(now.received)
    let part = await put(now.received)
    // Sends the next part while the server still writes this one.
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
