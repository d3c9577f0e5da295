import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/tables.ts'
import { accountNumber } from '#shared/account-number.ts'
import { asDollars } from '#shared/money.ts'
import { isFarFrom } from '#shared/read-number.ts'
import { parsePriceCell, withoutPriceGuard } from '#pricing/read-price.ts'
import type { PriceInput } from '#pricing/write-prices.ts'
import type { ImportOptions, CheckedRow } from './import-kind.ts'
import { isOtherPrice } from './row-margins.ts'
import { BadRow } from './read-row.ts'
import { choicesFor, resolvedKey } from './resolve-ndc.ts'

interface Stored {
  row: number
  facts: unknown
}

type Checked = CheckedRow & { wanted?: PriceInput }

/** Checks each row against the current contract prices. */
export const checkPrices = async (db: Db | Tx, rows: Stored[], how: ImportOptions): Promise<Checked[]> => {
  const read = rows.map(({ row, facts }) => ({ row, cells: cellsOf(facts) }))
  const products = await findProductsByNumber(
    db,
    read.map(({ cells }) => cells.ndcNumber),
    how,
  )
  const customers = await findBusinesses(
    db,
    read.map(({ cells }) => cells.customer),
    how.businessId,
  )
  const prices = await currentPrices(db, products, customers)
  return read.map(({ row, cells }): Checked => {
    try {
      return checkRow({
        row,
        cells,
        product: products.of(cells.ndcNumber),
        customer: customers.of(cells.customer),
        prices,
      })
    } catch (error) {
      if (!(error instanceof BadRow)) throw error
      const { ndcNumber, customer } = cells
      return { row, code: '', verdict: 'refused', shown: { ndcNumber, name: '', customer, reason: error.message } }
    }
  })
}

type Cells = Record<'ndcNumber' | 'customer' | 'price' | 'list', string>

const cellsOf = (facts: unknown): Cells => {
  const textOf = rowTexts(facts)
  return { ndcNumber: textOf('ndcNumber'), customer: textOf('customer'), price: textOf('price'), list: textOf('list') }
}

/** Reads the cells of a stored row as text, cut to one letter more than any field allows, which is still refused. */
export const rowTexts = (facts: unknown) => {
  const cells = facts as Record<string, string | number | boolean> // stored in this shape
  return (field: string) => withoutPriceGuard(Object.hasOwn(cells, field) ? String(cells[field]) : '').slice(0, 301)
}

interface Product {
  id: string
  name: string
  ndc_number: string
  price: number
}

interface Business {
  id: string
  name: string
}

interface Case {
  row: number
  cells: Cells
  product: Product
  customer: Business
  prices: Map<string, number>
}

const checkRow = ({ row, cells, product, customer, prices }: Case): Checked => {
  const list = cells.list.toLowerCase() || 'general'
  if (list !== 'general' && list !== 'trulla') throw new BadRow('List must be general or trulla.')
  const price = parsePriceCell(cells.price)
  if (price === undefined) throw new BadRow(`Price “${cells.price.slice(0, 30)}” is not an amount.`)
  const code = `${product.id} ${customer.id} ${list}`
  const before = prices.get(code) ?? null
  const shown = {
    ndcNumber: product.ndc_number,
    name: product.name.slice(0, 120),
    customer: customer.name,
    listPrice: product.price,
  }
  const margin = before === null ? {} : { prices: price === null || isOtherPrice(before, price) }
  if (price === before) return { row, code, verdict: 'unchanged', shown, margin }
  const field = list === 'trulla' ? 'Price (Trulla)' : 'Price'
  const isFirst = before === null
  const notes = price === null ? [] : priceWarnings(price, product.price, before)
  return {
    row,
    code,
    verdict: isFirst ? 'new' : 'changed',
    shown: {
      ...shown,
      changes: [{ field, before: isFirst ? '' : asDollars(before), after: price === null ? '' : asDollars(price) }],
      ...(price !== null && product.price > 0 && { difference: (price / product.price - 1) * 100 }),
      ...(notes.length > 0 && { notes }),
    },
    margin,
    wanted: { productId: product.id, businessId: customer.id, list, price },
  }
}

/** Prices that are possible, but more often typos. */
export const priceWarnings = (price: number, listPrice: number, before: number | null): string[] => [
  ...(price === 0 ? ['The price would be $0.'] : []),
  ...(price > listPrice && listPrice > 0 ? [`Above the list price, ${asDollars(listPrice)}.`] : []),
  ...(price > 0 && isFarFrom(price, listPrice) ? ['More than ten times above or below the list price.'] : []),
  ...(price > 0 && before !== null && isFarFrom(price, before)
    ? ['More than ten times above or below the current price.']
    : []),
]

