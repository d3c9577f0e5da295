import { type InferResult, type RawBuilder, sql } from 'kysely'
import type { Answer } from '#shared/endpoint.ts'
import { bound } from '#platform/db/conditions.ts'
import { prepareStatement } from '#platform/db/prepare-statement.ts'
import type { Db } from '#platform/db/tables.ts'
import { notFound } from '#platform/http/refusal.ts'
import type { catalog, ContractPrice } from './contract.ts'
import type { Viewer } from './resolve-viewer.ts'
import { ndcKeys } from './normalize-ndc.ts'
import { contractOfProduct, priceSource, priceTiers, trullaPrices } from './contract-price.ts'
import type { PriceSource, PriceTier } from './price-shapes.ts'
import { isVisibleTo } from './filter-visible.ts'
import { card, cardFor, isFavoriteOf, priceListOf, restrictedFor } from './shape-card.ts'

type FoundProduct = Answer<typeof catalog.bySlug>

/** Finds a product by slug, NDC in any notation, or item number. Carts and old links use NDCs and item numbers. */
export const productBySlug = async (db: Db, slug: string, viewer: Viewer): Promise<FoundProduct> => {
  const wanted = slug.replaceAll('\0', '')
  const [named] = await factsBySlug(db, { slug: wanted, ...visibleTo(viewer) })
  const [row] = named ? [named] : await factsByNumber(db, { wanted, keys: ndcKeys(wanted), ...visibleTo(viewer) })
  return shaped(db, viewer, row)
}

export const productById = async (db: Db, id: string, viewer: Viewer): Promise<FoundProduct> => {
  const [row] = await factsById(db, { id, ...visibleTo(viewer) })
  return shaped(db, viewer, row)
}

interface Visible {
  userId: string | null
  businessId: string | null
  seesDrafts: boolean
  seesRestricted: boolean
  day: string
}

const visibleTo = ({ user, seesDrafts, seesRestricted, day }: Viewer): Visible => ({
  userId: user?._id ?? null,
  businessId: user?.businessId ?? null,
  seesDrafts,
  seesRestricted,
  day,
})

const facts = (db: Db, { userId, businessId, seesDrafts, seesRestricted }: Visible) =>
  db
    .selectFrom('product')
    .leftJoin('favourite', (join) => join.onRef('favourite.product_id', '=', 'product.id').on(isFavoriteOf(userId)))
    .select([
      ...card,
      'product.brand',
      'product.generic_name as genericName',
      'product.strength',
      'product.dosage_form as dosageForm',
      'product.route',
      'product.pack_size as packSize',
      'product.dispensing',
      'product.schedule_source as scheduleSource',
      'product.gtin',
      'product.description',
      'product.images',
      'product.created_at as createdAt',
      'product.updated_at as updatedAt',
      'product.version as __v',
      'favourite.user_id as favouredBy',
      restrictedFor(seesRestricted),
    ])
    .where('product.deleted_at', 'is', null)
    .where(sql<boolean>`(product.is_published or ${seesDrafts})`)
    .where(isVisibleTo(sql`${businessId}::uuid`, sql`${seesRestricted}::boolean`))

/** Selects a product by a condition, with contract prices if the viewer has a business. */
const prepareFacts = <Named extends object>(named: (given: Named & Visible) => RawBuilder<boolean>) => {
  const alone = prepareStatement((db, given: Named & Visible) => facts(db, given).where(named(given)))
  const withPrices = prepareStatement((db, given: Named & Visible) =>
    facts(db, given)
      .where(named(given))
      .leftJoinLateral(contractOfProduct(given).as('contract'), (join) => join.onTrue())
      .leftJoin(trullaPrices(bound(given.businessId, 'uuid')).as('trulla'), (join) =>
        join.onRef('trulla.product_id', '=', 'product.id'),
      )
      .select([
        'contract.price as contractPrice',
        priceTiers('contract').as('priceTiers'),
        priceSource('contract').as('priceSource'),
        'trulla.price as trullaPrice',
      ]),
  )
  return async (db: Db, given: Named & Visible): Promise<Facts[]> =>
    given.businessId ? withPrices(db, given) : alone(db, given)
}

