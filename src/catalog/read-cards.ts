import { sql } from 'kysely'
import { bound } from '#platform/db/conditions.ts'
import { prepareStatement } from '#platform/db/prepare-statement.ts'
import type { Db, Row } from '#platform/db/tables.ts'
import type { ProductCard } from './contract.ts'
import type { Viewer } from './resolve-viewer.ts'
import { contractOfProduct, priceTiers } from './contract-price.ts'
import { isVisibleTo } from './filter-visible.ts'
import { type CatalogState, stateColumns } from './note-change.ts'
import { card, cardFor, isFavoriteOf, restrictedFor } from './shape-card.ts'

/** Product cards, and the catalog state in the same snapshot. */
export interface CardHits {
  state: CatalogState
  /** Those that the viewer's business ordered before, with the day of the last order if that is among its latest. */
  ordered: ReadonlyMap<string, string | null>
  products: ProductCard[]
}

interface Chosen {
  ids: string[]
  userId: string | null
  businessId: string | null
  seesRestricted: boolean
  day: string
}

/** Catalog state and card columns in one statement. */
const cards = (db: Db, { ids, userId, businessId, seesRestricted }: Chosen) =>
  db
    .selectFrom('catalogue_state')
    // The ids are a bound parameter hidden from the planner. Otherwise a connection whose first lookups are small would
    // replan every time, because the generic plan assumes ten ids.
    .leftJoin(
      sql<Row<'product'> & { place: string }>`(
        select product.*, hit.place from unnest(${bound(ids, 'uuid[]')}) with ordinality as hit (id, place)
        join product on product.id = hit.id and deleted_at is null
        where ${isVisibleTo(sql`${businessId}::uuid`, sql`${seesRestricted}::boolean`)})`.as('product'),
      (join) => join.onTrue(),
    )
    .leftJoin('favourite', (join) => join.onRef('favourite.product_id', '=', 'product.id').on(isFavoriteOf(userId)))
    .select([...stateColumns, ...card, 'favourite.user_id as favouredBy', restrictedFor(seesRestricted)])
    .orderBy('product.place')

/** Bounds the search for the last order of each product, so that a business with many orders costs the same. */
const latestOrders = 50

const lastOrders = ({ ids, businessId }: Chosen) =>
  sql<{ product_id: string; day: string }>`(
    select product_id,
      to_char(max(created_at) at time zone (select time_zone from business_calendar), 'YYYY-MM-DD') as day
    from (
      select id, created_at from sales_order
      where business_id = ${bound(businessId, 'uuid')} and deleted_at is null and not is_cancelled
      order by created_at desc limit ${sql.lit(latestOrders)}
    ) latest
    cross join lateral (
      select product_id from order_line
      -- Without the cast, ANY would read the array as a subquery.
      where order_id = latest.id and product_id = any(${bound(ids, 'uuid[]')}::uuid[]) and quantity > cancelled_quantity
      offset 0
    ) line
    group by product_id)`

const cardsWithPrices = prepareStatement((db, given: Chosen) =>
  cards(db, given)
    .leftJoinLateral(contractOfProduct(given).as('contract'), (join) => join.onTrue())
    .leftJoin(lastOrders(given).as('recent'), (join) => join.onRef('recent.product_id', '=', 'product.id'))
    .select([
      'recent.day as lastOrderedOn',
      'contract.price as contractPrice',
      priceTiers('contract').as('priceTiers'),
      // Not EXISTS, which would read all purchases of the business.
      sql<boolean | null>`(
        select true from business_product
        where business_id = ${bound(given.businessId, 'text')} and product_id = product.id::text)`.as(
        'isOrderedBefore',
      ),
    ]),
)

/** Visitors have no contracts, so their statement skips the price joins. */
const cardsAlone = prepareStatement(cards)

/** The cards of these products that the viewer may see, in the given order. Missing products are omitted. */
export const hitsOf = async (db: Db, viewer: Viewer, ids: string[]): Promise<CardHits> => {
  const { user, seesRestricted, day } = viewer
  const given = { ids, userId: user?._id ?? null, businessId: user?.businessId ?? null, seesRestricted, day }
  const own = given.businessId ? await cardsWithPrices(db, given) : []
  const rows = given.businessId ? own : await cardsAlone(db, given)
  return {
    state: { version: rows[0]?.version ?? '', restrictions: rows[0]?.restrictions ?? '' },
    ordered: new Map(
      own.flatMap(({ _id, isOrderedBefore, lastOrderedOn }) =>
        isOrderedBefore && _id ? [[_id, lastOrderedOn] as const] : [],
      ),
    ),
    products: rows.filter(isHit).map((row) => cardFor(viewer, row)),
  }
}

const isHit = <R extends { _id: string | null }>(row: R): row is Filled<R> => row._id !== null

type Unstated =
  | 'contractPrice'
  | 'favouredBy'
  | 'isOrderedBefore'
  | 'isRestricted'
  | 'isScheduleUnknown'
  | 'lastOrderedOn'
  | 'orderMaximum'
  | 'orderMinimum'
  | 'orderMultiple'
  | 'packQuantity'
  | 'priceTiers'

/** A left-joined row that was found: the product's own columns are not null. */
type Filled<R> = {
  [K in keyof R]: K extends Unstated ? R[K] : NonNullable<R[K]>
}
