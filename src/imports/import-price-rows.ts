import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/tables.ts'
import { accountNumber } from '#shared/account-number.ts'
import { type PriceInput, writePrices } from '#pricing/write-prices.ts'
import { importPriceKind, priceAmount, type PriceCells, type ImportedPrice, priceIn } from './import-price-kind.ts'
import { BadRow } from './read-row.ts'

interface Business {
  id: string
  name: string
}

/** Contract prices, by product and customer. */
export const priceKind = importPriceKind({
  action: 'contract prices imported',
  fields: ['customer', 'list'],
  findPlaces: async (db, cells: PriceCells<'customer' | 'list'>[], { businessId }) => {
    const names = cells.map(({ customer }) => customer)
    const { of, ids } = await findBusinesses(db, names, businessId)
    return {
      owners: ids,
      of: ({ customer, list }) => {
        const { id, name } = of(customer)
        const slot = slotOf(list)
        return { owner: id, slot, label: slot === 'trulla' ? 'Price (Trulla)' : 'Price', customer: name }
      },
    }
  },
  amountIn: ({ price }) => priceIn(price),
  current: async (db, productIds, owners): Promise<ImportedPrice[]> => {
    const rows = await db
      .selectFrom('contract_price')
      .select(['product_id as productId', 'business_id as owner', 'list as slot', 'price'])
      .where('business_id', '=', sql<string>`any(${owners}::uuid[])`)
      .where('product_id', '=', sql<string>`any(${productIds}::uuid[])`)
      .execute()
    return rows.map((row) => ({ ...row, percent_off: null }))
  },
  lock: async (tx, owners) => {
    await lockBusinesses(tx, owners)
    return async (entries, actorId) => {
      const wanted = entries.map(({ productId, owner, slot, price }): PriceInput => ({
        productId,
        businessId: owner,
        list: slotOf(slot),
        price,
      }))
      const written = await writePrices(tx, wanted, { actorId, request: null })
      return written.map(({ product_id, business_id, list, before, after }) => ({
        productId: product_id,
        owner: business_id,
        slot: list,
        before: priceAmount(before),
        after: priceAmount(after),
      }))
    }
  },
})

const slotOf = (list: string): PriceInput['list'] => {
  const slot = list.toLowerCase() || 'general'
  if (slot !== 'general' && slot !== 'trulla') throw new BadRow('List must be general or trulla.')
  return slot
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

/** No business may lose its last customer, and its prices with them, before the transaction ends. */
const lockBusinesses = (tx: Tx, ids: string[]) =>
  tx
    .selectFrom('business')
    .select('id')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('id')
    .forShare()
    .execute()
