import type { Db, Row } from '#platform/db/tables.ts'
import { Refusal, notFound } from '#platform/http/refusal.ts'
import { noDocument } from './contract.ts'
import { Readable } from 'node:stream'
import type { Caller } from '#platform/http/bearer.ts'
import type { ServedFile } from '#platform/http/serve-file.ts'
import { type ZipPart, zip } from '#platform/http/write-zip.ts'
import { visibleInvoices } from './queries.ts'

type Invoice = Row<'invoice'>

/** Fetches an invoice's document from the ERP; null if the ERP has none. */
export type FetchPdf = (invoice: Invoice, signal: AbortSignal) => Promise<Uint8Array | null>

const patience = 60_000
const maxBytes = 10 * 1024 * 1024

/** The invoice's document from the portal's copy, unless it is older than the invoice's last change, or the ERP. */
export const makeDocuments = (db: Db, fetchPdf: FetchPdf) => {
  const underWay = new Map<string, Promise<Uint8Array>>()

  const fetchAndKeep = async (invoice: Invoice): Promise<Uint8Array> => {
    const content = await ask(fetchPdf, invoice)
    await db
      .insertInto('invoice_document')
      .values({ invoice_id: invoice.id, content: Buffer.from(content) })
      .onConflict((conflict) =>
        conflict.column('invoice_id').doUpdateSet({ content: Buffer.from(content), fetched_at: new Date() }),
      )
      .execute()
    return content
  }

  return async (invoice: Invoice): Promise<Uint8Array> => {
    const kept = await savedDocument(db, invoice)
    if (kept) return kept
    const coming = underWay.get(invoice.id) ?? fetchAndKeep(invoice)
    if (!underWay.has(invoice.id)) {
      underWay.set(invoice.id, coming)
      const forget = () => underWay.delete(invoice.id)
      // Keep a failure for 5 seconds, so that a tab that polls sees it instead of starting another fetch.
      coming.then(forget, () => setTimeout(forget, 5_000).unref())
    }
    return coming
  }
}

const savedDocument = async (db: Db, { id, erp_changed_at }: Invoice): Promise<Uint8Array | null> => {
  let query = db.selectFrom('invoice_document').select('content').where('invoice_id', '=', id)
  if (erp_changed_at) query = query.where('fetched_at', '>=', erp_changed_at)
  return (await query.executeTakeFirst())?.content ?? null
}

const ask = async (fetchPdf: FetchPdf, invoice: Invoice): Promise<Uint8Array> => {
  const content = await fetchPdf(invoice, AbortSignal.timeout(patience)).catch((error: unknown) => {
    throw error instanceof Refusal ? error : new Refusal(502, noDocument)
  })
  if (!content) throw new Refusal(404, noDocument)
  const begin = Buffer.from(content.subarray(0, 5)).toString('latin1')
  if (begin !== '%PDF-' || content.byteLength > maxBytes) throw new Refusal(502, noDocument)
  return content
}

/** Users with an archive in progress; an entry expires after `longest`, as an abandoned stream never closes. */
const archivesInProgress = new Map<string, number>()
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
  if (Date.now() - (archivesInProgress.get(caller._id) ?? 0) < longest)
    throw new Refusal(429, 'Your invoices are already being prepared. Wait for that download to finish.', {
      retryAfter: 5,
    })
  archivesInProgress.set(caller._id, Date.now())
  const content = Readable.from(zip(documentsOf(invoices, documentOf)))
  content.once('close', () => archivesInProgress.delete(caller._id))
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
