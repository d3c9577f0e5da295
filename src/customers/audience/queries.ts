import { sql } from 'kysely'
import type { Db } from '#platform/db/tables.ts'
import { notFound } from '#platform/http/refusal.ts'
import { type Group, type GroupRow, maxGroups, maxMembers } from './audience-shapes.ts'
import { businessesIn } from './read-audience.ts'

const groupColumns = sql`business_group.id as "_id", kind, name,
  (select count(*)::int from business_group_member where group_id = business_group.id) as members,
  (select count(*)::int from audience_member member where group_id = business_group.id and member.kind = 'price list') as lists`

export const listGroups = async (db: Db): Promise<GroupRow[]> => {
  const { rows } = await sql<GroupRow>`
    select ${groupColumns} from business_group order by kind desc, lower(name) limit ${sql.lit(maxGroups)}`.execute(db)
  return rows
}

export const findGroup = async (db: Db, id: string): Promise<Group> => {
  const members = sql`select business_id from business_group_member where group_id = business_group.id`
  const { rows } = await sql<Group>`
    select ${groupColumns}, version as "__v", ${businessesIn(members, maxMembers)} as businesses
    from business_group where id = ${id}::uuid`.execute(db)
  const [group] = rows
  if (!group) throw notFound('Group')
  return group
}
