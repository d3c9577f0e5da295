import type * as z from 'zod/mini'
import { call } from '#web/api.ts'
import { ApiError } from '#web/api-error.ts'
import { imports } from '../contract.ts'
import type { Import, NewImport, RowsPart } from '../import-shapes.ts'
import { sendUntilArrived } from './retry-upload.ts'

interface Sent {
  about: z.input<typeof NewImport>
  /** The next rows; those of a sheet are already serialized. */
  part: (start: number) => Promise<{ body: RowsPart | Blob; next: number }>
  signal: AbortSignal
  /** Called with the id of the import as soon as it is known. */
  begun?: (id: string) => void
  progress?: (done: number) => void
}

/** Sends the rows of a file, resuming an interrupted upload. The server checks them. */
export const sendRows = async ({ about, part, signal, begun, progress }: Sent): Promise<Import> => {
  // The request itself is not aborted, because an import with an unknown id could not be discarded.
  let now = await sendUntilArrived(signal, () => call(imports.begin, { body: about }))
  begun?.(now._id)
  const put = async (start: number) => {
    const { body, next } = await part(start)
    const written = body as RowsPart // a Blob has a serialized one
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
    progress?.(now.received)
    let sending = await put(now.received)
    // Sends the next part while the server still writes this one.
    while (sending.next < about.rowCount) {
      const ahead = await put(sending.next)
      now = await arrived(sending.sent)
      progress?.(now.received)
      if (now.received !== sending.next) break
      sending = ahead
    }
    now = await arrived(sending.sent)
  }
  return now
}

const isAhead = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 409 && 'received' in error.details
