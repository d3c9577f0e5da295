import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod/mini'
import { describePriceSource } from '#catalog/price-shapes.ts'
import type { Db } from '#platform/db/tables.ts'
import { productKey } from './compare-lines.ts'
import { type InvoiceQuestion, maxOpenQuestions, type OpenQuestion } from './question-shapes.ts'

const shown = sql`
  question.id as "_id", question.invoice_id as "invoiceID", question.reason, question.words,
  question.asked_at as "askedAt", question.answer, question.settled_at as "settledAt",
  trim(asker.name || ' ' || asker.last_name) as "askedBy",
  coalesce((select coalesce(nullif(name, ''), product_number) from invoice_line line
    where line.invoice_id = question.invoice_id and line.line_no = question.line_no), '') as line`

const asked = sql`invoice_question question join user_account asker on asker.id = question.asked_by`

/** The questions about an invoice, oldest first. */
export const questionsOf = async (db: Db, invoiceId: string): Promise<z.input<typeof InvoiceQuestion>[]> => {
  const question: RawBuilder<z.input<typeof InvoiceQuestion>> = sql`
    select ${shown} from ${asked} where question.invoice_id = ${invoiceId} order by asked_at, question.id limit 200`
  return (await question.execute(db)).rows
}

type Question = z.input<typeof OpenQuestion>
type Waiting = Omit<Question, 'agreed' | 'agreedBy'> & { count: number; number: string; orderId: string | null }

/** Open questions, oldest first, with their count. A question about a line has the agreed and the billed price. */
export const openQuestions = async (db: Db, most = maxOpenQuestions): Promise<{ count: number; rows: Question[] }> => {
  const question: RawBuilder<Waiting> = sql`
    select ${shown}, invoice.party_id as account, coalesce((
      select name from business where account_number = invoice.party_id and account_number <> '' and deleted_at is null
    ), '') as customer, count(*) over ()::int as count, coalesce(billed.product_number, '') as number,
      round(billed.net_amount / nullif(billed.quantity, 0), 2)::float8 as billed, invoice.order_id as "orderId"
    from ${asked} join invoice on invoice.id = question.invoice_id
    left join invoice_line billed on billed.invoice_id = question.invoice_id and billed.line_no = question.line_no
    where settled_at is null order by asked_at, question.id limit ${most}`
  const { rows } = await question.execute(db)
  const agreed = await agreedIn(
    db,
    rows.flatMap(({ orderId, number }) => (orderId && number ? [orderId] : [])),
  )
  return {
    count: rows[0]?.count ?? 0,
    rows: rows.map(({ count: _, number, orderId, ...row }) => ({
      ...row,
      agreed: null,
      agreedBy: '',
      ...(number && agreed.get(`${orderId} ${productKey(number)}`)),
    })),
  }
}

/** The ordered prices of these orders, by order and product. */
const agreedIn = async (db: Db, orderIds: string[]): Promise<Map<string, { agreed: number; agreedBy: string }>> => {
  if (orderIds.length === 0) return new Map()
  const lines = await db
    .selectFrom('order_line')
    .select(['order_id', 'slug', 'price', 'price_source'])
    .where('order_id', 'in', orderIds)
    .execute()
  return new Map(
    lines.map(({ order_id, slug, price, price_source }) => [
      `${order_id} ${productKey(slug)}`,
      { agreed: price, agreedBy: price_source ? describePriceSource(price_source, true) : '' },
    ]),
  )
}
