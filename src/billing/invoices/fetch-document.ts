import type { Db, Row } from '#platform/db/tables.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { noDocument } from './contract.ts'

type Invoice = Row<'invoice'>

/** Fetches an invoice's document from the ERP; null if the ERP has none. */
export type FetchPdf = (invoice: Invoice, signal: AbortSignal) => Promise<Uint8Array | null>

const patience = 60_000
const maxBytes = 10 * 1024 * 1024

/**
 * Serves the invoice's document from the portal's copy, or from the ERP with one request however many users wait. A
 * copy older than the invoice's last change is fetched again.
 */
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
