import { Readable } from 'node:stream'
import type { Db, Row } from '#platform/db/tables.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import type { ServedFile } from '#platform/http/serve-file.ts'
import { type ZipPart, zip } from '#platform/http/write-zip.ts'
import { visibleInvoices } from './queries.ts'

type Invoice = Row<'invoice'>

/**
 * Users with an archive in progress and its start time. An entry expires after `longest`, because a stream whose client
 * left early never closes.
 */
const underWay = new Map<string, number>()
const longest = 10 * 60_000

/**
 * Streams the documents of several invoices as one ZIP. Documents are fetched one after the other, so at most one is in
 * memory; a text file lists those the ERP does not provide. Each user can run one archive at a time.
 */
export const archiveDocuments = async (
  db: Db,
  documentOf: (invoice: Invoice) => Promise<Uint8Array>,
  { caller, ids }: { caller: Caller; ids: readonly string[] },
): Promise<ServedFile> => {
  const invoices = await invoicesAmong(db, caller, ids)
  if (Date.now() - (underWay.get(caller._id) ?? 0) < longest)
    throw new Refusal(429, 'Your invoices are already being prepared. Wait for that download to finish.', {
      retryAfter: 5,
    })
  underWay.set(caller._id, Date.now())
  const content = Readable.from(zip(documentsOf(invoices, documentOf)))
  content.once('close', () => underWay.delete(caller._id))
  return { type: 'application/zip', name: 'invoices.zip', content }
}

/** Returns all requested invoices or throws; another customer's invoice counts as not found. */
const invoicesAmong = async (db: Db, caller: Caller, ids: readonly string[]): Promise<Invoice[]> => {
  const wanted = [...new Set(ids)]
  const mine = visibleInvoices(caller)
  let query = db.selectFrom('invoice').selectAll().where('id', 'in', wanted).orderBy('id')
  if (mine) query = query.where(mine)
  const invoices = await query.execute()
  if (invoices.length < wanted.length) throw notFound('Invoice')
  return invoices
}

const documentsOf = async function* (
  invoices: readonly Invoice[],
  documentOf: (invoice: Invoice) => Promise<Uint8Array>,
): AsyncGenerator<ZipPart> {
  const missing: string[] = []
  for (const invoice of invoices) {
    const document = await documentOf(invoice).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
      return error.message
    })
    if (typeof document === 'string') missing.push(`Invoice ${invoice.id}: ${document}`)
    else yield { name: `invoice-${invoice.id}.pdf`, content: [document] }
  }
  if (missing.length > 0) yield { name: 'not-included.txt', content: [`${missing.join('\r\n')}\r\n`] }
}
