import { sql } from 'kysely'
import { ndcKey } from '#catalog/normalize-ndc.ts'
import type { Db, Row } from '#platform/db/tables.ts'
import { toCents, toDollars } from '#shared/money.ts'
import type { InvoiceLine, NotBilled } from './contract.ts'

type Billed = Pick<Row<'invoice_line'>, 'line_no' | 'product_number' | 'name' | 'quantity' | 'unit' | 'net_amount'>
type Ordered = Pick<Row<'order_line'>, 'name' | 'slug' | 'image' | 'quantity' | 'price'> & {
  /** The slug of the product page; null if the product was deleted. */
  page: string | null
  coldStatus: string
  deaSchedule: string
}

/** Compares billed lines with ordered ones; `lines` is null if the ERP sent none. */
export const compareLines = async (
  db: Db,
  invoiceId: string,
  orderId: string | null,
): Promise<{ lines: InvoiceLine[] | null; notBilled: NotBilled[] }> => {
  const [billed, ordered] = await Promise.all([
    db
      .selectFrom('invoice_line')
      .select(['line_no', 'product_number', 'name', 'quantity', 'unit', 'net_amount'])
      .where('invoice_id', '=', invoiceId)
      .orderBy('line_no')
      .execute(),
    orderId ? orderedLines(db, orderId) : [],
  ])
  if (billed.length === 0) return { lines: null, notBilled: [] }
  const lineOf = new Map(ordered.map((line) => [productKey(line.slug), line]))
  return {
    lines: billed.map((line) => asLine(line, lineOf.get(productKey(line.product_number)))),
    notBilled: orderId ? missingOf(ordered, await billedOfOrder(db, orderId)) : [],
  }
}

const orderedLines = (db: Db, orderId: string): Promise<Ordered[]> =>
  db
    .selectFrom('order_line')
    .leftJoin('product', (join) =>
      join.onRef('product.id', '=', 'order_line.product_id').on('product.deleted_at', 'is', null),
    )
    .select(['order_line.name', 'order_line.slug', 'order_line.image', 'order_line.price', 'product.slug as page'])
    .select([
      sql<string>`coalesce(order_line.cold_status, product.cold_status, '')`.as('coldStatus'),
      sql<string>`coalesce(order_line.dea_schedule, product.dea_schedule, '')`.as('deaSchedule'),
    ])
    // Canceled pieces are not billed, and substituted ones are billed as another product.
    .select(
      sql<number>`case when jsonb_array_length(coalesce(erp_item -> 'substitutes', '[]')) > 0
        then least(quantity - cancelled_quantity, (erp_item ->> 'quantity')::integer)
        else quantity - cancelled_quantity end`.as('quantity'),
    )
    .where('order_id', '=', orderId)
    .orderBy('line_no')
    .execute()

/** The ERP may format an NDC differently from the catalog; item numbers are compared as they are. */
export const productKey = (number: string): string => ndcKey(number) || number

const asLine = (billed: Billed, ordered: Ordered | undefined): InvoiceLine => {
  const { quantity, net_amount: amount } = billed
  return {
    lineNo: billed.line_no,
    number: billed.product_number,
    name: ordered?.name ?? (billed.name || billed.product_number),
    slug: ordered?.page ?? '',
    image: ordered?.image ?? '',
    quantity,
    unit: billed.unit,
    price: quantity && amount !== null ? toDollars(toCents(amount / quantity)) : null,
    amount,
    coldStatus: ordered?.coldStatus ?? '',
    deaSchedule: ordered?.deaSchedule ?? '',
    ordered: ordered ? { quantity: ordered.quantity, price: ordered.price } : null,
  }
}

interface AllBilled {
  quantities: { product_number: string; quantity: number }[]
  /** True if one of the order's invoices has no known lines. */
  is_unclear: boolean
}

/** The billed quantities of an order by product number, without credits and canceled invoices. */
export const billedOfOrder = async (db: Db, orderId: string): Promise<AllBilled> => {
  const { rows } = await sql<AllBilled>`
    with counted as (
      select id from invoice where order_id = ${orderId} and not is_cancellation and cancelled_by is null
        and not is_credit
    )
    select coalesce((
      select json_agg(line) from (
        select product_number, sum(quantity)::float8 as quantity from invoice_line
        where invoice_id in (select id from counted) group by product_number
      ) line), '[]') as quantities,
      exists (
        select from counted where not exists (
          select from invoice_line where invoice_id = counted.id and quantity is not null)
      ) as is_unclear`.execute(db)
  return rows[0] ?? { quantities: [], is_unclear: true }
}

/** Ordered products that no invoice of the order bills; empty if an invoice's lines are unknown. */
const missingOf = (ordered: readonly Ordered[], { quantities, is_unclear }: AllBilled): NotBilled[] => {
  if (is_unclear) return []
  const billed = new Map<string, number>()
  for (const { product_number, quantity } of quantities)
    billed.set(productKey(product_number), (billed.get(productKey(product_number)) ?? 0) + quantity)
  return ordered.flatMap(({ slug, name, quantity }) => {
    const missing = quantity - (billed.get(productKey(slug)) ?? 0)
    return missing > 0 ? [{ number: slug, name, quantity: missing }] : []
  })
}
