import { type RawBuilder, sql } from 'kysely'
import { unseen } from '#platform/db/conditions.ts'
import { prepareStatement } from '#platform/db/prepare-statement.ts'
import type { Db, Row } from '#platform/db/tables.ts'
import type { ProductCard } from './contract.ts'
import type { Viewer } from './know-viewer.ts'
import { belongsTo, card, cardFor } from './shape-card.ts'

/** The part of a listing's page that comes from the database, and the catalogue's version it was read at. */
export interface Hits {
  version: string
  products: ProductCard[]
}

interface Chosen {
  /** Rows of the table, in brackets. */
  products: RawBuilder<Row<'product'>>
  /** Speaks of them as `product`. */
  order: RawBuilder<unknown>
}

interface User {
  userId: string | null
}

/** A statement for what a viewer sees of some products; `build` binds what it is given and does not look at it. */
export const prepareCards = <Given extends object>(
  build: (given: Given) => Chosen,
): ((db: Db, viewer: Viewer, given: Given) => Promise<Hits>) => {
  const ask = prepareStatement((db, given: Given & User) => cardsBy(db, build(given), given))
  return async (db, viewer, given) => {
    const rows = await ask(db, { ...given, userId: viewer.user?._id ?? null })
    return {
      version: rows[0]?.version ?? '',
      products: rows.filter(isHit).map((row) => cardFor(viewer, row)),
    }
  }
}

/** The catalogue's version and, for every product, what its card shows to this user. */
const cardsBy = (db: Db, { products, order }: Chosen, { userId }: User) =>
  db
    .selectFrom('catalogue_state')
    .leftJoin(products.as('product'), (join) => join.onTrue())
    .leftJoin('custom_price as agreed', (join) =>
      join
        .onRef('agreed.product_id', '=', 'product.id')
        .on(belongsTo(userId, 'agreed'))
        .on('agreed.list', '=', sql.lit('general')),
    )
    .leftJoin('favourite', (join) =>
      join.onRef('favourite.product_id', '=', 'product.id').on(belongsTo(userId, 'favourite')),
    )
    .select(['catalogue_state.version', ...card, 'agreed.price as agreedPrice', 'favourite.user_id as favouredBy'])
    .orderBy(order)

const isHit = <R extends { _id: string | null }>(row: R): row is Filled<R> => row._id !== null

/** The columns of a joined row that is there: none of the product's own may be null. */
type Filled<R> = { [K in keyof R]: K extends 'agreedPrice' | 'favouredBy' ? R[K] : NonNullable<R[K]> }

const cardsOf = prepareCards(({ ids }: { ids: string[] }) => ({
  // Unseen: a connection that first looks up a few would plan each time, because one plan for all is made for ten.
  products: sql`(select product.*, hit.place from unnest(${unseen(ids, 'uuid[]')}) with ordinality as hit (id, place)
    join product on product.id = hit.id)`,
  order: sql`product.place`,
}))

/** What this viewer sees of these products, in their order; ids that are gone are left out. */
export const hitsOf = (db: Db, viewer: Viewer, ids: string[]): Promise<Hits> => cardsOf(db, viewer, { ids })

interface AskedByNdc {
  one: string
  other: string
  third: string
  seesDrafts: boolean
}

const cardsOfNdcs = prepareCards(({ one, other, third, seesDrafts }: AskedByNdc) => ({
  products: sql`(select * from product
    where ndc_key in (${one}, ${other}, ${third}) and ndc_key <> '' and not dummy_ndc and deleted_at is null
      and (is_published or ${seesDrafts}))`,
  order: sql`product.ndc_key`,
}))

/** The products that a typed code stands for: ten digits alone may stand for three. */
export const productsOfNdcs = async (db: Db, ndcKeys: string[], viewer: Viewer): Promise<ProductCard[]> => {
  const [one = '', other = '', third = ''] = ndcKeys
  const { seesDrafts } = viewer
  return (await cardsOfNdcs(db, viewer, { one, other, third, seesDrafts })).products
}
