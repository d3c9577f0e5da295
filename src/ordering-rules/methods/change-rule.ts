import { sql } from 'kysely'
import { recordAudit } from '#audit/record-entry.ts'
import type { GroupContext } from '#pricing/change-group.ts'
import { businessesOf } from '#customers/lock-customers.ts'
import { groupsOf } from '#pricing/change-list.ts'
import { shippingMethods } from '../delivery/delivery-shapes.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { actOnce } from '#platform/http/act-once.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import type { MethodChange } from './contract.ts'
import { type MethodKind, paymentMethods } from './method-shapes.ts'

type Change = GroupContext & MethodChange & { kind: MethodKind; method: string }

const methodsOf: Record<MethodKind, readonly string[]> = { shipping: shippingMethods, payment: paymentMethods }

/** Replaces the availability rule of a method and its audience. */
export const changeRule = (
  db: Db,
  { actor, request, kind, method, rule, userIds, groupIds, __v }: Change,
): Promise<void> =>
  actOnce(db, request, async (tx) => {
    if (!methodsOf[kind].includes(method)) throw notFound('Method')
    const before = await lockRule(tx, { kind, method })
    if (before.version !== __v)
      throw new Refusal(409, 'This method has changed since you opened it. Open it again.', { __v: before.version })
    const businesses = rule === 'all' ? [] : await businessesOf(tx, userIds)
    const groups = rule === 'all' ? [] : await groupsOf(tx, groupIds)
    if (rule === 'except' && businesses.length + groups.length === 0)
      throw new Refusal(400, 'Choose the excluded businesses, or make it available to everyone.')
    await tx
      .updateTable('order_method')
      .set({ rule, version: __v + 1, changed_at: sql<Date>`now()` })
      .where('kind', '=', kind)
      .where('method', '=', method)
      .execute()
    const held = await tx
      .deleteFrom('order_method_audience')
      .where('kind', '=', kind)
      .where('method', '=', method)
      .returning(['business_id', 'group_id'])
      .execute()
    await sql`
      insert into order_method_audience (kind, method, business_id, group_id)
      select ${kind}, ${method}, business_id, null from unnest(${businesses}::uuid[]) as business_id
      union all select ${kind}, ${method}, null, group_id from unnest(${groups}::uuid[]) as group_id`.execute(tx)
    await recordAudit(tx, {
      actorId: actor._id,
      action: 'order method changed',
      entity: 'order method',
      entityId: method,
      before: { rule: before.rule, holders: held.flatMap((one) => one.business_id ?? one.group_id ?? []).toSorted() },
      after: { rule, holders: [...businesses, ...groups].toSorted() },
      request,
    })
  })

/** Creates the row if it doesn't exist, then locks it. */
const lockRule = async (tx: Tx, { kind, method }: Pick<Change, 'kind' | 'method'>) => {
  await tx
    .insertInto('order_method')
    .values({ kind, method, rule: 'all', version: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return tx
    .selectFrom('order_method')
    .select(['rule', 'version'])
    .where('kind', '=', kind)
    .where('method', '=', method)
    .forUpdate()
    .executeTakeFirstOrThrow()
}
