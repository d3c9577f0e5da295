import { sql } from 'kysely'
import type { Db } from '#platform/db/tables.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { visibleInvoices } from './queries.ts'

/** What the invoices of an order bill. */
export interface BilledLines {
  /** An invoice of it names no lines, or the caller may not see it. */
  isUnclear: boolean
  lines: { number: string; unit: string; quantity: number }[]
}

/** The billed lines of orders, without credits and canceled invoices; an order that no invoice bills is omitted. */
export const billedOfOrders = async (
  db: Db,
  caller: Caller,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, BilledLines>> => {
  const { rows } = await sql<BilledLines & { order_id: string }>`
    with counted as (
      select id, order_id, coalesce(${visibleInvoices(caller) ?? sql<boolean>`true`}, false) as is_visible
      from invoice where order_id = any(${orderIds}::uuid[]) and not is_cancellation and cancelled_by is null
        and not is_credit
    )
    select order_id,
      bool_or(not is_visible or not exists (
        select from invoice_line where invoice_id = counted.id and quantity is not null)) as "isUnclear",
      coalesce(json_agg(billed.line) filter (where billed.line is not null), '[]') as lines
    from counted left join lateral (
      select json_build_object('number', product_number, 'unit', unit, 'quantity', quantity) as line
      from invoice_line where invoice_id = counted.id and quantity is not null
    ) billed on true
    group by order_id`.execute(db)
  return new Map(rows.map(({ order_id, ...billed }) => [order_id, billed]))
}
