import type { BackorderChoice } from '#fulfillment/backorder-shapes.ts'
import { exportJob } from '../queue-export.ts'
import type { CountOrders } from '../count-orders.ts'
import { businessDay } from '#shared/business-day.ts'
import type { Config } from '#platform/config.ts'
import type { Row, Tx } from '#platform/db/tables.ts'
import { newId } from '#platform/db/new-id.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { RequestFacts } from '#platform/http/serve.ts'
import { stateCode } from '#shared/us-states.ts'
import { lineCents, toCents, toDollars } from '#shared/money.ts'
import { orderPlacedEmail } from '../compose-emails.ts'
import type { NewOrder } from '../new-order-shapes.ts'
import type { NotSupplied, OverLimit, Repriced, Unavailable, UnwrittenOrder } from '../order-shapes.ts'
import type { Arrivals } from '#ordering-rules/delivery/contract.ts'
import { checkDay } from '#ordering-rules/delivery/check-day.ts'
import { arrivalsAt } from '#ordering-rules/delivery/find-arrivals.ts'
import { onHoldByWholesaler } from '#catalog/order-quantity.ts'
import { overLimits } from '#ordering-rules/limits/over-limits.ts'
import { refuseClosedMethods } from '#ordering-rules/methods/open-methods.ts'
import { checkSupply, type LineFinding, supplyLineOf } from '#compliance/check-supply.ts'
import { makeSupply, supplyRulesOf } from '#compliance/make-supply.ts'
import { announceReview, type Monitoring, monitorOrder, recordFlags } from '#compliance/monitoring/monitor-order.ts'
import { shipToFor } from '#colleagues/ship-to/find-address.ts'
import { type LockedLine, lockLines } from './lock-lines.ts'
import { toWireOrder } from '../history/queries.ts'
import type { Evaluation, PurchasePolicy } from './purchase-policy.ts'
import { joinReasons } from '../join-reasons.ts'
import { recordOrder } from './record-order.ts'
import { type OrderPart, splitLines } from './split-lines.ts'

export interface Ordering {
  config: Config
  countOrders: CountOrders
  policy: PurchasePolicy
}

export interface PlacedOrder {
  order: UnwrittenOrder
  /** The order of the lines that are on hold, if the other lines go on. */
  onHold: UnwrittenOrder | null
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
  const state = stateCode(shipTo?.state ?? customer.shipto_state)
  const day = businessDay(timeZone)
  const locking = { businessId, day, state }
  const { lines, closedMethods, licenses, backorderDefault } = await lockLines(tx, locking, order)
  refuseClosedMethods(closedMethods, { shipping: order.shippingMethod, payment: order.paymentMethod })
  const rules = supplyRulesOf(config)
  const supply = makeSupply({ shipTo, state: customer.shipto_state, licenses }, rules)
  const findings = checkSupply(lines.flatMap(supplyLine), supply, rules)
  refuseTogether({
    notSupplied: [...notSuppliedAmong(findings), ...onHoldAmong(lines)],
    unavailable: unavailableAmong(lines),
    overLimit: await overLimits(tx, { businessId, lines, timeZone }),
    prices: otherPrices(lines, order),
  })
  const requestedDay = checkDay({
    day: order.requestedDay ?? null,
    method: order.shippingMethod,
    lines,
    arrivals,
    isApproved: approver !== undefined,
  })
  const total = totalOf(lines)
  const { costCenterId, purchaseOrder } = order
  const monitoring = await monitorOrder(tx, {
    businessId,
    day,
    shipToId: shipTo?.id ?? null,
    lines: lines.flatMap(monitoredLine),
  })
  return {
    lines,
    findings: [...findings, ...monitoring.findings],
    monitoring,
    shipTo,
    arrivals,
    requestedDay,
    backorders: order.backorders ?? backorderDefault,
    total,
    ...(await policy.evaluate(tx, { customer, actor, approver, lines, total, costCenterId, purchaseOrder })),
  }
}

interface Checked extends Evaluation {
  lines: LockedLine[]
  /** Why lines have to wait. */
  findings: LineFinding[]
  monitoring: Monitoring
  /** The ship-to address; null for the business's own. */
  shipTo: Row<'ship_to'> | null
  arrivals: Arrivals
  /** Null for as soon as possible. */
  requestedDay: string | null
  /** What the order or else the business wants for backordered pieces. */
  backorders: BackorderChoice | null
  total: number
}

