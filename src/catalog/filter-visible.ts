import { type RawBuilder, sql } from 'kysely'

/**
 * Whether a business may see the `product` row of a statement, considering the audiences of the product and its
 * category. Every query that shows, counts or sells products uses this. While none is limited, the check runs once per
 * statement. The subqueries hide the parameters from the planner, so one generic plan serves all callers.
 */
export const isVisibleTo = (businessId: RawBuilder<unknown>, seesAll?: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(
    ${seesAll ? sql`(select ${seesAll}) or` : sql``}
    not exists (select from audience where kind in ('product', 'category') and rule <> 'all')
    or is_open_to((select ${businessId}), '{product,category}', array[product.id::text, product.category]))`

/** The limited audiences of products and categories that a business is in. */
export const restrictionsOpenTo = (businessId: RawBuilder<unknown>): RawBuilder<string[]> =>
  sql<string[]>`array(select distinct id from audiences_naming(${businessId}, '{product,category}'))`

/** Whether the `product` row is restricted to some businesses, regardless of the viewer. */
export const isRestricted: RawBuilder<boolean> = sql<boolean>`not ${isVisibleTo(sql`null::uuid`)}`
