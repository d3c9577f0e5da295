import { retryDelay, worthRetrying } from '#web/api-error.ts'
import { call } from '#web/api.ts'
import { imports } from '../contract.ts'
import { type Import, mostRowsAPart, type NewImport } from '../import-shapes.ts'
import type { SheetField } from '../match-columns.ts'
import type { SheetReader } from './sheet-reader.ts'

/** One sending; what was begun after it must not be disturbed by its end. */
export interface Sending {
  isStopped: boolean
  id: string | null
}

class Stopped extends Error {}

interface Sent {
  reader: SheetReader
  fields: readonly (SheetField | null)[]
  about: NewImport
  progress: (done: number) => void
}

/** Sends the rows of the chosen sheet up, from where an earlier sending of this file was cut short; they are judged there. */
export const sendRows = async (sending: Sending, { reader, fields, about, progress }: Sent): Promise<Import> => {
  let now = await patiently(sending, () => call(imports.begin, { body: about }))
  sending.id = now._id
  const named = [...new Set(fields.filter((field) => field !== null))]
  let coming = reader.rows(now.received, mostRowsAPart)
  for (let start = now.received; now.state === 'sending';) {
    progress(start)
    const { rows, next } = await coming
    // Read while the server judges the ones before.
    coming = reader.rows(next, mostRowsAPart)
    const part = {
      start,
      fields: named,
      rows: rows.map(({ row, values }) => [row, ...named.map((field) => values[field] ?? null)]),
    }
    now = await patiently(sending, () => call(imports.addRows, { params: { id: now._id }, body: part }))
    if (now.received !== next) coming = reader.rows(now.received, mostRowsAPart)
    start = now.received
  }
  return now
}

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
