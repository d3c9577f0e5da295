import { type RawBuilder, sql } from 'kysely'
import type { Tx, Db } from '#platform/db/tables.ts'
import { notFound } from '#platform/http/refusal.ts'
import { noteCatalogChange } from '#catalog/note-change.ts'
import { act } from '#platform/act.ts'
import type { CallOf } from '#platform/http/serve.ts'
import { type AuditEntry, recordAll } from '#platform/record-entry.ts'
import { toCents, toDollars } from '#shared/money.ts'
import { lockCustomers } from '#customers/lock-customers.ts'
import type { contractPrices } from './contract.ts'

/** A price of a business; null removes it. */
export interface PriceInput {
  productId: string
  businessId: string
  list: 'general' | 'trulla'
  price: number | null
}

/** Writes the prices that changed and increases the version of each product, so that open editors become stale. */
export const writePrices = async (tx: Tx, wanted: PriceInput[], doer: PriceActor): Promise<PriceChange[]> => {
  const touched = await setPrices(tx, wanted)
  if (touched.length === 0) return touched
  const ids = [...new Set(touched.map(({ product_id }) => product_id))]
  await tx
    .updateTable('product')
    .set(({ eb }) => ({ version: eb('version', '+', 1), updated_at: sql<Date>`now()` }))
    .where('id', 'in', ids)
    .execute()
  await recordPrices(tx, doer, touched)
  await noteCatalogChange(tx, ids)
  return touched
}

/** Sets and removes prices; returns those that changed. */
export const setPrices = async (tx: Tx, wanted: PriceInput[]): Promise<PriceChange[]> => [
  ...(await upsert(tx, wanted)),
  ...(await drop(tx, wanted)),
]

/** In id order, like orders and imports, to avoid deadlocks. */
export const lockProducts = async (tx: Tx, ids: string[]): Promise<void> => {
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

const columnsOf = (rows: PriceInput[]): RawBuilder<unknown> =>
  sql`unnest(${rows.map(({ productId }) => productId)}::uuid[], ${rows.map(({ businessId }) => businessId)}::uuid[],
    ${rows.map(({ list }) => list)}::text[], ${rows.map(({ price }) => price ?? 0)}::numeric[])
    as wanted (product_id, business_id, list, price)`

const upsert = async (tx: Tx, rows: PriceInput[]): Promise<PriceChange[]> => {
  const kept = rows.filter(({ price }) => price !== null)
  if (kept.length === 0) return []
  // The final select reads the rows as they were before the write in this statement.
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

const drop = async (tx: Tx, rows: PriceInput[]): Promise<PriceChange[]> => {
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

/** Sets one price from a screen; returns the number of changed prices. */
export const setCustomerPrice = (
  db: Db,
  { params: { id: userId }, body: wanted, ...acting }: CallOf<typeof contractPrices.setCustomerPrice>,
): Promise<number> =>
  act(db, acting, async ({ tx, actor, request, record }) => {
    await lockProducts(tx, [wanted.productId])
    const businessId = await businessToPrice(tx, userId)
    const price = wanted.price === null ? null : toDollars(toCents(wanted.price))
    const { length: count } = await writePrices(tx, [{ ...wanted, businessId, price }], { actorId: actor._id, request })
    if (count > 0) await record('custom prices set', ['user', userId], { after: { prices: count } })
    return count
  })

const businessToPrice = async (tx: Tx, userId: string): Promise<string> => {
  const [account] = await lockCustomers(tx, [userId], [])
  if (!account || account.is_admin || account.is_sales_rep) throw notFound('Customer')
  return account.business_id
}

/** The acting user and the request; both are null for jobs and the command line. */
export type PriceActor = Pick<AuditEntry, 'actorId' | 'request'>

export interface PriceChange {
  product_id: string
  business_id: string
  list: string
  /** Null if there was no price before, or is none after. */
  before: number | null
  after: number | null
}

/** Audits each changed price with its business, product and both amounts. */
export const recordPrices = async (tx: Tx, doer: PriceActor, changes: readonly PriceChange[]): Promise<void> => {
  if (changes.length === 0) return
  const businesses = await tx
    .selectFrom('business')
    .select(['id', 'name'])
    .where('id', '=', sql<string>`any(${[...new Set(changes.map(({ business_id }) => business_id))]}::uuid[])`)
    .execute()
  const names = new Map(businesses.map(({ id, name }) => [id, name]))
  await recordAll(
    tx,
    changes.map(({ product_id, business_id, list, before, after }) => {
      const whose = {
        business: names.get(business_id) ?? '',
        businessId: business_id,
        ...(list === 'trulla' && { list }),
      }
      return {
        ...doer,
        action: after === null ? 'contract price removed' : 'contract price set',
        entity: 'contract price',
        entityId: product_id,
        before: before === null ? null : { price: before, ...(after === null && whose) },
        after: after === null ? null : { price: after, ...whose },
      }
    }),
  )
}
