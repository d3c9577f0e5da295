import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/tables.ts'
import { notFound } from '#platform/http/refusal.ts'
import { type Group, type GroupRow, type MemberBusiness, maxGroups, maxMembers } from './group-shapes.ts'

const groupFacts = sql`business_group.id as "_id", kind, name,
  (select count(*)::int from business_group_member where group_id = business_group.id) as members,
  (select count(*)::int from price_list_audience where group_id = business_group.id) as lists`

export const listGroups = async (db: Db): Promise<GroupRow[]> => {
  const { rows } = await sql<GroupRow>`
    select ${groupFacts} from business_group order by kind desc, lower(name) limit ${sql.lit(maxGroups)}`.execute(db)
  return rows
}

export const findGroup = async (db: Db, id: string): Promise<Group> => {
  const { rows } = await sql<Omit<Group, 'businesses'>>`
    select ${groupFacts}, version as "__v" from business_group where id = ${id}::uuid`.execute(db)
  const [group] = rows
  if (!group) throw notFound('Group')
  const members = sql`select business_id from business_group_member where group_id = ${id}::uuid`
  return { ...group, businesses: await businessesIn(db, members, maxMembers) }
}

/** Each business is represented by one of its users. */
export const businessesIn = async (db: Db, ids: RawBuilder<unknown>, most: number): Promise<MemberBusiness[]> => {
  const { rows } = await sql<MemberBusiness>`
    select user_id as "_id", coalesce(nullif(company_name, ''), email) as "companyName", account_number as "accountID"
    from named_customer where business_id in (${ids}) order by 2, 1 limit ${sql.lit(most)}`.execute(db)
  return rows
}
