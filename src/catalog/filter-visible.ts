import { type RawBuilder, sql } from 'kysely'

/**
 * Whether a business may see the `product` row of a statement, considering restrictions of the product and its
 * category. Every query that shows, counts or sells products uses this. While there are no restrictions, the check runs
 * once per statement. The subqueries hide the parameters from the planner, so one generic plan serves all callers.
 */
export const isVisibleTo = (businessId: RawBuilder<unknown>, seesAll?: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(
    ${seesAll ? sql`(select ${seesAll}) or` : sql``} not exists (select from restriction)
    or may_see((select ${businessId}), product.id, product.category))`

/** The restrictions whose audience includes the business, its groups or its class of trade. */
export const restrictionsOpenTo = (businessId: RawBuilder<unknown>): RawBuilder<string[]> =>
  sql<string[]>`array(select restrictions_open_to(${businessId}))`

/** Whether the `product` row is restricted to some businesses, regardless of the viewer. */
export const isRestricted: RawBuilder<boolean> = sql<boolean>`not ${isVisibleTo(sql`null::uuid`)}`