/** The products that the rows of a part name. */
export const findProductsByNumber = async (
  db: Db | Tx,
  numbers: string[],
  { productId, elevenDigits }: ImportOptions,
) => {
  const choices = new Map(numbers.map((number) => [number, choicesFor(number, elevenDigits)]))
  const keys = [...choices.values()].flatMap(({ candidates }) => candidates)
  const rows = await db
    .selectFrom('product')
    .select(['id', 'name', 'ndc_number', 'ndc_key', 'price'])
    .where('deleted_at', 'is', null)
    .where((eb) =>
      productId
        ? eb('id', '=', productId)
        : eb.or([
            eb.and([
              eb('ndc_key', '=', eb.fn.any(eb.val(keys))),
              eb('ndc_key', '<>', ''),
              eb('is_item_number', '=', false),
            ]),
            eb('ndc_number', '=', eb.fn.any(eb.val([...choices.keys()]))),
          ]),
    )
    .execute()
  const byNumber = Map.groupBy(rows, ({ ndc_number }) => ndc_number)
  const byKey = new Map(rows.map((one) => [one.ndc_key, one]))
  const of = (number: string): Product => {
    if (productId) {
      const [only] = rows
      if (!only) throw new BadRow('The product has been deleted.')
      return only
    }
    if (!number) throw new BadRow('NDC Number is missing.')
    const [exact, another] = byNumber.get(number) ?? []
    if (another) throw new BadRow(`${number} matches several products.`)
    if (exact) return exact
    const found = byKey.get(
      resolvedKey(choices.get(number) ?? choicesFor(number, elevenDigits), (key) => byKey.has(key)),
    )
    if (!found) throw new BadRow(`There is no product ${number}.`)
    return found
  }
  return { of, ids: rows.map(({ id }) => id) }
}

const findBusinesses = async (db: Db | Tx, names: string[], businessId: string | null) => {
  const emails = names.filter((name) => name.includes('@')).map((name) => name.toLowerCase())
  const numbers = names.filter((name) => !name.includes('@')).map(accountNumber)
  const rows = await db
    .selectFrom('account')
    .select([
      sql<string>`business_id`.as('id'),
      'email',
      'account_number',
      'is_admin',
      'is_sales_rep',
      sql<string>`coalesce(nullif(company_name, ''), email)`.as('name'),
    ])
    .where('deleted_at', 'is', null)
    .where((eb) =>
      businessId
        ? eb('business_id', '=', businessId)
        : eb.or([
            eb('email', '=', eb.fn.any(eb.val(emails))),
            eb.and([eb('account_number', '=', eb.fn.any(eb.val(numbers))), eb('account_number', '<>', '')]),
          ]),
    )
    .execute()
  const isCustomer = (one: (typeof rows)[number]) => !one.is_admin && !one.is_sales_rep && Boolean(one.id)
  const customers = rows.filter(isCustomer)
  const byEmail = new Map(rows.map((one) => [one.email, one]))
  const byNumber = new Map(customers.map((one) => [one.account_number, one]))
  const of = (name: string): Business => {
    if (businessId) {
      const [only] = customers
      if (!only) throw new BadRow('This account is no longer a customer.')
      return only
    }
    if (!name) throw new BadRow('Customer is missing.')
    const found = name.includes('@') ? byEmail.get(name.toLowerCase()) : byNumber.get(accountNumber(name))
    if (!found) throw new BadRow(`There is no account ${name}.`)
    if (!isCustomer(found)) throw new BadRow(`${name} is not a customer.`)
    return found
  }
  return { of, ids: [...new Set(customers.map(({ id }) => id))] }
}

const currentPrices = async (
  db: Db | Tx,
  products: { ids: string[] },
  customers: { ids: string[] },
): Promise<Map<string, number>> => {
  const rows = await db
    .selectFrom('contract_price')
    .select(['product_id', 'business_id', 'list', 'price'])
    .where('business_id', '=', sql<string>`any(${customers.ids}::uuid[])`)
    .where('product_id', '=', sql<string>`any(${products.ids}::uuid[])`)
    .execute()
  return new Map(
    rows.map(({ product_id, business_id, list, price }) => [`${product_id} ${business_id} ${list}`, price]),
  )
}
