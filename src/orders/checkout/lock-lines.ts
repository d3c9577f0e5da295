import { sql } from 'kysely'
import type { BackorderChoice } from '#fulfillment/backorder-shapes.ts'
import { contractPriceRows, priceSource } from '#catalog/contract-price.ts'
import { isVisibleTo } from '#catalog/filter-visible.ts'
import { isScheduleKnown } from '#catalog/check-schedule.ts'
import type { PriceSource } from '#catalog/price-shapes.ts'
import { type LicenseFacts, licensesOf } from '#compliance/licenses/read-licenses.ts'
import { stateScheduleOf } from '#compliance/schedules/read-state-schedule.ts'
import { type ClosedMethod, methodsClosedTo } from '#ordering-rules/methods/open-methods.ts'
import type { PricedFor } from '#pricing/find-prices.ts'
import { bound } from '#platform/db/conditions.ts'
import { prepareStatement } from '#platform/db/prepare-statement.ts'
import type { Tx } from '#platform/db/tables.ts'
import type { NewOrder } from '../new-order-shapes.ts'

type LockedProduct = Awaited<ReturnType<typeof lockProducts>>[number]

export interface LockedLine {
  productId: string
  /** Null if the product is not for sale to this customer, who may not see its name either. */
  product: LockedProduct | null
  quantity: number
  /** The current price for this customer and quantity, in dollars. */
  price: number
  /** The contract the price comes from; null for the list price. */
  priceSource: PriceSource | null
  seenPrice: number | null
  /** Empty if none. */
  note: string
}

export interface LockedLines {
  lines: LockedLine[]
  closedMethods: ClosedMethod[]
  licenses: LicenseFacts[]
  /** What the business wants for backordered pieces unless an order says so; null if nothing. */
  backorderDefault: BackorderChoice | null
}

/**
 * Locks the products in id order, so that two orders cannot deadlock. The same statement reads the methods that are
 * closed to the business, its default for backorders, and the licenses for the State.
 */
export const lockLines = async (
  tx: Tx,
  priced: PricedFor & { state: string },
  { orderItems }: Pick<NewOrder, 'orderItems'>,
): Promise<LockedLines> => {
  const products = await lockProducts(tx, {
    ...priced,
    ids: orderItems.map(({ _id }) => _id),
    quantities: orderItems.map(({ quantity }) => quantity),
  })
  const byId = new Map(products.map((one) => [one.id, one]))
  const lines = orderItems.map(({ _id, quantity, price, note = '' }) => {
    const product = byId.get(_id) ?? null
    return {
      productId: _id,
      product,
      quantity,
      price: product ? (product.contractPrice ?? product.price) : 0,
      priceSource: product?.priceSource ?? null,
      seenPrice: price ?? null,
      note,
    }
  })
  // An order without any product for sale is refused anyway.
  const [first] = products
  return {
    lines,
    closedMethods: first?.closedMethods ?? [],
    licenses: first?.licenses ?? [],
    backorderDefault: first?.backorderDefault ?? null,
  }
}

interface Locking extends PricedFor {
  /** Where the order ships to, in two letters. */
  state: string
  ids: string[]
  quantities: number[]
}

const lockProducts = prepareStatement((db, { businessId, day, state, ids, quantities }: Locking) =>
  db
    .selectFrom('product')
    .leftJoinLateral(
      contractPriceRows({
        businessId: sql`${businessId}::uuid`,
        day: sql`${day}::date`,
        quantity: sql`(${quantities}::int[])[array_position(${ids}::uuid[], product.id)]`,
        productId: sql.ref('product.id'),
      }).as('own'),
      (join) => join.onTrue(),
    )
    .select([
      'product.id',
      'product.name',
      'product.slug',
      'product.ndc_number',
      'product.image',
      'product.unit_of_measure',
      'product.count_in_stock',
      'product.is_non_stocked',
      'product.cold_status',
      'product.dea_schedule',
      'product.dispensing',
      'product.ndc_key',
      'product.is_narcotic',
      'product.drug_family',
      'product.base_units',
      'product.strength',
      'product.is_list_one',
      'product.needs_trace',
      stateScheduleOf(sql`${state}::text`, sql`${day}::date`).as('state_schedule'),
      isScheduleKnown.as('isScheduleKnown'),
      'product.price',
      'product.order_minimum',
      'product.order_maximum',
      'product.order_multiple',
      'product.is_allocated',
      'product.is_on_hold',
      'own.price as contractPrice',
      priceSource('own').as('priceSource'),
      methodsClosedTo(sql`${businessId}::uuid`).as('closedMethods'),
      sql<BackorderChoice | null>`(select backorder_default from business where id = ${businessId}::uuid)`.as(
        'backorderDefault',
      ),
      licensesOf(sql`${businessId}::uuid`, sql`${state}::text`).as('licenses'),
    ])
    .where(sql<boolean>`product.id = any(${bound(ids, 'uuid[]')}::uuid[])`)
    .where('product.is_published', '=', true)
    .where('product.deleted_at', 'is', null)
    .where(isVisibleTo(sql`${businessId}::uuid`))
    .orderBy('product.id')
    .forUpdate('product'),
)
