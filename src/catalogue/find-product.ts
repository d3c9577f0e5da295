import { type RawBuilder, sql } from 'kysely'
import type { Answer } from '#shared/endpoint.ts'
import type { Db } from '#server/db/tables.ts'
import { notFound } from '#server/http/refusal.ts'
import type { catalogue, CustomPrice } from './contract.ts'
import { type Viewer, visible } from './filter-products.ts'
import { ndcKeys } from './normalise-ndc.ts'
import { belongsTo, card, cardFor, ownPrice } from './shape-card.ts'

type FoundProduct = Answer<typeof catalogue.bySlug>

/** By its address, by its NDC in any notation, or by its item number: carts and old links know the latter (G35). */
export const productBySlug = async (db: Db, slug: string, viewer: Viewer): Promise<FoundProduct> => {
  const wanted = slug.replaceAll('\0', '')
  return oneProduct(db, viewer, {
    where: sql`(product.slug = ${wanted} or product.ndc_number = ${wanted}
      or (product.ndc_key = any(${ndcKeys(wanted)}::text[]) and product.ndc_key <> '' and not product.dummy_ndc))`,
    order: sql`(product.slug = ${wanted}) desc, (product.ndc_number = ${wanted}) desc, product.ndc_key, product.id`,
  })
}

export const productById = (db: Db, id: string, viewer: Viewer): Promise<FoundProduct> =>
  oneProduct(db, viewer, { where: sql`product.id = ${id}`, order: sql`product.id` })

const oneProduct = async (
  db: Db,
  viewer: Viewer,
  by: { where: RawBuilder<boolean>; order: RawBuilder<unknown> },
): Promise<FoundProduct> => {
  const row = await db
    .selectFrom('product')
    .leftJoin('custom_price as agreed', (join) =>
      join
        .onRef('agreed.product_id', '=', 'product.id')
        .on(belongsTo(viewer, 'agreed'))
        .on('agreed.list', '=', 'general'),
    )
    .leftJoin('custom_price as trulla', (join) =>
      join
        .onRef('trulla.product_id', '=', 'product.id')
        .on(belongsTo(viewer, 'trulla'))
        .on('trulla.list', '=', 'trulla'),
    )
    .leftJoin('favourite', (join) =>
      join.onRef('favourite.product_id', '=', 'product.id').on(belongsTo(viewer, 'favourite')),
    )
    .select([
      ...card,
      'product.brand',
      'product.generic_name as genericName',
      'product.description',
      'product.images',
      'product.created_at as createdAt',
      'product.updated_at as updatedAt',
      'product.version as __v',
      'agreed.price as agreedPrice',
      'trulla.price as trullaPrice',
      'favourite.user_id as favouredBy',
    ])
    .where(visible(viewer.seesDrafts))
    .where(by.where)
    .orderBy(by.order)
    .limit(1)
    .executeTakeFirst()
  if (!row) throw notFound('Product')
  const { trullaPrice, ...facts } = row
  const product = { ...cardFor(viewer, facts), customPricingListTrulla: ownPrice(viewer.user, trullaPrice) }
  return viewer.seesDrafts ? { ...product, ...(await listsOf(db, row._id)) } : product
}

const mostEntries = 10_000

/** Everyone's prices and favourites of one product. */
const listsOf = async (db: Db, productId: string) => {
  const [prices, favourites] = await Promise.all([
    db
      .selectFrom('custom_price')
      .innerJoin('user_account', 'user_account.id', 'custom_price.user_id')
      .select(['list', 'user_id as userId', 'email', 'company_name as company', 'name', 'price'])
      .where('product_id', '=', productId)
      .where('user_account.deleted_at', 'is', null)
      .orderBy('company_name')
      .orderBy('user_id')
      .limit(2 * mostEntries)
      .execute(),
    db
      .selectFrom('favourite')
      .innerJoin('user_account', 'user_account.id', 'favourite.user_id')
      .select('email')
      .where('product_id', '=', productId)
      .where('user_account.deleted_at', 'is', null)
      .orderBy('email')
      .limit(mostEntries)
      .execute(),
  ])
  const listed = (wanted: 'general' | 'trulla'): CustomPrice[] =>
    prices.filter(({ list }) => list === wanted).slice(0, mostEntries)
  return {
    favBy: favourites.map(({ email }) => email),
    customPricingList: listed('general'),
    customPricingListTrulla: listed('trulla'),
  }
}
