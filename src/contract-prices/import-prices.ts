import { type RawBuilder, sql } from 'kysely'
import { recordAudit } from '#audit/record-entry.ts'
import { actOnce } from '#platform/http/act-once.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import type { RequestFacts } from '#platform/http/serve.ts'
import { toCents, toDollars } from '#shared/money.ts'
import { mostContractPrices } from './contract.ts'
import { ndcKeys } from '#catalogue/normalise-ndc.ts'
import { noteCatalogueChange } from '#catalogue/note-change.ts'
import { type PriceChange, recordPrices } from './record-prices.ts'
import { findCustomers } from './replace-prices.ts'
import { plainHeader } from '#shared/plain-header.ts'
import { readCsv } from '#shared/read-csv.ts'
import { mostDollars, readAmount } from '#shared/read-number.ts'

interface PriceImport {
  actor: Caller
  csv: string
  request: RequestFacts
}

interface PriceRow {
  row: number
  /** E-mail or NDC, whichever the file goes by. */
  whose: string
  list: 'general' | 'trulla'
  /** Null takes the price away. */
  price: number | null
}

interface Settled {
  productId: string
  businessId: string
  list: 'general' | 'trulla'
  price: number | null
}

interface Outcome {
  message: string
  set: number
  unchanged: number
  refused: { row: number; reason: string }[]
}

/** Sets prices of one product for the businesses that a CSV names by a customer's e-mail; others keep theirs. */
export const importProductPrices = (
  db: Db,
  { productId, ...given }: PriceImport & { productId: string },
): Promise<Outcome> =>
  actOnce(db, given.request, async (tx) => {
    const { rows, refused } = readPrices(given.csv, ['email', 'customer', 'customeremail'], 'Email')
    await lockProducts(tx, [productId])
    const accounts = await findCustomers(tx, [], [...new Set(rows.map(({ whose }) => whose.toLowerCase()))])
    const settledRows = rows.flatMap(({ row, whose, list, price }): Settled[] => {
      const account = accounts.find(({ email }) => email === whose.toLowerCase())
      if (account && !account.is_admin && !account.is_sales_rep)
        return [{ productId, businessId: account.business_id, list, price }]
      refused.push({ row, reason: account ? `${whose} is no customer.` : `There is no account ${whose}.` })
      return []
    })
    return setPrices(tx, { ...given, rows: settledRows, refused, about: { entity: 'product', entityId: productId } })
  })

/** Sets one business's prices of the products that a CSV names by NDC; other products keep theirs. */
export const importCustomerPrices = (
  db: Db,
  { userId, ...given }: PriceImport & { userId: string },
): Promise<Outcome> =>
  actOnce(db, given.request, async (tx) => {
    const { rows, refused } = readPrices(given.csv, ['ndcnumber', 'ndc', 'ndc11', 'ndc10', 'itemnumber'], 'NDC Number')
    const products = await productsNamed(tx, rows)
    await lockProducts(tx, [...new Set(products.map(({ id }) => id))])
    const businessId = await businessToPrice(tx, userId)
    const settledRows = rows.flatMap(({ row, whose, list, price }): Settled[] => {
      const keys = ndcKeys(whose)
      const found = products.filter(({ ndc_key, ndc_number }) => ndc_number === whose || keys.includes(ndc_key))
      const [product] = found
      if (product && found.length === 1) return [{ productId: product.id, businessId, list, price }]
      refused.push({ row, reason: product ? `${whose} can be several products.` : `There is no product ${whose}.` })
      return []
    })
    return setPrices(tx, { ...given, rows: settledRows, refused, about: { entity: 'user', entityId: userId } })
  })

/** One price from a screen. */
export const setCustomerPrice = (
  db: Db,
  { actor, request, userId, ...wanted }: Omit<Settled, 'businessId'> & Omit<PriceImport, 'csv'> & { userId: string },
): Promise<Outcome> =>
  actOnce(db, request, async (tx) => {
    await lockProducts(tx, [wanted.productId])
    const businessId = await businessToPrice(tx, userId)
    const price = wanted.price === null ? null : toDollars(toCents(wanted.price))
    const rows = [{ ...wanted, businessId, price }]
    return setPrices(tx, { actor, request, rows, refused: [], about: { entity: 'user', entityId: userId } })
  })

const businessToPrice = async (tx: Tx, userId: string): Promise<string> => {
  const [account] = await findCustomers(tx, [userId], [])
  if (!account || account.is_admin || account.is_sales_rep) throw notFound('Customer')
  return account.business_id
}

/** In id order, as orders and imports lock. */
const lockProducts = async (tx: Tx, ids: string[]): Promise<void> => {
  if (ids.length === 0) return
  const locked = await tx
    .selectFrom('product')
    .select('id')
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (locked.length < ids.length) throw notFound('Product')
}

const productsNamed = (tx: Tx, rows: PriceRow[]) => {
  const keys = rows.flatMap(({ whose }) => ndcKeys(whose))
  return tx
    .selectFrom('product')
    .select(['id', 'ndc_key', 'ndc_number'])
    .where('deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb.and([
          eb('ndc_key', '=', eb.fn.any(eb.val(keys))),
          eb('ndc_key', '<>', ''),
          eb('is_item_number', '=', false),
        ]),
        eb('ndc_number', '=', eb.fn.any(eb.val(rows.map(({ whose }) => whose)))),
      ]),
    )
    .execute()
}

