import { type RawBuilder, sql } from 'kysely'

/**
 * Whether a business may see the `product` of a statement: nothing that it or its category is only for others. Whoever shows,
 * counts or sells products asks by this. While nothing is restricted, that is looked up once for the whole statement. What
 * is asked is unseen by the planner, so that one plan serves all.
 */
export const isVisibleTo = (businessId: RawBuilder<unknown>, seesAll?: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(
    ${seesAll ? sql`(select ${seesAll}) or` : sql``} not exists (select from restriction)
    or may_see((select ${businessId}), product.id, product.category))`

/** The restrictions that are for a business: itself, a group of it or its class of trade. */
export const restrictionsOpenTo = (businessId: RawBuilder<unknown>): RawBuilder<string[]> =>
  sql<string[]>`array(select restrictions_open_to(${businessId}))`

/** Whether the `product` of a statement is only for some, whoever asks. */
export const isRestricted: RawBuilder<boolean> = sql<boolean>`not ${isVisibleTo(sql`null::uuid`)}`
