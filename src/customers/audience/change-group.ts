import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { recordAudit } from '#audit/record-entry.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { newId } from '#platform/db/new-id.ts'
import { actOnce } from '#platform/http/act-once.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import type { RequestFacts } from '#platform/http/serve.ts'
import type { AccountHooks } from '../account-hooks.ts'
import { businessesOf } from '../lock-customers.ts'
import { groupKinds, type GroupChange, maxGroups, type NewGroup } from './audience-shapes.ts'

export interface GroupContext {
  actor: Caller
  request: RequestFacts
}

export const makeGroup = (
  db: Db,
  { actor, request, ...facts }: GroupContext & z.infer<typeof NewGroup>,
): Promise<string> =>
  actOnce(db, request, async (tx) => {
    const id = newId()
    const { count } = await tx
      .selectFrom('business_group')
      .select(sql<number>`count(*)::int`.as('count'))
      .executeTakeFirstOrThrow()
    if (count >= maxGroups) throw new Refusal(409, 'There can be at most 1,000 groups. Delete one first.')
    const made = await tx
      .insertInto('business_group')
      .values({ id, ...facts })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (made.numInsertedOrUpdatedRows === 0n) throw sameName()
    await recordAudit(tx, { ...entry(actor, id, request), action: 'group made', after: facts })
    return id
  })

const sameName = () => new Refusal(409, 'A group with this name already exists.', { field: 'name' })

const entry = (actor: Caller, id: string, request: RequestFacts) => ({
  actorId: actor._id,
  entity: 'group',
  entityId: id,
  request,
})

type Change = GroupContext & z.infer<typeof GroupChange> & { id: string }

export const changeGroup = (
  db: Db,
  news: Pick<AccountHooks, 'onGroupChanged'>,
  { id, actor, request, name, userIds, __v }: Change,
): Promise<void> =>
  actOnce(db, request, async (tx) => {
    const { kind, name: before } = await lockGroup(tx, id, __v)
    const taken = await tx
      .selectFrom('business_group')
      .select('id')
      .where(sql<boolean>`lower(name) = lower(${name})`)
      .where('id', '<>', id)
      .executeTakeFirst()
    if (taken) throw sameName()
    const members = await businessesOf(tx, userIds)
    await tx
      .updateTable('business_group')
      .set({ name, version: __v + 1 })
      .where('id', '=', id)
      .execute()
    const gone = await tx
      .deleteFrom('business_group_member')
      .where('group_id', '=', id)
      .where('business_id', 'not in', sql<string>`(select unnest(${members}::uuid[]))`)
      .returning('business_id')
      .execute()
    const come = await addMembers(tx, { id, kind, members })
    await recordAudit(tx, {
      ...entry(actor, id, request),
      action: 'group changed',
      before: { name: before },
      after: { name, members: members.length, added: come, removed: gone.length },
    })
    await news.onGroupChanged(tx)
  })

const lockGroup = async (tx: Tx, id: string, version: number) => {
  const group = await tx.selectFrom('business_group').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!group) throw notFound('Group')
  if (group.version !== version)
    throw new Refusal(409, 'This group has changed since you opened it. Open it again.', { __v: group.version })
  return group
}

interface Joining {
  id: string
  kind: 'group' | 'class'
  members: string[]
}

/** Returns the number of added members. Refuses a business in another class of trade instead of moving it silently. */
const addMembers = async (tx: Tx, { id, kind, members }: Joining): Promise<number> => {
  const { rows: come } = await sql`
    insert into business_group_member (business_id, group_id, kind)
    select business_id, ${id}::uuid, ${kind} from unnest(${members}::uuid[]) as business_id
    on conflict do nothing returning business_id`.execute(tx)
  const { rows } = await sql<{ business: string; name: string }>`
    select business.name as business, business_group.name
    from unnest(${members}::uuid[]) as member (business_id)
    join business on business.id = member.business_id
    join business_group_member other on other.business_id = business.id and other.kind = 'class' and other.group_id <> ${id}::uuid
    join business_group on business_group.id = other.group_id
    where ${kind} = 'class' limit 1`.execute(tx)
  const [other] = rows
  if (other)
    throw new Refusal(409, `${other.business} is already in the ${groupKinds.class.toLowerCase()} ${other.name}.`)
  return come.length
}

export const removeGroup = (db: Db, { id, actor, request }: GroupContext & { id: string }): Promise<void> =>
  actOnce(db, request, async (tx) => {
    const group = await tx.selectFrom('business_group').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    if (!group) throw notFound('Group')
    const { rows } = await sql<{ kind: string; name: string }>`
      select case when audience.kind in ('shipping', 'payment') then audience.kind || ' method' else audience.kind end as kind,
        coalesce(price_list.name, product.name, subject) as name
      from audience_member join audience on audience.id = audience_id
      left join price_list on price_list.id = audience.id
      left join product on product.id = case audience.kind when 'product' then subject::uuid end
      where group_id = ${id}::uuid limit 1`.execute(tx)
    const [used] = rows
    if (used) throw new Refusal(409, `The ${used.kind} “${used.name}” is for this group. Remove the group there first.`)
    await tx.deleteFrom('business_group').where('id', '=', id).execute()
    await recordAudit(tx, { ...entry(actor, id, request), action: 'group removed', before: { name: group.name } })
  })
