import { sql } from 'kysely'
import { noteCatalogChange } from '#catalog/note-change.ts'
import { act } from '#platform/act.ts'
import type { Db, Row, Tx } from '#platform/db/tables.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import { recordAll } from '#platform/record-entry.ts'
import { toCents, toDollars } from '#shared/money.ts'
import { lockList } from './change-list.ts'
import type { priceLists } from './contract.ts'
import { type PriceActor, lockProducts } from './write-prices.ts'

/** Amount of an entry in dollars or percent; both are null for no entry. */
export interface Amount {
  price: number | null
  percent_off: number | null
}

interface WrittenEntry {
  product_id: string
  from_quantity: number
  before: Amount | null
  after: Amount | null
}

/** Sets one entry from a screen. */
export const setEntry = (db: Db, { params, body, ...acting }: CallOf<typeof priceLists.setEntry>): Promise<void> =>
  act(db, acting, async ({ tx, actor, request }) => {
    const { productId, fromQuantity, price, percentOff } = body
    await lockProducts(tx, [productId])
    const list = await lockList(tx, params.id)
    const amount = { price: price === null ? null : toDollars(toCents(price)), percent_off: percentOff }
    const wanted = [{ product_id: productId, from_quantity: fromQuantity, ...amount }]
    await writeEntries(tx, list, wanted, { actorId: actor._id, request })
  })

type EntryInput = { product_id: string; from_quantity: number } & Amount

const maxEntries = 200_000

/** Writes and audits the entries that changed. The caller must have locked the list. */
export const writeEntries = async (
  tx: Tx,
  { id: listId, name }: Pick<Row<'price_list'>, 'id' | 'name'>,
  wanted: EntryInput[],
  doer: PriceActor,
): Promise<WrittenEntry[]> => {
  if (wanted.length === 0) return []
  const rows = sql`jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
    as wanted (product_id uuid, from_quantity integer, price numeric(12, 2), percent_off numeric(5, 2))`
  // The final select reads the rows as they were before the writes in this statement.
  const { rows: written } = await sql<WrittenEntry>`
    with put as (
      insert into price_entry (price_list_id, product_id, from_quantity, price, percent_off)
      select ${listId}::uuid, product_id, from_quantity, price, percent_off from ${rows}
      where price is not null or percent_off is not null
      on conflict (price_list_id, product_id, from_quantity)
      do update set price = excluded.price, percent_off = excluded.percent_off
      where (price_entry.price, price_entry.percent_off) is distinct from (excluded.price, excluded.percent_off)
      returning product_id, from_quantity, price, percent_off
    ), gone as (
      delete from price_entry using ${rows}
      where price_entry.price_list_id = ${listId}::uuid and price_entry.product_id = wanted.product_id
        and price_entry.from_quantity = wanted.from_quantity and wanted.price is null and wanted.percent_off is null
      returning price_entry.product_id, price_entry.from_quantity
    )
    select touched.product_id, touched.from_quantity,
      case when old.product_id is not null
        then json_build_object('price', old.price, 'percent_off', old.percent_off) end as before, touched.after
    from (
      select product_id, from_quantity, json_build_object('price', price, 'percent_off', percent_off) as after from put
      union all select product_id, from_quantity, null from gone
    ) touched
    left join price_entry old on old.price_list_id = ${listId}::uuid and old.product_id = touched.product_id
      and old.from_quantity = touched.from_quantity`.execute(tx)
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::int as count from price_entry where price_list_id = ${listId}::uuid`.execute(tx)
  if ((counted[0]?.count ?? 0) > maxEntries) throw new Refusal(409, 'A price list can have at most 200,000 entries.')
  await recordAll(
    tx,
    written.map(({ product_id, from_quantity, before, after }) => ({
      ...doer,
      entity: 'price list',
      entityId: listId,
      action: after ? 'price list entry set' : 'price list entry removed',
      before: before && { ...before },
      after: after && { ...after, product: product_id, from: from_quantity, list: name },
    })),
  )
  if (written.length > 0) await noteCatalogChange(tx, [])
  return written
}
