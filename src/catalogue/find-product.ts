import { sql } from 'kysely'
import type { Answer } from '#shared/endpoint.ts'
import { unseen } from '#platform/db/conditions.ts'
import { prepareStatement } from '#platform/db/prepare-statement.ts'
import type { Db } from '#platform/db/tables.ts'
import { notFound } from '#platform/http/refusal.ts'
import type { catalogue, ContractPrice } from './contract.ts'
import type { Viewer } from './know-viewer.ts'
import { ndcKeys } from './normalise-ndc.ts'
import { contractPrices, trullaPrices } from './contract-price.ts'
import { card, cardFor, isFavouriteOf, priceListOf } from './shape-card.ts'
import { priceSource, priceTiers } from './tell-price.ts'

type FoundProduct = Answer<typeof catalogue.bySlug>

/** By its address, by its NDC in any notation, or by its item number: carts and old links know the latter. */
export const productBySlug = async (db: Db, slug: string, viewer: Viewer): Promise<FoundProduct> => {
  const wanted = slug.replaceAll('\0', '')
  const [named] = await factsBySlug(db, { slug: wanted, ...seenBy(viewer) })
  const [row] = named ? [named] : await factsByNumber(db, { wanted, keys: ndcKeys(wanted), ...seenBy(viewer) })
  return shaped(db, viewer, row)
}

export const productById = async (db: Db, id: string, viewer: Viewer): Promise<FoundProduct> => {
  const [row] = await factsById(db, { id, ...seenBy(viewer) })
  return shaped(db, viewer, row)
}

interface Seen {
  userId: string | null
  businessId: string | null
  seesDrafts: boolean
  day: string
}

const seenBy = ({ user, seesDrafts, day }: Viewer): Seen => ({
  userId: user?._id ?? null,
  businessId: user?.businessId ?? null,
  seesDrafts,
  day,
})

const facts = (db: Db, { userId, businessId, seesDrafts, day }: Seen) =>
  db
    .selectFrom('product')
    .leftJoinLateral(
      contractPrices({
        businessId: unseen(businessId, 'uuid'),
        day: unseen(day, 'date'),
        productId: sql.ref('product.id'),
      }).as('contract'),
      (join) => join.onTrue(),
    )
    .leftJoin(trullaPrices(unseen(businessId, 'uuid')).as('trulla'), (join) =>
      join.onRef('trulla.product_id', '=', 'product.id'),
    )
    .leftJoin('favourite', (join) => join.onRef('favourite.product_id', '=', 'product.id').on(isFavouriteOf(userId)))
    .select([
      ...card,
      'product.brand',
      'product.generic_name as genericName',
      'product.strength',
      'product.dosage_form as dosageForm',
      'product.route',
      'product.pack_size as packSize',
      'product.dispensing',
      'product.gtin',
      'product.description',
      'product.images',
      'product.created_at as createdAt',
      'product.updated_at as updatedAt',
      'product.version as __v',
      'contract.price as contractPrice',
      priceTiers('contract').as('priceTiers'),
      priceSource('contract').as('priceSource'),
      'trulla.price as trullaPrice',
      'favourite.user_id as favouredBy',
    ])
    .where('product.deleted_at', 'is', null)
    .where(sql<boolean>`(product.is_published or ${seesDrafts})`)

const factsById = prepareStatement((db, given: Seen & { id: string }) =>
  facts(db, given).where('product.id', '=', given.id),
)

const factsBySlug = prepareStatement((db, given: Seen & { slug: string }) =>
  facts(db, given).where('product.slug', '=', given.slug),
)

/** One index for each way to name a product; several may fit, and the closest name wins. */
const factsByNumber = prepareStatement((db, given: Seen & { wanted: string; keys: string[] }) =>
  facts(db, given)
    .where(
      'product.id',
      'in',
      sql<string>`(
        select id from product where ndc_number = ${given.wanted} and deleted_at is null
        union all
        select id from product where ndc_key = any(${given.keys}::text[])
          and deleted_at is null and not is_item_number and ndc_key <> '')`,
    )
    .orderBy(sql`(product.ndc_number = ${given.wanted}) desc, product.ndc_key, product.id`)
    .limit(sql.lit(1)),
)

type Facts = Awaited<ReturnType<typeof factsById>>[number]

const shaped = async (db: Db, viewer: Viewer, row: Facts | undefined): Promise<FoundProduct> => {
  if (!row) throw notFound('Product')
  const { trullaPrice, priceSource: source, ...rest } = row
  const product = {
    ...cardFor(viewer, rest),
    customPricingListTrulla: priceListOf(viewer.user, trullaPrice),
    // Admins are told all prices instead.
    ...(source && !viewer.seesDrafts && { priceSource: source }),
  }
  return viewer.seesDrafts ? { ...product, ...(await listsOf(db, row._id)) } : product
}

const mostEntries = 10_000

/** Everyone's prices, each by one user of the business, and favourites of one product. */
const listsOf = async (db: Db, productId: string) => {
  const [prices, favourites] = await Promise.all([
    db
      .selectFrom('contract_price')
      .innerJoin('named_customer', 'named_customer.business_id', 'contract_price.business_id')
      .select(['list', 'user_id as userId', 'email', 'company_name as company', 'name', 'price'])
      .where('product_id', '=', productId)
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
  const listed = (wanted: 'general' | 'trulla'): ContractPrice[] =>
    prices.filter(({ list }) => list === wanted).slice(0, mostEntries)
  return {
    favBy: favourites.map(({ email }) => email),
    customPricingList: listed('general'),
    customPricingListTrulla: listed('trulla'),
  }
}
