import { sql } from 'kysely'
import { productKey } from '#billing/invoices/compare-lines.ts'
import { recorderIn } from '#platform/act.ts'
import type { Tx } from '#platform/db/tables.ts'
import { isNotInHand } from './check-return.ts'
import { isCreditOf } from './queries.ts'
import { closeReturn } from './resolve-return.ts'
import type { ReturnReason } from './return-shapes.ts'

interface About {
  orders: readonly (string | null)[]
  invoices: readonly (string | null)[]
}

interface Candidate {
  id: string
  number: number
  credit_id: string
  goods: { number: string; quantity: number; received: number | null; reason: ReturnReason }[]
  credited: { number: string; quantity: number | null }[]
}

/**
 * Closes the authorized and received returns of these orders and invoices whose credit note of the ERP is here. A credit
 * note with lines must name the goods of the return and no fewer; a return and a credit note that could also belong to
 * another one stay open for a person. Each credit note closes one return automatically.
 */
export const closeByCreditNotes = async (tx: Tx, { orders, invoices }: About, publicUrl: string): Promise<void> => {
  const { rows } = await sql<Candidate>`
    with request as materialized (
      select * from return_request
      where (order_id = any(${orders}::uuid[]) or invoice_id = any(${invoices}::text[]))
        and state in ('authorized', 'received')
      order by id for update)
    select request.id, request.number, invoice.id as credit_id,
      (select json_agg(json_build_object('number', number, 'quantity', quantity, 'received', received_quantity,
        'reason', reason)) from return_line where return_id = request.id) as goods,
      coalesce((select json_agg(json_build_object('number', product_number, 'quantity', abs(quantity)))
        from invoice_line where invoice_id = invoice.id), '[]') as credited
    from request join business on business.id = request.business_id join invoice on ${isCreditOf}
    where not exists (select from return_request other where other.credit_number = invoice.id)
    order by request.id, invoice.id`.execute(tx)
  const fitting = rows.filter(isFitting)
  for (const { id, number, credit_id: creditNumber } of fitting) {
    const isOnlyOne = fitting.every((other) => (other.id === id) === (other.credit_id === creditNumber))
    if (isOnlyOne) await closeReturn(tx, { id, number }, { creditNumber, record: recorderIn(tx), publicUrl })
  }
}

/** Credit notes without lines fit; the others credit each product of the return in its quantity. */
const isFitting = ({ goods, credited }: Candidate): boolean => {
  if (credited.length === 0) return true
  const due = totals(
    goods.map(({ number, quantity, received, reason }) => ({
      number,
      quantity: isNotInHand(reason) ? quantity : (received ?? quantity),
    })),
  )
  const paid = totals(credited)
  const owed = [...due].filter(([, quantity]) => quantity > 0)
  return owed.length > 0 && owed.every(([key, quantity]) => (paid.get(key) ?? 0) >= quantity)
}

const totals = (lines: readonly { number: string; quantity: number | null }[]): Map<string, number> => {
  const sums = new Map<string, number>()
  for (const { number, quantity } of lines)
    sums.set(productKey(number), (sums.get(productKey(number)) ?? 0) + (quantity ?? 0))
  return sums
}

/** The same for credit notes that the ERP reported; a return whose credit note was canceled is open again. */
export const closeCredited = async (tx: Tx, ids: readonly string[], publicUrl: string): Promise<void> => {
  await reopenCanceled(tx, ids)
  const credits = await tx
    .selectFrom('invoice')
    .select(['order_id', 'cancels'])
    .where('id', 'in', ids)
    .where('is_credit', '=', true)
    .execute()
  const orders = credits.map(({ order_id }) => order_id)
  await closeByCreditNotes(tx, { orders, invoices: credits.map(({ cancels }) => cancels) }, publicUrl)
}

const reopenCanceled = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  const { rows } = await sql<{ id: string; number: number; credit_number: string }>`
    update return_request request set closed_at = null, credit_number = '', version = request.version + 1,
      state = case when request.received_at is null then 'authorized' else 'received' end
    from return_request before
    where before.id = request.id and request.state = 'credited' and request.credit_number in (
      select id from invoice where id = any(${ids}::text[]) and cancelled_by is not null)
    returning request.id, request.number, before.credit_number`.execute(tx)
  for (const { id, number, credit_number: creditNumber } of rows)
    await recorderIn(tx)('return reopened', ['return', id], { before: { number, creditNumber } })
}