type Placed = Placing & Checked

/** Writes the order, or two if some lines are on hold, with everything that depends on it. */
export const placeChecked = async (tx: Tx, ordering: Ordering, placed: Placed): Promise<PlacedOrder> => {
  const { customer, actor, approver, lines, findings, monitoring, total, warnings } = placed
  const [main, ...waiting] = splitLines(lines, findings)
  if (!main) throw new Error('An order without lines is not placed.')
  const inCart = lines.map(({ productId }) => productId)
  const first = await placePart(tx, ordering, {
    ...placed,
    ...main,
    total: totalOf(main.lines),
    inCart,
    splitFrom: null,
  })
  const chain = [first]
  for (const part of waiting) {
    const rest = { key: null, codeFor: null, inCart: [], splitFrom: chain.at(-1)?._id ?? null }
    chain.push(await placePart(tx, ordering, { ...placed, ...part, ...rest, total: totalOf(part.lines) }))
  }
  // Lines under review are in the last part.
  const flagged = monitoring.findings.length > 0 ? chain.at(-1) : first
  const { business_id: businessId } = customer
  const reviewId = await recordFlags(tx, { orderId: (flagged ?? first)._id, businessId, monitoring })
  await announceReview(tx, ordering.config, { reviewId, businessId })
  const orderIds = chain.map(({ _id }) => _id)
  await ordering.countOrders(tx, orderIds, 1)
  await ordering.policy.placed(tx, {
    id: first._id,
    businessId,
    total,
    orderedBy: actor,
    isApproved: approver !== undefined,
    warnings,
  })
  const linked = (at: number): UnwrittenOrder | undefined => {
    const [part, next] = [chain[at], orderIds[at + 1]]
    return part && next ? { ...part, splitOff: next } : part
  }
  return {
    order: linked(0) ?? first,
    onHold: linked(1) ?? null,
    overBudget: warnings.map(({ sentence }) => sentence),
  }
}

type PlacedPart = Placed & OrderPart & { inCart: readonly string[]; splitFrom: string | null }

/** Records one order with its ERP export, audit entry and email. */
const placePart = async (tx: Tx, { config }: Ordering, part: PlacedPart): Promise<UnwrittenOrder> => {
  const { actor, approver, customer, order, key, lines, holds, inCart, shipTo, total, costCenter, codeFor, request } =
    part
  const { arrivals, requestedDay, backorders, splitFrom } = part
  const isBackorderDefault = order.backorders === undefined && backorders !== null
  const { purchaseOrder, note = '', attention = '' } = order
  const doer = approver ?? actor
  const orderId = newId()
  const isHeld = holds.length > 0
  const recorded = {
    id: orderId,
    placed_by: actor._id,
    approved_by: approver?._id ?? null,
    cost_center_id: costCenter?.id ?? null,
    cost_center_code: costCenter?.code ?? null,
    cost_center_name: costCenter?.name ?? null,
    split_from: splitFrom,
    idempotency_key: key?.key ?? null,
    request_hash: key?.requestHash ?? null,
    payment_method: order.paymentMethod,
    shipping_method: order.shippingMethod,
    purchase_order: purchaseOrder,
    comments: order.comments,
    buyer_note: note,
    attention,
    requested_day: requestedDay,
    backorder_choice: backorders,
    is_backorder_default: isBackorderDefault,
    total_price: total,
    erp_reference: referenceOf(orderId, config.ERP_REFERENCE_PREFIX),
    erp_state: isHeld ? ('held' as const) : ('waiting' as const),
    ship_to_id: shipTo?.id ?? null,
    ship_location: order.shippingAddress?.location ?? null,
  }
  const row = await recordOrder(tx, {
    order: recorded,
    customer,
    lines,
    holds,
    inCart,
    codeFor,
    email: orderPlacedEmail({
      orderId,
      customer,
      actor,
      approver,
      lines,
      total,
      purchaseOrder,
      details: { note, attention, requestedDay },
      costCenter,
      shipTo,
      shippingMethod: order.shippingMethod,
      backorders,
      isBackorderDefault,
      arrivals,
      holdReason: joinReasons(holds) ?? '',
      publicUrl: config.PUBLIC_URL,
    }),
    entry: {
      actorId: doer._id,
      onBehalfOf: doer._id === customer.id ? null : customer.id,
      action: 'order placed',
      entity: 'sales order',
      entityId: orderId,
      after: {
        totalPrice: total,
        lines: lines.length,
        ...(shipTo && { shipTo: shipTo.id }),
        ...(splitFrom && { splitFrom }),
        ...(requestedDay && { requestedDay }),
      },
      request,
    },
    jobs: isHeld ? [] : [exportJob(orderId)],
  })
  const { name, last_name: lastName, company_name: companyName } = customer
  return toWireOrder(row, { customer: { name, lastName, companyName }, actor, approver, lines: row.lines })
}

