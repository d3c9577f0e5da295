import { sql } from 'kysely'
import { prepareStatement } from '#server/db/prepare-statement.ts'
import type { Db, Tx } from '#server/db/tables.ts'

/**
 * Adds orders to the reports' sums (1), or takes them out (-1), in the transaction that writes them. Whoever changes
 * an order's customer, state, total or lines takes it out before and adds it after.
 */
export const countOrders = async (tx: Db | Tx, orderIds: readonly string[], sign: 1 | -1): Promise<void> => {
  await addFigures(tx, { orderIds, sign })
}

const addFigures = prepareStatement(
  (_db, { orderIds, sign }: { orderIds: readonly string[]; sign: number }) => sql`
    insert into sales_delta (scope, key, period, orders, sales, pieces)
    select scope, key, period, ${sign}::int * sum(orders), ${sign}::int * sum(sales), ${sign}::int * sum(pieces)
    from order_figure where order_id = any(${orderIds}::uuid[])
    group by scope, key, period`,
)

export const countOrder = (tx: Db | Tx, orderId: string, sign: 1 | -1): Promise<void> =>
  countOrders(tx, [orderId], sign)
