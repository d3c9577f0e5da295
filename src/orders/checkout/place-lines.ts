import { exportJob } from '../queue-export.ts'
import type { CountOrders } from '../count-orders.ts'
import { businessDay } from '#shared/business-day.ts'
import type { Config } from '#platform/config.ts'
import type { Row, Tx } from '#platform/db/tables.ts'
import { newId } from '#platform/db/new-id.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { RequestFacts } from '#platform/http/serve.ts'
import { lineCents, toCents, toDollars } from '#shared/money.ts'
import { licenseExpired, orderPlacedEmail } from '../compose-emails.ts'
import type { NewOrder, OverLimit, Repriced, Unavailable, UnwrittenOrder } from '../order-shapes.ts'
import type { Arrivals } from '#ordering-rules/delivery/contract.ts'
import { arrivalsAt } from '#ordering-rules/delivery/find-arrivals.ts'
import { overLimits } from '#ordering-rules/limits/over-limits.ts'
import { refuseClosedMethods } from '#ordering-rules/methods/open-methods.ts'
import { checkLicense } from '#customers/check-license.ts'
import { shipToFor } from '#colleagues/ship-to/find-address.ts'
import { checkShipTo } from '#colleagues/ship-to/check-ship-to.ts'
import { type LockedLine, lockLines } from './lock-lines.ts'
import { toWireOrder } from '../history/queries.ts'
import type { Evaluation, PurchasePolicy } from './purchase-policy.ts'
import { recordOrder } from './record-order.ts'

export interface Ordering {
  config: Config
  countOrders: CountOrders
  policy: PurchasePolicy
}

export interface PlacedOrder {
  order: UnwrittenOrder
  /** A sentence for each budget that is exceeded but only warns. */
  overBudget: string[]
}

interface Placing {
  /** The user who placed the order. */
  actor: Pick<Caller, '_id' | 'name' | 'lastName' | 'isAdmin' | 'isSalesRep' | 'buyingRole'>
  /** The approver, if purchase rules required approval. */
  approver?: Caller
  customer: Row<'account'>
  order: Omit<NewOrder, 'otp'>
  /** The Idempotency-Key and the request hash that a repeated request must match. */
  key: { key: string; requestHash: string } | null
  /** The user whose code confirmed the order and is used up; null if an approval confirmed it. */
  codeFor: string | null
  request: RequestFacts
}

/** Locks the products, repeats all checks, and places or refuses the order. */
export const placeLines = async (tx: Tx, ordering: Ordering, placing: Placing): Promise<PlacedOrder> =>
  placeChecked(tx, ordering, { ...placing, ...(await checkOrder(tx, ordering, placing)) })

/** Runs the checks of a placement without placing the order; the products and the budgets stay locked. */
export const checkOrder = async (
  tx: Tx,
  { config, policy }: Pick<Ordering, 'config' | 'policy'>,
  { actor, approver, customer, order }: Pick<Placing, 'actor' | 'approver' | 'customer' | 'order'>,
): Promise<Checked> => {
  const { business_id: businessId } = customer
  const shipTo = await shipToFor(tx, { businessId, shipToId: order.shipToId })
  if (shipTo === null) refuseWithoutShipTo(customer)
  const { BUSINESS_TIME_ZONE: timeZone } = config
  // Before the locks, to keep those short.
  const arrivals = await arrivalsAt(tx, timeZone)
  const { lines, closedMethods } = await lockLines(tx, { businessId, day: businessDay(timeZone) }, order)
  refuseClosedMethods(closedMethods, { shipping: order.shippingMethod, payment: order.paymentMethod })
  refuseTogether({
    unavailable: unavailableAmong(lines),
    overLimit: await overLimits(tx, { businessId, lines, timeZone }),
    prices: otherPrices(lines, order),
  })
  const total = toDollars(totalCents(lines))
  const { costCenterId } = order
  return {
    lines,
    shipTo,
    arrivals,
    total,
    ...(await policy.evaluate(tx, { customer, actor, approver, lines, total, costCenterId })),
  }
}

interface Checked extends Evaluation {
  lines: LockedLine[]
  /** The ship-to address; null for the business's own. */
  shipTo: Row<'ship_to'> | null
  arrivals: Arrivals
  total: number
}

type Placed = Placing & Checked

