import { sql } from 'kysely'
import type { Tx } from '#platform/db/tables.ts'
import { newId } from '#platform/db/new-id.ts'

interface Allocated {
  /** Matches the beginning of a product name. */
  name: string
  mode: 'warn' | 'prevent'
  share_percent: number | null
  fixed: number | null
  floor: number
  /** The monthly units of one business, in place of its share. */
  exception?: number
}

const allocations: Allocated[] = [
  { name: 'Atropine Sulfate Liquid, 10', mode: 'prevent', share_percent: 90, fixed: null, floor: 4, exception: 12 },
  { name: 'Lidocaine 5% Patch', mode: 'warn', share_percent: null, fixed: 30, floor: 0 },
]

/** Two scarce products: shares of what each business bought, with an exception, and a fixed number for everyone. */
export const seedAllocations = async (tx: Tx, exceptionFor: string): Promise<void> => {
  for (const { name, exception, ...rule } of allocations) {
    const product = await tx
      .updateTable('product')
      .set({ is_allocated: true })
      .where(({ eb, selectFrom }) =>
        eb(
          'id',
          '=',
          selectFrom('product')
            .select('id')
            .where('name', 'like', `${name}%`)
            .orderBy('ndc_key')
            .orderBy('id')
            .limit(1),
        ),
      )
      .returning('id')
      .executeTakeFirst()
    if (!product) continue
    await tx
      .insertInto('allocation')
      .values({ product_id: product.id, ...rule })
      .execute()
    if (exception)
      await tx
        .insertInto('allocation_exception')
        .values({ product_id: product.id, business_id: exceptionFor, quantity: exception })
        .execute()
  }
}

const shown = 3

/** A few anesthetics are for one group only: those that no other business has ordered. */
export const seedVisibility = async (tx: Tx, groupId: string): Promise<void> => {
  const { rows } = await sql<{ id: string }>`
    select id from product
    where category = 'Anesthesia' and is_published and not exists (
      select from order_line line join sales_order on sales_order.id = line.order_id
      where line.product_id = product.id and business_id not in (
        select business_id from business_group_member where group_id = ${groupId}::uuid))
    order by ndc_key, id limit ${shown}`.execute(tx)
  for (const { id: subject } of rows) {
    const id = newId()
    await tx.insertInto('audience').values({ id, kind: 'product', subject, rule: 'only' }).execute()
    await tx.insertInto('audience_member').values({ audience_id: id, kind: 'product', group_id: groupId }).execute()
  }
}
