import { sql } from 'kysely'
import { queueMail } from '#mail/send-mail.ts'
import type { Config } from '#platform/config.ts'
import type { Row, Tx } from '#platform/db/tables.ts'
import { canceledPieces, type OrderChange } from './record-changes.ts'
import { composeEmail, facts, link } from '#mail/compose-email.ts'
import { businessDay } from '#shared/business-day.ts'
import { dayWords } from '#shared/day-words.ts'
import { asDollars } from '#shared/money.ts'
import { grouped } from '#shared/number-words.ts'
import { nameWithMarks } from '#catalog/line-words.ts'
import { readBackorders } from './read-backorders.ts'
import { type Rest, restWords } from './rest-words.ts'

export interface CancellationNotice {
  orderId: string
  turn: CancellationEvent
  reason: string
  /** What is different, if the order as a whole stays. */
  changes: readonly OrderChange[]
}

interface Receiver extends NotifiedOrder {
  email: string
  name: string
  is_customer: boolean
}

/** Emails the customer and the sales rep who ordered for them, in the transaction that changes the order. */
export const notifyCancellations = async (
  tx: Tx,
  turned: readonly CancellationNotice[],
  config: Pick<Config, 'PUBLIC_URL' | 'BUSINESS_TIME_ZONE'>,
): Promise<void> => {
  if (turned.length === 0) return
  const ids = turned.map(({ orderId }) => orderId)
  const { rows } = await sql<Receiver>`
    select sales_order.id, erp_id, purchase_order, sales_order.created_at, total_price,
      coalesce(business.name, '') as company, person.email, person.name,
      exists (
        select from order_line line left join product on product.id = line.product_id
        where order_id = sales_order.id and coalesce(line.dea_schedule, product.dea_schedule, '') <> ''
      ) as is_controlled,
      array(
        select line_no from substitute_answer asked
        where asked.order_id = sales_order.id and asked.answer is null and asked.ended_at is null
      ) as asked_lines,
      person.id is not distinct from sales_order.user_id as is_customer
    from sales_order
    join user_account person on person.id in (sales_order.user_id, sales_order.placed_by)
      and person.deleted_at is null and person.is_active
    left join business on business.id = sales_order.business_id
    where sales_order.id = any(${ids}::uuid[])
    order by sales_order.id, is_customer desc`.execute(tx)
  const rests = await restsOf(
    tx,
    turned.flatMap(({ orderId, turn }) => (turn === 'changed' ? [orderId] : [])),
  )
  for (const { orderId, ...told } of turned)
    for (const { email, name, is_customer, ...order } of rows.filter(({ id }) => id === orderId))
      await queueMail(
        tx,
        cancellationEmail({
          ...told,
          order,
          person: { email, name, isCustomer: is_customer },
          rests: rests.get(orderId) ?? [],
          config,
        }),
      )
}

/** What is still to come, by order. */
const restsOf = async (tx: Tx, orderIds: readonly string[]): Promise<ReadonlyMap<string, readonly Rest[]>> => {
  if (orderIds.length === 0) return new Map()
  const lines = await readBackorders(tx, sql<boolean>`sales_order.id = any(${orderIds}::uuid[])`, orderIds.length)
  return Map.groupBy(
    lines.map(({ order, name, ...line }) => ({ orderId: order.id, ...line, name: nameWithMarks(name, line) })),
    ({ orderId }) => orderId,
  )
}

/** The whole order was canceled, its cancellation was reversed, or some of it changed. */
type CancellationEvent = 'canceled' | 'reinstated' | 'changed'

interface NotifiedOrder extends Pick<
  Row<'sales_order'>,
  'id' | 'erp_id' | 'purchase_order' | 'created_at' | 'total_price'
> {
  company: string
  /** Has controlled lines. */
  is_controlled: boolean
  /** The lines with a substitute that waits for the buyer's answer. */
  asked_lines: readonly number[]
}

interface Params extends Omit<CancellationNotice, 'orderId'> {
  order: NotifiedOrder
  person: { email: string; name: string; isCustomer: boolean }
  rests: readonly Rest[]
  config: Pick<Config, 'PUBLIC_URL' | 'BUSINESS_TIME_ZONE'>
}

const maxLinesShown = 30

