import { sql } from 'kysely'
import { refuseStale } from '#platform/act.ts'
import type { Row, Tx } from '#platform/db/tables.ts'
import { newId } from '#platform/db/new-id.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import { businessesOf } from '../lock-customers.ts'
import type { AudienceChange } from './audience-shapes.ts'

export type AudienceKey = Pick<Row<'audience'>, 'kind' | 'subject'>

/** Replaces an audience and returns it before and after, for the audit trail. `name` is what the refusal names. */
export const changeAudience = async (
  tx: Tx,
  name: string,
  { kind, subject, rule, userIds, groupIds, __v }: AudienceKey & AudienceChange,
) => {
  const before = await lockAudience(tx, { kind, subject })
  refuseStale(name, { opened: __v, version: before.version })
  const businesses = rule === 'all' ? [] : await businessesOf(tx, userIds)
  const groups = rule === 'all' ? [] : await groupsOf(tx, groupIds)
  if (rule === 'except' && businesses.length + groups.length === 0)
    throw new Refusal(400, 'Choose the excluded businesses, or make it available to everyone.')
  await tx
    .updateTable('audience')
    .set({ rule, version: __v + 1 })
    .where('id', '=', before.id)
    .execute()
  const gone = await tx
    .deleteFrom('audience_member')
    .where('audience_id', '=', before.id)
    .returning(sql<string>`coalesce(business_id, group_id)`.as('id'))
    .execute()
  await sql`
    insert into audience_member (audience_id, kind, business_id, group_id)
    select ${before.id}::uuid, ${kind}, business_id, null from unnest(${businesses}::uuid[]) as business_id
    union all select ${before.id}::uuid, ${kind}, null, group_id from unnest(${groups}::uuid[]) as group_id`.execute(tx)
  return {
    before: { rule: before.rule, holders: gone.map(({ id }) => id).toSorted() },
    after: { rule, holders: [...businesses, ...groups].toSorted() },
  }
}

/** Creates the row if it does not exist, then locks it. */
const lockAudience = async (tx: Tx, { kind, subject }: AudienceKey) => {
  await tx
    .insertInto('audience')
    .values({ id: newId(), kind, subject, rule: 'all', version: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return tx
    .selectFrom('audience')
    .select(['id', 'rule', 'version'])
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** Checks that the groups exist and share-locks them. */
const groupsOf = async (tx: Tx, ids: string[]): Promise<string[]> => {
  const unique = [...new Set(ids)]
  const groups = await tx
    .selectFrom('business_group')
    .select('id')
    .where('id', '=', sql<string>`any(${unique}::uuid[])`)
    .orderBy('id')
    .forShare()
    .execute()
  if (groups.length < unique.length) throw notFound('Group')
  return unique
}
