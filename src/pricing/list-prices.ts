import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Db } from '#platform/db/tables.ts'
import { type CsvColumns, csvFile } from '#platform/http/csv.ts'
import { byteOrderMark, csvLine } from '#shared/write-csv.ts'
import { notFound } from '#platform/http/refusal.ts'
import type { ServedFile } from '#platform/http/serve-file.ts'
import { type CustomerPriceQuery, type CustomerPrice, type CustomerPrices, maxContractPrices } from './contract.ts'

/** Ids of the given products that match a text, best match first. */
export type FindAmong = (text: string, productIds: ReadonlySet<string>) => Promise<string[]>

/** One page of the contract prices of a customer’s business; products found by a text come by best match unless sorted. */
export const listCustomerPrices = async (
  db: Db,
  { userId, query, page, pageSize, sort }: CustomerPriceQuery & { userId: string },
  findAmong: FindAmong,
): Promise<CustomerPrices> => {
  const { business_id: businessId, ...customer } = await customerOf(db, userId)
  const { product: text, list } = query
  const found = text ? await findAmong(text, await pricedProducts(db, businessId)) : null
  const contractPrices = pricesOf(db, businessId)
    .$if(found !== null, (rows) => rows.where('product.id', '=', sql<string>`any(${found}::uuid[])`))
    .$if(list !== undefined, (rows) => rows.where(sql<string>`list`, '=', list ?? ''))
  const isUp = !sort.startsWith('-')
  const by = sortColumns[(isUp ? sort : sort.slice(1)) as keyof typeof sortColumns] // the contract allows only these
  const [prices, { count }] = await Promise.all([
    contractPrices
      .select(customerPriceColumns)
      .orderBy(found && sort === 'name' ? sql`array_position(${found}::uuid[], product.id)` : by, isUp ? 'asc' : 'desc')
      .orderBy('product.id')
      .orderBy('list')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
    contractPrices.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow(),
  ])
  return { customer, prices, count }
}

const pricedProducts = async (db: Db, businessId: string | null): Promise<ReadonlySet<string>> => {
  const rows = await db
    .selectFrom('contract_price')
    .select('product_id')
    .where('business_id', '=', businessId)
    .execute()
  return new Set(rows.map(({ product_id: id }) => id))
}

const sortColumns = {
  name: sql.ref('product.name'),
  ndc: sql.ref('product.ndc_number'),
  listPrice: sql.ref('product.price'),
  price: sql.ref('contract_price.price'),
}

const customerPriceColumns = [
  'product.id as productId',
  'product.name',
  'product.ndc_number as ndcNumber',
  'list',
  'product.price as listPrice',
  'contract_price.price',
  'product.is_published as isPublished',
] as const

const pricesOf = (db: Db, businessId: string | null) =>
  db
    .selectFrom('contract_price')
    .innerJoin('product', 'product.id', 'contract_price.product_id')
    .where('business_id', '=', businessId)
    .where('product.deleted_at', 'is', null)

const customerOf = async (db: Db, userId: string) => {
  const customer = await db
    .selectFrom('account')
    .select(['id as _id', 'business_id', 'company_name as companyName', 'name', 'email'])
    .where('id', '=', userId)
    .where('is_admin', '=', false)
    .where('is_sales_rep', '=', false)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!customer) throw notFound('Customer')
  return customer
}

/** Columns must match the import of a customer’s prices. */
export const customerPricesFile = async (db: Db, userId: string): Promise<ServedFile> => {
  const { business_id: businessId, ...customer } = await customerOf(db, userId)
  const rows = await pricesOf(db, businessId).select('product.id').distinct().orderBy('product.id').execute()
  return csvFile(`prices-${customer.companyName || customer.email}.csv`, {
    columns: customerPriceCsv,
    ids: rows.map(({ id }) => id),
    read: (ids) =>
      pricesOf(db, businessId)
        .select(customerPriceColumns)
        .where('product.id', 'in', ids)
        .orderBy('product.id')
        .orderBy('list')
        .execute(),
  })
}

const customerPriceCsv: CsvColumns<CustomerPrice> = {
  'NDC Number': (row) => row.ndcNumber,
  'Material Description': (row) => row.name,
  List: (row) => row.list,
  'List Price': (row) => row.listPrice,
  Price: (row) => row.price,
}

/** Columns must match the import of a product’s prices. */
export const productPricesFile = async (db: Db, productId: string): Promise<ServedFile> => {
  const product = await db
    .selectFrom('product')
    .select(['slug'])
    .where('id', '=', productId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!product) throw notFound('Product')
  const rows = await db
    .selectFrom('contract_price')
    .innerJoin('named_customer', 'named_customer.business_id', 'contract_price.business_id')
    .select(['email', 'company_name', 'account_number', 'list', 'price'])
    .where('product_id', '=', productId)
    .orderBy('company_name')
    .orderBy('user_id')
    .orderBy('list')
    .limit(2 * maxContractPrices)
    .execute()
  const lines = rows.map(({ email, company_name, account_number, list, price }) =>
    csvLine([email, company_name, account_number, list, price]),
  )
  const titles = csvLine(['Email', 'Company', 'Account ID', 'List', 'Price'])
  return {
    type: 'text/csv; charset=utf-8',
    name: `prices-${product.slug}.csv`,
    content: Readable.from([byteOrderMark, titles, ...lines]),
  }
}
