import { type RawBuilder, sql } from 'kysely'
import { contractPriceRows, priceSource } from '#catalog/contract-price.ts'
import type { PriceSource } from '#catalog/price-shapes.ts'
import { isStaffWithoutCustomer, type Viewer, viewerBusiness } from '#catalog/resolve-viewer.ts'
import { isScheduleUnknown } from '#catalog/check-schedule.ts'
import { isVisibleTo } from '#catalog/filter-visible.ts'
import type { PricedFor } from '#pricing/find-prices.ts'
import { countAllocations } from '#ordering-rules/limits/count-allocations.ts'
import { prepareStatement } from '#platform/db/prepare-statement.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import type { Caller } from '#platform/http/bearer.ts'
import type { CartLine, CartProduct, SavedCart } from './contract.ts'
import { emptyDetails, maxLines } from './cart.ts'

/** The cart's owner, and the business and day for its prices. */
export interface CartOwner extends PricedFor {
  userId: string
  forUserId: string
  /** Staff without a chosen customer may add restricted products, because the customer is not known yet. */
  seesRestricted: boolean
  /** Products of unknown schedule are marked, because they are not sold. */
  seesUnknown: boolean
}

/** The user's own cart; for staff, the cart of the customer they work for. */
export const cartOwnerOf = (user: Caller, { day, seesUnknown }: Pick<CartOwner, 'day' | 'seesUnknown'>): CartOwner => ({
  userId: user._id,
  forUserId: user.orderingFor?._id ?? user._id,
  businessId: viewerBusiness(user),
  seesRestricted: isStaffWithoutCustomer(user),
  seesUnknown,
  day,
})

/** The cart with current prices and stock. */
export const readCart = async (db: Db | Tx, whose: CartOwner): Promise<SavedCart> => {
  const [kept] = await savedCart(db, whose)
  if (kept) return { ...kept, lines: kept.lines.map(withSource) }
  return { lines: [], orderKey: null, ...emptyDetails }
}

/** Adds remaining allocations; most carts have no allocated products. */
export const withAllocations = async (
  db: Db,
  cart: SavedCart,
  { businessId, timeZone }: { businessId: string | null; timeZone: string },
): Promise<SavedCart> => {
  const productIds = cart.lines.flatMap(({ _id, isAllocated }) => (isAllocated ? [_id] : []))
  const allocated = await countAllocations(db, { businessId, productIds, timeZone })
  if (allocated.size === 0) return cart
  return { ...cart, lines: cart.lines.map((line) => ({ ...line, allocation: allocated.get(line._id) })) }
}

/** Products that are no longer for sale to this customer keep their name but get neither a current price nor stock. */
const factsFor = (seesUnknown: boolean) => sql`
  '_id', product.id, 'name', product.name, 'slug', coalesce(nullif(product.ndc_number, ''), product.slug),
  'page', product.slug, 'image', product.image, 'price', case when sold.yes then coalesce(own.price, product.price) end,
  'countInStock', case when sold.yes then product.count_in_stock else 0 end,
  'isNonStocked', product.is_non_stocked, 'isOnHold', product.is_on_hold, 'coldStatus', product.cold_status, 'deaSchedule', product.dea_schedule,
  'unitOfMeasure', product.unit_of_measure, 'packQuantity', product.pack_quantity, 'packUnit', product.pack_unit,
  'orderMinimum', case when sold.yes then product.order_minimum end,
  'orderMaximum', case when sold.yes then product.order_maximum end,
  'orderMultiple', case when sold.yes then product.order_multiple end,
  'isAllocated', sold.yes and product.is_allocated,
  'isScheduleUnknown', ${seesUnknown}::boolean and sold.yes and ${isScheduleUnknown},
  'isSold', sold.yes, 'priceSource', case when sold.yes then ${priceSource('own')} end`

const soldIf = (isSeen: RawBuilder<boolean>) => sql`
  cross join lateral (select product.is_published and product.deleted_at is null and ${isSeen} as yes) sold`

/** As returned by the statement. */
type WireProduct<Product> = Omit<Product, 'priceSource' | 'isScheduleUnknown'> & {
  priceSource: PriceSource | null
  isScheduleUnknown: boolean | null
}

const withSource = <Product>({
  priceSource: source,
  isScheduleUnknown: isUnknown,
  ...product
}: WireProduct<Product>) => ({
  ...product,
  ...(isUnknown && { isScheduleUnknown: true }),
  ...(source && { priceSource: source }),
})

const savedCart = prepareStatement(
  (db, { userId, forUserId, businessId, seesRestricted, seesUnknown, day }: CartOwner) =>
    db
      .selectFrom('cart')
      .select([
        'order_key as orderKey',
        'shipping_method as shippingMethod',
        'purchase_order as purchaseOrder',
        'note',
        'attention',
        'requested_day as requestedDay',
        sql<WireProduct<CartLine>[]>`coalesce((
        select json_agg(json_build_object(${factsFor(seesUnknown)}, 'quantity', line.quantity, 'note', line.note, 'seenPrice', line.seen_price) order by place)
        from cart_line line
        join product on product.id = line.product_id
        ${soldIf(isVisibleTo(sql`${businessId}::uuid`, sql`${seesRestricted}::boolean`))}
        left join lateral ${contractPriceRows({
          businessId: sql`${businessId}::uuid`,
          day: sql`${day}::date`,
          quantity: sql`line.quantity`,
          productId: sql`product.id`,
        })} own on true
        where line.user_id = cart.user_id and line.for_user_id = cart.for_user_id), '[]')`.as('lines'),
      ])
      .where('user_id', '=', userId)
      .where('for_user_id', '=', forUserId),
)

/** The same for a cart stored only in the browser. Products the visitor may not see are omitted. */
export const priceGuestCart = async (
  db: Db,
  { user, seesPrices, seesRestricted, seesUnknown, day }: Viewer,
  ids: string[],
): Promise<CartProduct[]> => {
  const { rows } = await sql<{ one: WireProduct<CartProduct> }>`
    select json_build_object(${factsFor(seesUnknown)}) as one
    from product ${soldIf(sql`true`)} left join lateral ${contractPriceRows({
      businessId: sql`${user?.businessId ?? null}::uuid`,
      day: sql`${day}::date`,
      productId: sql`product.id`,
    })} own on true
    where product.id = any(${ids}::uuid[]) and product.is_published and product.deleted_at is null
      and ${isVisibleTo(sql`${user?.businessId ?? null}::uuid`, sql`${seesRestricted}::boolean`)}
    limit ${maxLines}`.execute(db)
  return rows.map(({ one }) => ({ ...withSource(one), price: seesPrices ? one.price : null }))
}