/** Notifies the person who ordered, and the customer, what changed on an order, before and after. */
export const cancellationEmail = ({ turn, order, person, reason, changes, rests, config }: Params) => {
  const { email, name, isCustomer } = person
  const told = changes.filter((change) => !isToldAsBackorder(change, changes))
  const shown = told.slice(0, maxLinesShown)
  const more = told.length - shown.length
  const today = businessDay(config.BUSINESS_TIME_ZONE)
  const isAsked = ({ field, lineNo }: OrderChange) =>
    field === 'substitute' && lineNo !== null && order.asked_lines.includes(lineNo)
  return composeEmail({ email, name }, `${titleOf(order, isCustomer)} ${subjects[turn]}`, [
    turn === 'changed' ? changedSentence(told, isAsked) : sentences[turn],
    facts(
      [
        order.erp_id && ['Order number', order.erp_id],
        order.purchase_order && ['PO number', order.purchase_order],
        !isCustomer && ['Customer', order.company],
        ['Ordered', dayWords(businessDay(config.BUSINESS_TIME_ZONE, order.created_at))],
        reason && ['Reason', reason],
        ...shown.map((change) => [change.name || 'Order', changeWords(change, isAsked(change))] as const),
        more > 0 && ['…', `and ${more} more`],
        ...rests.slice(0, maxLinesShown).map((rest) => ['The rest', restWords(rest, today)] as const),
        rests.length > maxLinesShown && ['…', `and ${rests.length - maxLinesShown} more to come`],
      ],
      [[turn === 'changed' ? 'Total now' : 'Total', asDollars(order.total_price)]],
    ),
    changes.some(isAsked) && 'We need your answer: open the order and accept or decline the substitute.',
    changes.some(({ field }) => field === 'address') &&
      (order.is_controlled
        ? 'This order has controlled items, so we check the changed address before it ships. Contact us now if you did not ask for the change.'
        : 'Contact us if you did not ask for the changed address.'),
    changes.some(({ field }) => field === 'backorder') &&
      'If you still need them, open the order and choose Order the rest again to add them to your cart.',
    turn === 'canceled' &&
      'If you still need the products, open the order and choose Re-Order to add them to your cart.',
    link(config.PUBLIC_URL, 'View order', `/order/${order.id}`),
  ])
}

/** The end of a backorder says which pieces are gone. */
const isToldAsBackorder = ({ field, lineNo }: OrderChange, changes: readonly OrderChange[]): boolean =>
  field === 'quantity' && changes.some((other) => other.field === 'backorder' && other.lineNo === lineNo)

const titleOf = ({ erp_id, purchase_order, company }: NotifiedOrder, isCustomer: boolean): string => {
  const whose = isCustomer ? 'Your order' : `The order for ${company}`
  return `${whose}${erp_id ? ` ${erp_id}` : ''}${purchase_order ? ` (PO ${purchase_order})` : ''}`
}

const subjects: Record<CancellationEvent, string> = {
  canceled: 'was canceled',
  reinstated: 'was reinstated',
  changed: 'was changed',
}

const sentences: Record<Exclude<CancellationEvent, 'changed'>, string> = {
  canceled: 'This order was canceled. It will not ship and will not be billed.',
  reinstated: 'The cancellation of this order was reversed. It will ship as ordered.',
}

const changedSentence = (changes: readonly OrderChange[], isAsked: (change: OrderChange) => boolean): string => {
  if (changes.every(({ field }) => field === 'backorder'))
    return 'These items were backordered for too long, so we canceled what had not shipped:'
  const replaced = changes.filter(({ field }) => field === 'substitute')
  if (replaced.length > 0)
    return replaced.every(isAsked)
      ? 'The wholesaler would like to ship another product:'
      : 'The wholesaler changed this order and ships another product:'
  if (changes.every((change) => canceledPieces(change) > 0))
    return 'Part of this order was canceled and will not be billed:'
  if (changes.every((change) => canceledPieces(change) < 0))
    return 'More of this order will ship than our last email said:'
  return 'The wholesaler changed this order:'
}

const changeWords = (change: OrderChange, isAsked: boolean): string => {
  const { field, before, after } = change
  const pieces = canceledPieces(change)
  if (field === 'backorder') return `${grouped(Number(before))} backordered, ${after}`
  if (field === 'added') return `Added: ${after}`
  if (field === 'substitute')
    return `Product: ${before} → ${after}. ${isAsked ? 'It waits for your answer.' : 'Contact us before it ships if you do not want it.'}`
  if (field === 'price') return `Price: ${before} → ${after}`
  if (field === 'address') return `Ship to: ${before} → ${after}`
  return `Quantity: ${before} → ${after}${pieces === 0 ? '' : ` (${piecesWords(pieces)})`}`
}

const piecesWords = (pieces: number): string =>
  pieces > 0 ? `${grouped(pieces)} canceled` : `${grouped(-pieces)} more`
