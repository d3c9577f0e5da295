import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { recordAudit } from '#audit/record-entry.ts'
import { noteRestrictionChange } from '#catalog/note-change.ts'
import type { GroupContext } from '#pricing/change-group.ts'
import { businessesOf } from '#customers/lock-customers.ts'
import { groupsOf } from '#pricing/change-list.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { actOnce } from '#platform/http/act-once.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import type { RestrictionChange } from './restriction-shapes.ts'

type Which = { productId: string; category?: never } | { productId?: never; category: string }

/** Replaces the audience of a product or category, effective immediately. */
export const restrictProducts = (
  db: Db,
  { which, actor, request, rule, userIds, groupIds, __v }: GroupContext & RestrictionChange & { which: Which },
): Promise<void> =>
  actOnce(db, request, async (tx) => {
    await refuseUnknown(tx, which, rule)
    const before = await lockRestriction(tx, which)
    if (before.version !== __v)
      throw new Refusal(409, 'The visibility has changed since you opened it. Open it again.', { __v: before.version })
    const businesses = rule === 'all' ? [] : await businessesOf(tx, userIds)
    const groups = rule === 'all' ? [] : await groupsOf(tx, groupIds)
    const held = await tx
      .deleteFrom('restriction_audience')
      .where('restriction_id', '=', before.id)
      .returning(['business_id', 'group_id'])
      .execute()
    if (rule === 'all') await tx.deleteFrom('restriction').where('id', '=', before.id).execute()
    else {
      await tx
        .updateTable('restriction')
        .set({ version: __v + 1 })
        .where('id', '=', before.id)
        .execute()
      await sql`
        insert into restriction_audience (restriction_id, business_id, group_id)
        select ${before.id}::uuid, business_id, null from unnest(${businesses}::uuid[]) as business_id
        union all select ${before.id}::uuid, null, group_id from unnest(${groups}::uuid[]) as group_id`.execute(tx)
    }
    await recordAudit(tx, {
      actorId: actor._id,
      action: 'visibility changed',
      entity: which.productId === undefined ? 'category' : 'product',
      entityId: which.productId ?? which.category,
      before: {
        rule: before.version === 0 ? 'all' : 'only',
        holders: held.flatMap((one) => one.business_id ?? one.group_id ?? []).toSorted(),
      },
      after: { rule, holders: [...businesses, ...groups].toSorted() },
      request,
    })
    await noteRestrictionChange(tx)
  })

/** A category exists while a product has it; removing a restriction is allowed even for an unused category. */
const refuseUnknown = async (
  tx: Tx,
  { productId, category }: Which,
  rule: RestrictionChange['rule'],
): Promise<void> => {
  if (productId === undefined && rule === 'all') return
  const known = tx.selectFrom('product').select('id').where('deleted_at', 'is', null)
  const found = await (
    productId === undefined
      ? known.where('category', '=', category).limit(1)
      : known.where('id', '=', productId).forShare()
  ).executeTakeFirst()
  if (!found) throw notFound(productId === undefined ? 'Category' : 'Product')
}

/** The first restriction inserts the row, so that there is a row to lock. */
const lockRestriction = async (tx: Tx, { productId, category }: Which) => {
  await tx
    .insertInto('restriction')
    .values({ id: randomUUIDv7(), product_id: productId ?? null, category: category ?? null, version: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return tx
    .selectFrom('restriction')
    .select(['id', 'version'])
    .where((eb) => (productId === undefined ? eb('category', '=', category) : eb('product_id', '=', productId)))
    .forUpdate()
    .executeTakeFirstOrThrow()
}