/** Writes the order with everything that depends on it: ERP export, report totals, audit entry and email. */
export const placeChecked = async (
  tx: Tx,
  { config, countOrders, policy }: Ordering,
  placed: Placed,
): Promise<PlacedOrder> => {
  const { actor, approver, customer, order, key, lines, shipTo, total, costCenter, warnings, codeFor, request } = placed
  const { arrivals } = placed
  const doer = approver ?? actor
  const orderId = newId()
  const holdReason = holdReasonOf({ customer, shipTo }, config)
  const isHeld = holdReason !== ''
  const recorded = {
    id: orderId,
    placed_by: actor._id,
    approved_by: approver?._id ?? null,
    cost_center_id: costCenter?.id ?? null,
    cost_center_code: costCenter?.code ?? null,
    cost_center_name: costCenter?.name ?? null,
    idempotency_key: key?.key ?? null,
    request_hash: key?.requestHash ?? null,
    payment_method: order.paymentMethod,
    shipping_method: order.shippingMethod,
    purchase_order: order.purchaseOrder,
    comments: order.comments,
    total_price: total,
    erp_reference: referenceOf(orderId, config.ERP_REFERENCE_PREFIX),
    erp_state: isHeld ? ('held' as const) : ('waiting' as const),
    hold_reason: holdReason || null,
    ship_to_id: shipTo?.id ?? null,
    ship_location: order.shippingAddress?.location ?? null,
  }
  const { purchaseOrder } = order
  const row = await recordOrder(tx, {
    order: recorded,
    customer,
    lines,
    codeFor,
    email: orderPlacedEmail({
      orderId,
      customer,
      actor,
      approver,
      lines,
      total,
      purchaseOrder,
      costCenter,
      shipTo,
      shippingMethod: order.shippingMethod,
      arrivals,
      holdReason,
      publicUrl: config.PUBLIC_URL,
    }),
    entry: {
      actorId: doer._id,
      onBehalfOf: doer._id === customer.id ? null : customer.id,
      action: 'order placed',
      entity: 'sales order',
      entityId: orderId,
      after: { totalPrice: total, lines: lines.length, ...(shipTo && { shipTo: shipTo.id }) },
      request,
    },
    jobs: isHeld ? [] : [exportJob(orderId)],
  })
  await countOrders(tx, [orderId], 1)
  const { business_id: businessId } = customer
  await policy.placed(tx, {
    id: orderId,
    businessId,
    total,
    orderedBy: actor,
    isApproved: approver !== undefined,
    warnings,
  })
  const { name, last_name: lastName, company_name: companyName } = customer
  return {
    order: toWireOrder(row, { customer: { name, lastName, companyName }, actor, approver, lines: row.lines }),
    overBudget: warnings.map(({ sentence }) => sentence),
  }
}

const refuseWithoutShipTo = (customer: Row<'account'>): void => {
  const { shipto_name, shipto_address1, shipto_city, shipto_zip } = customer
  if (![shipto_name, shipto_address1, shipto_city, shipto_zip].every(Boolean))
    throw new Refusal(422, 'The account has no complete ship-to address. Contact us to add one.')
}

/** Orders ship only to licensed businesses and, if the state requires it, locations; others are on hold. */
const holdReasonOf = (
  { customer, shipTo }: Pick<Placed, 'customer' | 'shipTo'>,
  { BUSINESS_TIME_ZONE }: Config,
): string => {
  const today = businessDay(BUSINESS_TIME_ZONE)
  if (checkLicense(customer.license_expiry_date, today) === 'expired') return licenseExpired
  return shipTo ? checkShipTo(shipTo, today) : ''
}

interface Refused {
  unavailable: Unavailable
  overLimit: OverLimit
  prices: { repriced: Repriced; totalPrice: number } | null
}

/** All problems in one refusal, so that fixing one does not silently accept another, such as a new price. */
const refuseTogether = ({ unavailable, overLimit, prices }: Refused): void => {
  const isUnavailable = unavailable.soldOut.length + unavailable.lowStock.length > 0
  const said = [
    ...(isUnavailable ? ['Some products are not available as ordered.'] : []),
    ...(overLimit.length > 0 ? ['Some quantities cannot be ordered.'] : []),
    ...(prices ? ['Prices have changed. Check your order again.'] : []),
  ]
  if (said.length === 0) return
  throw new Refusal(409, said.join(' '), {
    ...(isUnavailable && { unavailable }),
    ...(overLimit.length > 0 && { overLimit }),
    ...prices,
  })
}

const unavailableAmong = (lines: readonly LockedLine[]): Unavailable => {
  const unavailable: Unavailable = { soldOut: [], lowStock: [] }
  for (const { productId, product, quantity } of lines) {
    if (!product) unavailable.soldOut.push({ _id: productId, name: '' })
    else if (product.is_non_stocked) continue
    else if (product.count_in_stock === 0) unavailable.soldOut.push({ _id: productId, name: product.name })
    else if (product.count_in_stock < quantity)
      unavailable.lowStock.push({
        _id: productId,
        name: product.name,
        requested: quantity,
        countInStock: product.count_in_stock,
      })
  }
  return unavailable
}

/** The order must match the prices the buyer saw: a difference of one cent sends the buyer back to the preview. */
const otherPrices = (lines: readonly LockedLine[], order: Placing['order']): Refused['prices'] => {
  // Unavailable products have no price to compare.
  const repriced: Repriced = lines.flatMap(({ productId, product, price, seenPrice }) =>
    product && seenPrice !== null && toCents(seenPrice) !== toCents(price)
      ? [{ _id: productId, name: product.name, price }]
      : [],
  )
  const total = totalCents(lines)
  const claims: [number | undefined, number][] = [
    [order.itemsPrice, total],
    [order.totalPrice, total],
    [order.shippingPrice, 0],
    [order.taxPrice, 0],
  ]
  const isWhole = lines.every(({ product }) => product !== null)
  const isOff = isWhole && claims.some(([claimed, actual]) => claimed !== undefined && toCents(claimed) !== actual)
  return repriced.length > 0 || isOff ? { repriced, totalPrice: toDollars(total) } : null
}

const totalCents = (lines: readonly { price: number; quantity: number }[]): number =>
  lines.reduce((sum, line) => sum + lineCents(line), 0)

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * The order's reference in the ERP: the order id as a ULID after the portal's prefix. It stays unique even after a
 * database restore, and it starts with letters because the ERP pads numbers.
 */
const referenceOf = (orderId: string, prefix = 'AP'): string => {
  let rest = BigInt(`0x${orderId.replaceAll('-', '')}`)
  let ulid = ''
  for (let digit = 0; digit < 26; digit++) {
    ulid = `${alphabet[Number(rest & 31n)]}${ulid}`
    rest >>= 5n
  }
  return `${prefix}-${ulid}`
}
