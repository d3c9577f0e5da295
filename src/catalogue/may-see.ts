import { type RawBuilder, sql } from 'kysely'

/**
 * Whether a business may see the `product` of a statement: nothing that it or its category is only for others. Whoever shows,
 * counts or sells products asks by this. While nothing is restricted, that is looked up once for the whole statement. What
 * is asked is unseen by the planner, so that one plan serves all.
 */
export const maySee = (
  businessId: RawBuilder<unknown>,
  seesAll?: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`(
    ${seesAll ? sql`(select ${seesAll}) or` : sql``} not exists (select from restriction)
    or (${isOpen(sql`product_id = product.id`, businessId)} and ${isOpen(sql`category = product.category`, businessId)})
  )`

const isOpen = (which: RawBuilder<unknown>, businessId: RawBuilder<unknown>) => sql`not exists (
      select from restriction where restriction.${which} and restriction.id <> all(${restrictionsOpenTo(sql`(select ${businessId})`)}))`

/** The restrictions that are for a business: itself, a group of it or its class of trade. One selection for the whole statement. */
export const restrictionsOpenTo = (businessId: RawBuilder<unknown>): RawBuilder<string[]> => sql<string[]>`array(
        select restriction_id from restriction_holder where business_id = ${businessId}
        union all
        select restriction_id from business_group_member join restriction_holder using (group_id)
        where business_group_member.business_id = ${businessId})`

/** Whether the `product` of a statement is only for some, whoever asks. */
export const isRestricted = sql<boolean>`exists (
    select from restriction where product_id = product.id or restriction.category = product.category)`