interface Setting extends Omit<PriceImport, 'csv'> {
  rows: Settled[]
  refused: Outcome['refused']
  about: { entity: string; entityId: string }
}

/** Writes what differs; each product touched gets a new version, so that an editor who loaded it earlier notices. */
const setPrices = async (tx: Tx, { actor, request, rows, refused, about }: Setting): Promise<Outcome> => {
  const wanted = [...new Map(rows.map((one) => [`${one.productId} ${one.businessId} ${one.list}`, one])).values()]
  const touched = [...(await upsert(tx, wanted)), ...(await drop(tx, wanted))]
  const count = touched.length
  if (count > 0) {
    const ids = [...new Set(touched.map(({ product_id }) => product_id))]
    await tx
      .updateTable('product')
      .set(({ eb }) => ({ version: eb('version', '+', 1), updated_at: sql<Date>`now()` }))
      .where('id', 'in', ids)
      .execute()
    await recordAudit(tx, {
      actorId: actor._id,
      action: 'custom prices set',
      ...about,
      after: { prices: count },
      request,
    })
    await recordPrices(tx, { actorId: actor._id, request }, touched)
    await noteCatalogueChange(tx, ids)
  }
  return {
    message: count === 1 ? '1 price was set.' : `${count} prices were set.`,
    set: count,
    unchanged: wanted.length - count,
    refused: refused.toSorted((one, other) => one.row - other.row),
  }
}

const columnsOf = (rows: Settled[]): RawBuilder<unknown> =>
  sql`unnest(${rows.map(({ productId }) => productId)}::uuid[], ${rows.map(({ businessId }) => businessId)}::uuid[],
    ${rows.map(({ list }) => list)}::text[], ${rows.map(({ price }) => price ?? 0)}::numeric[])
    as wanted (product_id, business_id, list, price)`

const upsert = async (tx: Tx, rows: Settled[]): Promise<PriceChange[]> => {
  const kept = rows.filter(({ price }) => price !== null)
  if (kept.length === 0) return []
  // What is selected beside the write is as it was before it.
  const { rows: touched } = await sql<PriceChange>`
    with put as (
      insert into contract_price (product_id, business_id, list, price)
      select product_id, business_id, list, price from ${columnsOf(kept)}
      on conflict (business_id, product_id, list) do update set price = excluded.price
      where contract_price.price <> excluded.price
      returning product_id, business_id, list, price
    )
    select put.product_id, put.business_id, put.list, old.price as before, put.price as after
    from put left join contract_price old using (product_id, business_id, list)`.execute(tx)
  return touched
}

const drop = async (tx: Tx, rows: Settled[]): Promise<PriceChange[]> => {
  const gone = rows.filter(({ price }) => price === null)
  if (gone.length === 0) return []
  const { rows: touched } = await sql<PriceChange>`
    delete from contract_price using ${columnsOf(gone)}
    where contract_price.product_id = wanted.product_id and contract_price.business_id = wanted.business_id
      and contract_price.list = wanted.list
    returning contract_price.product_id, contract_price.business_id, contract_price.list,
      contract_price.price as before, null::numeric as after`.execute(tx)
  return touched
}

/** Rows of the file: whose price, in which list, and how much; `delete` or `-` as the price takes it away. */
const readPrices = (csv: string, names: string[], title: string) => {
  const lots = [...readCsv(csv, (sentence) => new Refusal(400, sentence))]
  const [header = [], ...lines] = lots.flatMap((lot) => lot.rows)
  const plain = header.map(plainHeader)
  const [whoseAt, priceAt, listAt] = [
    plain.findIndex((cell) => names.includes(cell)),
    plain.findIndex((cell) => ['price', 'customprice', 'agreedprice'].includes(cell)),
    plain.indexOf('list'),
  ]
  if (whoseAt < 0 || priceAt < 0) throw new Refusal(400, `The file needs the columns ${title} and Price.`)
  if (lines.length > mostContractPrices) throw new Refusal(413, 'The file holds more than 10,000 prices.')
  const refused: Outcome['refused'] = []
  const rows = lines.flatMap((line, at): PriceRow[] => {
    const row = at + 2
    const whose = unguarded(line[whoseAt] ?? '')
    const list = (line[listAt] ?? '').trim().toLowerCase() || 'general'
    const price = amountOf(unguarded(line[priceAt] ?? ''))
    if (!whose) refused.push({ row, reason: `${title} is missing.` })
    else if (list !== 'general' && list !== 'trulla')
      refused.push({ row, reason: 'List is neither general nor trulla.' })
    else if (price === undefined) refused.push({ row, reason: 'Price cannot be read as an amount.' })
    else return [{ row, whose, list, price }]
    return []
  })
  return { rows, refused }
}

/** Files that the portal wrote guard formulas by an apostrophe; here nothing is a formula. */
const unguarded = (cell: string): string => cell.trim().replace(/^'(?=[=+\-@])/, '')

const amountOf = (text: string): number | null | undefined => {
  if (['delete', 'remove', '-'].includes(text.toLowerCase())) return null
  const amount = readAmount(text)
  return amount === null || amount > mostDollars ? undefined : amount
}
