import { sql } from 'kysely'
import type { Db } from '#platform/db/tables.ts'
import { evaluateRules, type Flag } from './evaluate-rules.ts'
import { readHistory } from './read-history.ts'
import { reviewedLines } from './read-review.ts'
import type { Rule } from './rule-shapes.ts'

const ordersAtATime = 500

interface PastOrder {
  id: string
  businessId: string
  customer: string
  number: string
  placedAt: Date
  shipToId: string | null
  total: number
  families: string[]
}

export interface Replayed extends Pick<PastOrder, 'customer' | 'number' | 'placedAt'> {
  flags: Flag[]
}

/** A version by its number, or the newest one, a draft included. */
export const readRuleSet = async (db: Db, number: number | null): Promise<{ number: number; rules: Rule[] }> => {
  const set = await db
    .selectFrom('monitoring_rule_set')
    .select(['number', 'rules'])
    .$if(number !== null, (query) => query.where('number', '=', number))
    .orderBy('number', 'desc')
    .executeTakeFirst()
  if (!set)
    throw new Error(number === null ? 'There is no version of the monitoring rules.' : `There is no version ${number}.`)
  return set
}

/**
 * What a version would have flagged among past orders of all channels, oldest first, each with the history of its time.
 * Orders that would have waited for an earlier one are not repeated.
 */
export const replayRules = async function* (
  db: Db,
  { rules, days }: { rules: readonly Rule[]; days: number },
): AsyncGenerator<Replayed> {
  let after: PastOrder | undefined
  for (;;) {
    const orders: PastOrder[] = await pastOrders(db, days, after)
    for (const order of orders) {
      const flags = await replayOrder(db, rules, order)
      if (flags.length > 0) yield { ...order, flags }
    }
    after = orders.at(-1)
    if (orders.length < ordersAtATime) return
  }
}

const pastOrders = async (db: Db, days: number, after?: PastOrder): Promise<PastOrder[]> => {
  const { rows } = await sql<PastOrder>`
    select sales_order.id, sales_order.business_id as "businessId", business.name as customer,
      coalesce(erp_id, sales_order.id::text) as number, sales_order.created_at as "placedAt", ship_to_id as "shipToId",
      total_price::float8 as total, array(select distinct drug_family from controlled_line
        where order_id = sales_order.id and drug_family <> '') as families
    from sales_order join business on business.id = sales_order.business_id
    where sales_order.created_at > now() - make_interval(days => ${days})
      and (${after?.placedAt ?? null}::timestamptz is null
        or (sales_order.created_at, sales_order.id) > (${after?.placedAt ?? null}, ${after?.id ?? null}::uuid))
      and exists (select from controlled_line where order_id = sales_order.id)
    order by sales_order.created_at, sales_order.id limit ${ordersAtATime}`.execute(db)
  return rows
}

const replayOrder = async (db: Db, rules: readonly Rule[], order: PastOrder): Promise<Flag[]> => {
  const { id, businessId, families, shipToId, total } = order
  const history = await readHistory(db, { businessId, families, orderId: id })
  const lines = (await reviewedLines(db, id)).map(({ family, units, strength, amount }) => ({
    family,
    units,
    strength,
    amount,
  }))
  return evaluateRules(rules, { ...history, openFamilies: [], lines, shipTo: shipToId ?? '', total })
}
