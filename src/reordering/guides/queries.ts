import { type RawBuilder, sql } from 'kysely'
import type { Viewer } from '#catalog/resolve-viewer.ts'
import { contractPriceRows } from '#catalog/contract-price.ts'
import { isVisibleTo } from '#catalog/filter-visible.ts'
import { hitsOf } from '#catalog/read-cards.ts'
import type { Db } from '#platform/db/tables.ts'
import type { Answer } from '#shared/endpoint.ts'
import { type Guide, type OrderableLine, maxGuideLines, maxGuides, type orderGuides } from './contract.ts'
import type { GuideSchedule } from './schedule-shapes.ts'
import { guideOf, type OneGuide } from './find-guide.ts'

export const listGuides = async (
  db: Db,
  businessId: string,
  { day }: Viewer,
): Promise<Answer<typeof orderGuides.list>> => {
  const priced = contractPriceRows({
    businessId: sql`${businessId}::uuid`,
    day: sql`${day}::date`,
    quantity: sql.ref('line.quantity'),
    productId: sql.ref('product.id'),
  })
  const { rows } = await sql<Guide>`
    select guide.id as "_id", guide.name, guide.changed_at as "changedAt", count(line.product_id)::integer as "countLines",
      sum(line.quantity * coalesce(priced.price, product.price)) as value, max(last.created_at) as "lastOrderedAt",
      (select next_day::text from guide_schedule where guide_id = guide.id and not is_paused) as "nextOrderOn"
    from order_guide guide
    left join order_guide_line line on line.guide_id = guide.id
    left join product on product.id = line.product_id and ${isSoldTo(sql`${businessId}::uuid`)}
    left join lateral ${priced} priced on true
    left join (${lastOrdered(businessId, 365)}) last on last.product_id = line.product_id
    where guide.business_id = ${businessId}::uuid
    group by guide.id order by lower(guide.name) limit ${sql.lit(maxGuides)}`.execute(db)
  return rows
}

export const readGuide = async (db: Db, guide: OneGuide, viewer: Viewer): Promise<Answer<typeof orderGuides.byId>> => {
  const facts = await guideOf(db, guide)
  const lines = await linesOfGuide(db, guide)
  return { ...facts, schedule: await scheduleOf(db, guide.id), ...(await withCards(db, viewer, lines)) }
}

export const readPurchases = async (
  db: Db,
  { businessId, days }: { businessId: string; days: number },
  viewer: Viewer,
): Promise<Answer<typeof orderGuides.purchases>> =>
  withCards(db, viewer, await purchasedLines(db, { businessId, days }))

const scheduleOf = async (db: Db, guideId: string): Promise<GuideSchedule | null> => {
  const found = await db
    .selectFrom('guide_schedule')
    .innerJoin('order_guide', 'order_guide.id', 'guide_id')
    .innerJoin('user_account as person', 'person.id', 'user_id')
    .leftJoin('ship_to', 'ship_to.id', 'ship_to_id')
    .select([
      'every_weeks as everyWeeks',
      'next_day as nextDay',
      'is_paused as isPaused',
      'guide_schedule.version as __v',
      'person.name',
      'last_name as lastName',
      mayPlaceFor(sql`order_guide.business_id`).as('mayOrder'),
      'ship_to_id as shipToId',
      'ship_to.name as shipToName',
      sql<boolean>`ship_to.verified_at is not null and ship_to.removed_at is null`.as('isAvailable'),
    ])
    .where('guide_id', '=', guideId)
    .executeTakeFirst()
  if (!found) return null
  const { name, lastName, mayOrder, shipToId, shipToName, isAvailable, ...schedule } = found
  const shipTo = shipToId === null ? null : { _id: shipToId, name: shipToName ?? '', isAvailable }
  return { ...schedule, shipTo, user: { name, lastName, mayOrder } }
}

/** Whether the joined `person` may still place orders of this business. */
export const mayPlaceFor = (businessId: RawBuilder<unknown>) =>
  sql<boolean>`(person.is_active and person.deleted_at is null and person.buying_role <> 'viewer'
    and person.business_id = ${businessId})`

/** Only products that are sold have a card. */
const withCards = async (db: Db, viewer: Viewer, lines: (OrderableLine & { isSold: boolean })[]) => {
  const sold = lines.filter(({ isSold }) => isSold).map(({ productId }) => productId)
  const { products } = await hitsOf(db, viewer, sold)
  return { lines, products }
}

/** The last order of each product that a business ordered within this many days. An index finds the orders. */
const lastOrdered = (businessId: string, days: number) => sql`
  select distinct on (line.product_id) line.product_id, line.quantity - line.cancelled_quantity as quantity, line.price,
    sales_order.created_at
  from sales_order join order_line line on line.order_id = sales_order.id
  where sales_order.business_id = ${businessId}::uuid
    and sales_order.created_at > now() - make_interval(days => ${days}::integer)
    and sales_order.deleted_at is null and not sales_order.is_cancelled
    and line.quantity > line.cancelled_quantity and line.product_id is not null
  order by line.product_id, sales_order.created_at desc`

/** Whether the joined `product` is sold to this business. */
export const isSoldTo = (businessId: RawBuilder<unknown>) =>
  sql<boolean>`product.is_published and product.deleted_at is null and ${isVisibleTo(businessId)}`

const linesOfGuide = async (db: Db, { id, businessId }: OneGuide) => {
  const { rows } = await sql<OrderableLine & { isSold: boolean }>`
    select line.product_id as "productId", product.name, line.quantity, last.price as "lastPrice",
      last.created_at as "lastOrderedAt", ${isSoldTo(sql`${businessId}::uuid`)} as "isSold"
    from order_guide_line line
    join product on product.id = line.product_id
    left join (${lastOrdered(businessId, 365)}) last on last.product_id = line.product_id
    where line.guide_id = ${id}::uuid
    order by line.place, line.product_id`.execute(db)
  return rows
}

const purchasedLines = async (db: Db, { businessId, days }: { businessId: string; days: number }) => {
  const { rows } = await sql<OrderableLine & { isSold: boolean }>`
    select last.product_id as "productId", product.name, last.quantity, last.price as "lastPrice",
      last.created_at as "lastOrderedAt", true as "isSold"
    from (${lastOrdered(businessId, days)}) last
    join product on product.id = last.product_id and ${isSoldTo(sql`${businessId}::uuid`)}
    order by last.created_at desc, product.name limit ${sql.lit(maxGuideLines)}`.execute(db)
  return rows
}
