import { sql } from 'kysely'
import { act, refuseStale } from '#platform/act.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { newId } from '#platform/db/new-id.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import type { AccountHooks } from '../account-hooks.ts'
import { businessesOf } from '../lock-customers.ts'
import { groupKinds, maxGroups } from './audience-shapes.ts'
import type { businessGroups } from './contract.ts'

export const makeGroup = (db: Db, call: CallOf<typeof businessGroups.make>): Promise<string> =>
  act(db, call, async ({ tx, record }) => {
    const id = newId()
    const { count } = await tx
      .selectFrom('business_group')
      .select(sql<number>`count(*)::int`.as('count'))
      .executeTakeFirstOrThrow()
    if (count >= maxGroups) throw new Refusal(409, 'There can be at most 1,000 groups. Delete one first.')
    const made = await tx
      .insertInto('business_group')
      .values({ id, ...call.body })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (made.numInsertedOrUpdatedRows === 0n) throw sameName()
    await record('group created', ['group', id], { after: call.body })
    return id
  })

const sameName = () => new Refusal(409, 'A group with this name already exists.', { field: 'name' })

export const changeGroup = (
  db: Db,
  news: Pick<AccountHooks, 'onGroupChanged'>,
  { params: { id }, body: { name, userIds, __v }, ...acting }: CallOf<typeof businessGroups.change>,
): Promise<void> =>
  act(db, acting, async ({ tx, record }) => {
    const { kind, name: before, version } = await lockGroup(tx, id)
    refuseStale('This group', { opened: __v, version })
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
    await record('group changed', ['group', id], {
      before: { name: before },
      after: { name, members: members.length, added: come, removed: gone.length },
    })
    await news.onGroupChanged(tx)
  })

const lockGroup = async (tx: Tx, id: string) => {
  const group = await tx.selectFrom('business_group').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!group) throw notFound('Group')
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

export const removeGroup = (
  db: Db,
  { params: { id }, ...acting }: CallOf<typeof businessGroups.remove>,
): Promise<void> =>
  act(db, acting, async ({ tx, record }) => {
    const group = await lockGroup(tx, id)
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
    await record('group removed', ['group', id], { before: { name: group.name } })
  })
