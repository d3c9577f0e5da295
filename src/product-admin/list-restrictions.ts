import { type RawBuilder, sql } from 'kysely'
import { maxAudienceMembers } from '#pricing/list-shapes.ts'
import type { Db } from '#platform/db/tables.ts'
import { notFound } from '#platform/http/refusal.ts'
import { maxRestrictions, type Restriction, type RestrictionRow } from './restriction-shapes.ts'

/** All products and categories with limited visibility, categories first. */
export const listRestrictions = async (db: Db): Promise<RestrictionRow[]> => {
  const { rows } = await sql<RestrictionRow>`
    select product_id as "productId", restriction.category, coalesce(restriction.category, product.name) as name,
      (select count(*)::int from restriction_audience where restriction_id = restriction.id) as "countHolders",
      array(
        select coalesce(business_group.name, business.name) from restriction_audience
        left join business_group on business_group.id = group_id
        left join business on business.id = business_id
        where restriction_id = restriction.id order by group_id is null, 1 limit 5) as holders
    from restriction left join product on product.id = product_id
    where product_id is null or product.deleted_at is null
    order by product_id is not null, 3 limit ${sql.lit(maxRestrictions)}`.execute(db)
  return rows
}

export const restrictionOfProduct = async (db: Db, id: string): Promise<Restriction> => {
  const product = await db
    .selectFrom('product')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!product) throw notFound('Product')
  return findRestriction(db, sql`product_id = ${id}::uuid`)
}

export const restrictionOfCategory = (db: Db, category: string): Promise<Restriction> =>
  findRestriction(db, sql`category = ${category}`)

const findRestriction = async (db: Db, which: RawBuilder<unknown>): Promise<Restriction> => {
  const { rows } = await sql<Omit<Restriction, 'rule'>>`
    select version as "__v",
      coalesce((
        select json_agg(json_build_object('_id', business_group.id, 'kind', kind, 'name', name) order by lower(name))
        from restriction_audience join business_group on business_group.id = group_id
        where restriction_id = restriction.id), '[]') as groups,
      coalesce((
        select json_agg(held order by held."companyName")
        from (
          select user_id as "_id", coalesce(nullif(company_name, ''), email) as "companyName", account_number as "accountID"
          from restriction_audience join named_customer using (business_id)
          where restriction_id = restriction.id limit ${sql.lit(maxAudienceMembers)}) held), '[]') as businesses
    from restriction where ${which}`.execute(db)
  const [found] = rows
  return found ? { rule: 'only', ...found } : { rule: 'all', groups: [], businesses: [], __v: 0 }
}
