import { sql } from 'kysely'
import { bound } from '#platform/db/conditions.ts'
import { prepareStatement } from '#platform/db/prepare-statement.ts'
import type { Db, Row } from '#platform/db/tables.ts'
import type { ProductCard } from './contract.ts'
import type { Viewer } from './resolve-viewer.ts'
import { contractOfProduct } from './contract-price.ts'
import { isVisibleTo } from './filter-visible.ts'
import { type CatalogState, stateColumns } from './read-state.ts'
import { card, cardFor, isFavoriteOf, restrictedFor } from './shape-card.ts'
import { priceTiers } from './select-price.ts'

/** The part of a listing's page that comes from the database, and the catalogue as it was read. */
export interface CardHits {
  state: CatalogState
  products: ProductCard[]
}

interface Chosen {
  ids: string[]
  userId: string | null
  businessId: string | null
  seesRestricted: boolean
  day: string
}

/** The catalogue's state and, for every product, what its card shows to everyone. */
const cards = (db: Db, { ids, userId, businessId, seesRestricted }: Chosen) =>
  db
    .selectFrom('catalogue_state')
    // Unseen: a connection that first looks up a few would plan each time, because one plan for all is made for ten.
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

const cardsWithPrices = prepareStatement((db, given: Chosen) =>
  cards(db, given)
    .leftJoinLateral(contractOfProduct(given).as('contract'), (join) => join.onTrue())
    .select(['contract.price as contractPrice', priceTiers('contract').as('priceTiers')]),
)

/** Most visits are of visitors, whom no contract is made with. */
const cardsAlone = prepareStatement(cards)

/** What this viewer sees of these products, in their order; ids that are gone are left out. */
export const hitsOf = async (db: Db, viewer: Viewer, ids: string[]): Promise<CardHits> => {
  const { user, seesRestricted, day } = viewer
  const given = { ids, userId: user?._id ?? null, businessId: user?.businessId ?? null, seesRestricted, day }
  const rows = given.businessId ? await cardsWithPrices(db, given) : await cardsAlone(db, given)
  return {
    state: { version: rows[0]?.version ?? '', restrictions: rows[0]?.restrictions ?? '' },
    products: rows.filter(isHit).map((row) => cardFor(viewer, row)),
  }
}

const isHit = <R extends { _id: string | null }>(row: R): row is Filled<R> => row._id !== null

type Unstated =
  | 'contractPrice'
  | 'favouredBy'
  | 'isRestricted'
  | 'orderMaximum'
  | 'orderMinimum'
  | 'orderMultiple'
  | 'packQuantity'
  | 'priceTiers'

/** The columns of a joined row that is there: none of the product's own may be null. */
type Filled<R> = {
  [K in keyof R]: K extends Unstated ? R[K] : NonNullable<R[K]>
}
