import { type RawBuilder, sql } from 'kysely'
import { prepareStatement } from '#platform/db/prepare-statement.ts'
import type { Db, Tx } from '#platform/db/tables.ts'

/** Appends the figures an order adds to the reports, or subtracts from them, in every scope. */
export const countOrders = async (tx: Db | Tx, orderIds: readonly string[], sign: 1 | -1): Promise<void> => {
  const [orderId, ...others] = orderIds
  if (orderId !== undefined && others.length === 0) await addOne(tx, { orderId, sign })
  else await addMany(tx, { orderIds, sign })
}

const figuresOf = (orders: RawBuilder<boolean>, sign: number) => sql`
  insert into sales_pending (scope, key, period, orders, sales, pieces)
  select scope, key, period, ${sign}::int * sum(orders), ${sign}::int * sum(sales), ${sign}::int * sum(pieces)
  from order_figure where ${orders}
  group by scope, key, period`

const addMany = prepareStatement((_db, { orderIds, sign }: { orderIds: readonly string[]; sign: number }) =>
  figuresOf(sql`order_id = any(${orderIds}::uuid[])`, sign),
)

/** A separate statement for the usual case: a list of unknown length would be planned again for each order. */
const addOne = prepareStatement((_db, { orderId, sign }: { orderId: string; sign: number }) =>
  figuresOf(sql`order_id = ${orderId}::uuid`, sign),
)