const factsById = prepareFacts(({ id }: { id: string }) => sql`product.id = ${id}`)

const factsBySlug = prepareFacts(({ slug }: { slug: string }) => sql`product.slug = ${slug}`)

/** Each branch of the union uses its own index. Several products may match; the closest match wins. */
const factsByNumber = prepareFacts(
  ({
    wanted,
    keys,
    businessId,
    seesDrafts,
    seesRestricted,
  }: { wanted: string; keys: string[] } & Visible) => sql`product.id = (
    select id from (
      select * from product where ndc_number = ${wanted}
      union all
      select * from product where ndc_key = any(${keys}::text[]) and not is_item_number and ndc_key <> ''
    ) product
    where deleted_at is null and (is_published or ${seesDrafts})
      and ${isVisibleTo(sql`${businessId}::uuid`, sql`${seesRestricted}::boolean`)}
    order by (ndc_number = ${wanted}) desc, ndc_key, id limit 1)`,
)

interface Prices {
  contractPrice: number | null
  priceTiers: PriceTier[] | null
  priceSource: PriceSource | null
  trullaPrice: number | null
}

type Facts = InferResult<ReturnType<typeof facts>>[number] & Partial<Prices>

const shaped = async (db: Db, viewer: Viewer, row: Facts | undefined): Promise<FoundProduct> => {
  if (!row) throw notFound('Product')
  const { trullaPrice, priceSource: source, ...rest } = row
  const product = {
    ...cardFor(viewer, rest),
    ...(viewer.seesDrafts && (await complianceFactsOf(db, row._id))),
    customPricingListTrulla: priceListOf(viewer.user, trullaPrice),
    // Admins get the full price lists instead.
    ...(source && !viewer.seesDrafts && { priceSource: source }),
  }
  return viewer.seesDrafts ? { ...product, ...(await listsOf(db, row._id)) } : product
}

/** Facts of a product that buyers do not get. */
const complianceFactsOf = async (db: Db, id: string) => {
  const { confirmedBy, ...found } = await db
    .selectFrom('product')
    .leftJoin('user_account as confirmer', 'confirmer.id', 'schedule_confirmed_by')
    .select([
      'schedule_confirmed_at as scheduleConfirmedAt',
      sql<string | null>`concat_ws(' ', confirmer.name, confirmer.last_name)`.as('confirmedBy'),
      'is_narcotic as isNarcotic',
      'drug_family as drugFamily',
      'base_units as baseUnits',
      'is_list_one as isListOne',
      'needs_trace as needsTrace',
    ])
    .where('product.id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...found, ...(confirmedBy && { scheduleConfirmedBy: confirmedBy }) }
}

const maxEntries = 10_000

/** The prices of all businesses, each represented by one of its users, and all favorites of a product. */
const listsOf = async (db: Db, productId: string) => {
  const [prices, favourites] = await Promise.all([
    db
      .selectFrom('contract_price')
      .innerJoin('named_customer', 'named_customer.business_id', 'contract_price.business_id')
      .select(['list', 'user_id as userId', 'email', 'company_name as company', 'name', 'price'])
      .where('product_id', '=', productId)
      .orderBy('company_name')
      .orderBy('user_id')
      .limit(2 * maxEntries)
      .execute(),
    db
      .selectFrom('favourite')
      .innerJoin('user_account', 'user_account.id', 'favourite.user_id')
      .select('email')
      .where('product_id', '=', productId)
      .where('user_account.deleted_at', 'is', null)
      .orderBy('email')
      .limit(maxEntries)
      .execute(),
  ])
  const listed = (wanted: 'general' | 'trulla'): ContractPrice[] =>
    prices.filter(({ list }) => list === wanted).slice(0, maxEntries)
  return {
    favBy: favourites.map(({ email }) => email),
    customPricingList: listed('general'),
    customPricingListTrulla: listed('trulla'),
  }
}