const refuseWithoutShipTo = (customer: Row<'account'>): void => {
  const { shipto_name, shipto_address1, shipto_city, shipto_zip } = customer
  if (![shipto_name, shipto_address1, shipto_city, shipto_zip].every(Boolean))
    throw new Refusal(422, 'The account has no complete ship-to address. Contact us to add one.')
}

const supplyLine = ({ product }: LockedLine) => (product ? [supplyLineOf(product)] : [])

const monitoredLine = ({ productId, product, quantity, price }: LockedLine) =>
  product
    ? [
        {
          productId,
          name: product.name,
          isByState: product.state_schedule !== null,
          isControlled: product.dea_schedule !== '' || product.state_schedule !== null || product.is_list_one,
          // As the ledger has it.
          family: product.drug_family.trim().toLowerCase(),
          units: product.base_units === null ? null : product.base_units * quantity,
          strength: product.strength,
          amount: toDollars(lineCents({ price, quantity })),
        },
      ]
    : []

/** Once per line, although several licenses may be missing. */
const notSuppliedAmong = (findings: readonly LineFinding[]): NotSupplied => {
  const refused = new Map<string, NotSupplied[number]>()
  for (const { productId, name, reason, isRefused } of findings)
    if (isRefused && !refused.has(productId)) refused.set(productId, { _id: productId, name, reason })
  return [...refused.values()]
}

const onHoldAmong = (lines: readonly LockedLine[]): NotSupplied =>
  lines.flatMap(({ product }) =>
    product?.is_on_hold ? [{ _id: product.id, name: product.name, reason: onHoldByWholesaler }] : [],
  )

interface Refused {
  notSupplied: NotSupplied
  unavailable: Unavailable
  overLimit: OverLimit
  prices: { repriced: Repriced; totalPrice: number } | null
}

/** All problems in one refusal, so that fixing one does not silently accept another, such as a new price. */
const refuseTogether = ({ notSupplied, unavailable, overLimit, prices }: Refused): void => {
  const isUnavailable = unavailable.soldOut.length + unavailable.lowStock.length > 0
  const said = [
    ...(notSupplied.length > 0 ? ['Some products can’t be supplied to you.'] : []),
    ...(isUnavailable ? ['Some products are not available as ordered.'] : []),
    ...(overLimit.length > 0 ? ['Some quantities cannot be ordered.'] : []),
    ...(prices ? ['Prices have changed. Check your order again.'] : []),
  ]
  if (said.length === 0) return
  throw new Refusal(409, said.join(' '), {
    ...(notSupplied.length > 0 && { notSupplied }),
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

const totalOf = (lines: readonly LockedLine[]): number => toDollars(totalCents(lines))

const totalCents = (lines: readonly { price: number; quantity: number }[]): number =>
  lines.reduce((sum, line) => sum + lineCents(line), 0)

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * The order's reference in the ERP: the order id as a ULID after the portal's prefix. It stays unique even after a
 * database restore, and it starts with letters because the ERP pads numbers.
 */
export const referenceOf = (orderId: string, prefix = 'AP'): string => {
  let rest = BigInt(`0x${orderId.replaceAll('-', '')}`)
  let ulid = ''
  for (let digit = 0; digit < 26; digit++) {
    ulid = `${alphabet[Number(rest & 31n)]}${ulid}`
    rest >>= 5n
  }
  return `${prefix}-${ulid}`
}
