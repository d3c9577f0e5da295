import { sql, type RawBuilder } from 'kysely'
import { recordAudit } from '#audit/record-entry.ts'
import { noteRestrictionChange } from '#catalog/note-change.ts'
import type { GroupContext } from '#pricing/change-group.ts'
import { businessesOf } from '#customers/lock-customers.ts'
import { groupsOf } from '#pricing/change-list.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { newId } from '#platform/db/new-id.ts'
import { actOnce } from '#platform/http/act-once.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import { type RestrictionChange, maxRestrictions, type Restriction, type RestrictionRow } from './restriction-shapes.ts'
import { maxAudienceMembers } from '#pricing/list-shapes.ts'

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
    .values({ id: newId(), product_id: productId ?? null, category: category ?? null, version: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return tx
    .selectFrom('restriction')
    .select(['id', 'version'])
    .where((eb) => (productId === undefined ? eb('category', '=', category) : eb('product_id', '=', productId)))
    .forUpdate()
    .executeTakeFirstOrThrow()
}

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
