import { type RawBuilder, sql } from 'kysely'
import { bound } from '#platform/db/conditions.ts'
import type { ContractPrice } from './contract.ts'
import type { PriceTier } from './price-shapes.ts'
import { isRestricted } from './filter-visible.ts'
import type { Viewer } from './resolve-viewer.ts'
import { isScheduleUnknown } from './check-schedule.ts'

/** Joins the viewer's favorites. The bound parameter hides a visitor's null from the planner: one plan for all. */
export const isFavoriteOf = (userId: string | null): RawBuilder<boolean> =>
  sql`favourite.user_id = ${bound(userId, 'uuid')}`

/** Card columns under their wire names. */
export const card = [
  'product.id as _id',
  'product.name',
  'product.slug',
  'product.ndc_number as ndcNumber',
  'product.is_item_number as dummyNDC',
  'product.manufacturer',
  'product.category',
  'product.image',
  'product.price',
  'product.count_in_stock as countInStock',
  'product.unit_of_measure as unitOfMeasure',
  'product.is_non_stocked as isNonStocked',
  'product.cold_status as coldStatus',
  'product.dea_schedule as deaSchedule',
  isScheduleUnknown.as('isScheduleUnknown'),
  'product.pack_quantity as packQuantity',
  'product.pack_unit as packUnit',
  'product.order_minimum as orderMinimum',
  'product.order_maximum as orderMaximum',
  'product.order_multiple as orderMultiple',
  'product.is_allocated as isAllocated',
  'product.is_on_hold as isOnHold',
  'product.is_published as isPublished',
  'product.rating',
  'product.num_reviews as numReviews',
] as const

/** Marks restricted products for staff. Other users see only what they may see, without the mark. */
export const restrictedFor = (seesRestricted: boolean) =>
  sql<boolean>`(select ${seesRestricted}::boolean) and ${isRestricted}`.as('isRestricted')

interface OwnFacts {
  favouredBy: string | null
  /** Absent if the query did not join contracts. */
  contractPrice?: number | null
  priceTiers?: PriceTier[] | null
  isRestricted: boolean | null
  isScheduleUnknown: boolean | null
  isOrderedBefore?: boolean | null
  lastOrderedOn?: string | null
}

/** Users get only their own price and favorite. Admins get those of others only on the page of a single product. */
export const cardFor = <R extends OwnFacts & { price: number }>({ user, seesPrices, seesUnknown }: Viewer, row: R) => {
  const {
    contractPrice,
    favouredBy,
    isRestricted: isMarked,
    isScheduleUnknown: isUnknown,
    priceTiers,
    isOrderedBefore: _,
    lastOrderedOn: __,
    ...facts
  } = row
  return {
    ...facts,
    price: seesPrices ? row.price : null,
    favBy: user && favouredBy ? [user.email] : [],
    customPricingList: priceListOf(user, contractPrice),
    ...(priceTiers && { priceTiers }),
    ...(isMarked && { isRestricted: true }),
    ...(seesUnknown && isUnknown && { isScheduleUnknown: true }),
  }
}

export const priceListOf = (user: Viewer['user'], price: number | null = null): ContractPrice[] =>
  user && price !== null
    ? [{ userId: user._id, email: user.email, company: user.companyName, name: user.name, price }]
    : []
