import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/tables.ts'
import { type Audience, type AudienceSummary, maxAudienceMembers, type MemberBusiness } from './audience-shapes.ts'
import type { AudienceKey } from './change-audience.ts'

/** All audiences of these kinds, or that of one subject. */
export const readAudiences = async (
  db: Db,
  kinds: readonly AudienceKey['kind'][],
  subject?: string,
): Promise<(Audience & AudienceKey)[]> => {
  const { rows } = await sql<Audience & AudienceKey>`
    select kind, subject, rule, version as "__v",
      coalesce((
        select json_agg(json_build_object('_id', business_group.id, 'kind', business_group.kind, 'name', name) order by lower(name))
        from audience_member join business_group on business_group.id = group_id
        where audience_id = audience.id), '[]') as groups,
      ${businessesIn(sql`select business_id from audience_member where audience_id = audience.id`, maxAudienceMembers)} as businesses
    from audience where kind = any(${kinds}) ${subject === undefined ? sql`` : sql`and subject = ${subject}`}`.execute(
    db,
  )
  return rows
}

export const readAudience = async (db: Db, { kind, subject }: AudienceKey): Promise<Audience> => {
  const [found] = await readAudiences(db, [kind], subject)
  return found ?? openAudience
}

export const openAudience: Audience = { rule: 'all', groups: [], businesses: [], __v: 0 }

/** Businesses by name as a JSON column, each represented by one of its users. */
export const businessesIn = (ids: RawBuilder<unknown>, most: number): RawBuilder<MemberBusiness[]> =>
  sql<MemberBusiness[]>`coalesce((
    select json_agg(business) from (
      select user_id as "_id", coalesce(nullif(company_name, ''), email) as "companyName", account_number as "accountID"
      from named_customer where business_id in (${ids}) order by 2, 1 limit ${sql.lit(most)}) business), '[]')`

const namedMembers = 4

/** The columns of `AudienceSummary` for the audience with this id. */
export const audienceSummary = (id: RawBuilder<unknown>): RawBuilder<AudienceSummary> => sql<AudienceSummary>`
  (select count(*)::int from audience_member where audience_id = ${id}) as "countHolders",
  array(
    select coalesce(business_group.name, business.name) from audience_member
    left join business_group on business_group.id = group_id left join business on business.id = business_id
    where audience_id = ${id} order by group_id is null, 1 limit ${sql.lit(namedMembers)}) as holders`
