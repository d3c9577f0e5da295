import { sql } from 'kysely'
import { activeLists, entryAmount, listsFor } from '#catalog/contract-price.ts'
import type { Db } from '#platform/db/tables.ts'
import { notFound } from '#platform/http/refusal.ts'
import { type PricedFor, pricesFor } from './find-prices.ts'
import type { Simulation } from './list-shapes.ts'

interface Question extends PricedFor {
  productId: string
  quantity: number
}

type Considered = Simulation['considered'][number]

/** Calculates the unit price with the same query as orders, and lists all prices considered in order of precedence. */
export const simulatePrice = async (db: Db, question: Question): Promise<Simulation> => {
  const { productId, quantity } = question
  const [paid] = await pricesFor(db, question, [{ _id: productId, quantity }])
  if (!paid) throw notFound('Product')
  const rows = [...(await ownPrice(db, question)).rows, ...(await listPrices(db, question)).rows]
  const considered = rows.map(({ isHeld, ...row }, at): Considered => ({
    ...row,
    verdict: verdictOf(rows, at, quantity),
  }))
  return { ...paid, considered }
}

type Known = Omit<Considered, 'verdict'> & { isHeld: boolean }

const verdictOf = (rows: Known[], at: number, quantity: number): Considered['verdict'] => {
  if (!rows[at]?.isHeld) return 'notOnThatDay'
  if (at > 0) return 'laterInOrder'
  return rows[at].tiers.some(({ fromQuantity }) => fromQuantity <= quantity) ? 'decides' : 'belowLowestTier'
}

const ownPrice = (db: Db, { businessId, productId }: Question) =>
  sql<Known>`
    select 'Contract price' as name, '' as "contractNumber", null as "priceListId", 'own' as nearness, 0 as priority,
      null as "validFrom", null as "validTo", true as "isHeld",
      json_build_array(json_build_object('fromQuantity', 1, 'price', price, 'percentOff', null)) as tiers
    from contract_price
    where business_id = ${businessId}::uuid and product_id = ${productId}::uuid and list = 'general'`.execute(db)

const maxConsidered = 100

const listPrices = (db: Db, { businessId, productId, day }: Question) =>
  sql<Known>`
    select name, contract_number as "contractNumber", list.id as "priceListId",
      (array['business', 'group', 'class'])[nearness] as nearness, priority, valid_from as "validFrom",
      valid_to as "validTo", place is not null as "isHeld",
      (select json_agg(json_build_object('fromQuantity', from_quantity, 'price', ${entryAmount}, 'percentOff', percent_off)
        order by from_quantity)
      from price_entry entry where price_list_id = list.id and product_id = ${productId}::uuid) as tiers
    from ${listsFor(sql`${businessId}::uuid`)} holding
    join price_list list on list.id = holding.price_list_id
    left join unnest(${activeLists({ businessId: sql`${businessId}::uuid`, day: sql`${day}::date` })}) with ordinality
      as held (id, place) on held.id = list.id
    where exists (select from price_entry where price_list_id = list.id and product_id = ${productId}::uuid)
    order by place, valid_from desc, list.id limit ${sql.lit(maxConsidered)}`.execute(db)
