import { sql } from 'kysely'
import { insertBilledAccount } from '#customers/business/billed-accounts.ts'
import { takeFromCart } from '#cart/take-from-cart.ts'
import { coldMethod } from '#ordering-rules/delivery/delivery-shapes.ts'
import { prepareStatement } from '#platform/db/prepare-statement.ts'
import type { Row, Tx } from '#platform/db/tables.ts'
import { newId } from '#platform/db/new-id.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { type AuditEntry, asEntries, insertEntries } from '#platform/record-entry.ts'
import { jobRows, insertJobs, type NewJob, notifyWorkers } from '#platform/jobs/queue.ts'
import { insertMail, type Mail, readyToSend } from '#mail/send-mail.ts'
import type { EmailMessage } from '#mail/compose-email.ts'
import type { LockedLine } from './lock-lines.ts'
import { joinReasons, type OrderHold } from '../join-reasons.ts'
import { type DetailColumns, detailColumns, type OrderColumns, storedColumns } from '../history/queries.ts'
import type { RecordedLine } from '../history/read-lines.ts'

type Column =
  | 'id'
  | 'placed_by'
  | 'approved_by'
  | 'cost_center_id'
  | 'cost_center_code'
  | 'cost_center_name'
  | 'idempotency_key'
  | 'request_hash'
  | 'payment_method'
  | 'shipping_method'
  | 'purchase_order'
  | 'comments'
  | 'buyer_note'
  | 'attention'
  | 'requested_day'
  | 'backorder_choice'
  | 'is_backorder_default'
  | 'total_price'
  | 'erp_reference'
  | 'erp_state'
  | 'split_from'
  | 'ship_to_id'
  | 'ship_location'

interface Recording {
  order: Pick<Row<'sales_order'>, Column>
  customer: Row<'account'>
  lines: readonly LockedLine[]
  holds: readonly OrderHold[]
  /** The products to take from the cart. */
  inCart: readonly string[]
  /** The user whose code confirmed the order and is used up. */
  codeFor: string | null
  email: EmailMessage
  entry: AuditEntry
  jobs: readonly NewJob[]
}

type Recorded = Omit<OrderColumns, 'hold_reason'> & DetailColumns

/**
 * Writes the order with its lines in cart order, takes the stock, uses up the code, and writes the audit entry, the
 * email and the jobs. The ship-to address always comes from the business's records. A share lock keeps the customer in
 * the same business until the order is recorded.
 */
export const recordOrder = async (
  tx: Tx,
  recording: Recording,
): Promise<OrderColumns & DetailColumns & { lines: RecordedLine[] }> => {
  const { order, customer, lines, holds, inCart, codeFor, email, entry, jobs } = recording
  const rows = lines.map((line, at) => lineOf(line, at, order.shipping_method))
  const { mail, job } = readyToSend(email)
  const [recorded] = await record(tx, {
    ...order,
    ...mail,
    customerId: customer.id,
    businessId: customer.business_id,
    location: order.ship_location && JSON.stringify(order.ship_location),
    codeFor,
    lineCount: rows.length,
    rows: JSON.stringify(rows),
    holds: JSON.stringify(holds.map((hold) => ({ id: newId(), ...hold }))),
    inCart,
    entry: asEntries([entry]),
    jobs: jobRows([...jobs, job]),
  })
  if (!recorded) throw new Refusal(409, 'The account has changed since. Place the order again.')
  return { ...recorded, hold_reason: joinReasons(holds), lines: rows.map(shownLine) }
}

const lineOf = (
  { product, productId, quantity, price, priceSource, note }: LockedLine,
  at: number,
  shippingMethod: string,
) => ({
  line_no: at + 1,
  product_id: productId,
  name: product?.name ?? '',
  slug: product?.ndc_number || product?.slug || '',
  page: product?.slug ?? null,
  image: product?.image ?? '',
  unit_of_measure: product?.unit_of_measure ?? '',
  quantity,
  price,
  price_source: priceSource,
  is_non_stocked: product?.is_non_stocked ?? false,
  // Refrigerated products always ship overnight, regardless of the order's shipping method.
  cold_status: product?.cold_status ?? '',
  dea_schedule: product?.dea_schedule ?? '',
  state_schedule: product?.state_schedule ?? null,
  dispensing: product?.dispensing ?? '',
  is_narcotic: product?.is_narcotic ?? null,
  drug_family: product?.drug_family ?? '',
  base_units: product?.base_units ?? null,
  is_list_one: product?.is_list_one ?? false,
  needs_trace: product?.needs_trace ?? null,
  buyer_note: note,
  ship_method: product?.cold_status ? coldMethod : shippingMethod,
  movement_id: product && !product.is_non_stocked ? newId() : null,
})

const shownLine = (line: ReturnType<typeof lineOf>): RecordedLine => ({
  _id: line.product_id,
  name: line.name,
  slug: line.slug,
  page: line.page,
  image: line.image,
  quantity: line.quantity,
  price: line.price,
  isNonStocked: line.is_non_stocked,
  shipMethod: line.ship_method,
  canceledQuantity: null,
  coldStatus: line.cold_status,
  deaSchedule: line.dea_schedule,
  stateSchedule: line.state_schedule,
  priceSource: line.price_source,
  note: line.buyer_note || null,
})

interface Input extends Pick<Row<'sales_order'>, Column>, Mail {
  customerId: string
  businessId: string | null
  location: string | null
  codeFor: string | null
  lineCount: number
  rows: string
  holds: string
  inCart: readonly string[]
  entry: string
  jobs: string
}

/** One statement, to save round trips. The products are locked; count_in_stock >= 0 is the last safeguard. */
const record = prepareStatement(
  (_db, order: Input) => sql<Recorded>`
    with used as (
      delete from one_time_code where user_id = ${order.placed_by}::uuid and for_user_id = ${order.codeFor}
    ), recorded as (
      insert into sales_order (id, business_id, user_id, placed_by, approved_by, cost_center_id, cost_center_code,
        cost_center_name, idempotency_key, request_hash, split_from, ship_full_name, ship_address,
        ship_city, ship_postal_code, ship_country, ship_region, ship_location, payment_method, shipping_method, purchase_order,
        comments, buyer_note, attention, requested_day, backorder_choice, is_backorder_default, items_price, total_price, bill_to_party_id, erp_reference, erp_state,
        line_count, ship_to_id, ship_to_erp_address)
      select ${order.id}::uuid, business.id, customer.id, ${order.placed_by}::uuid, ${order.approved_by}::uuid, ${order.cost_center_id}::uuid, ${order.cost_center_code},
        ${order.cost_center_name}, ${order.idempotency_key}, ${order.request_hash}, ${order.split_from}::uuid,
        coalesce(place.name, shipto_name), coalesce(place.address1, shipto_address1), coalesce(place.city, shipto_city),
        coalesce(place.zip, shipto_zip), coalesce(place.country, shipto_country), coalesce(place.state, shipto_state),
        ${order.location}::jsonb, ${order.payment_method}, ${order.shipping_method}, ${order.purchase_order}, ${order.comments},
        ${order.buyer_note}, ${order.attention}, ${order.requested_day}::date,
        ${order.backorder_choice}, ${order.is_backorder_default}::boolean,
        ${order.total_price}::numeric, ${order.total_price}::numeric, account_number, ${order.erp_reference}, ${order.erp_state},
        ${order.lineCount}, place.id, place.erp_address
      from user_account customer join business on business.id = customer.business_id
      left join ship_to place on place.id = ${order.ship_to_id}::uuid and place.business_id = business.id
      where customer.id = ${order.customerId} and customer.business_id = ${order.businessId}
        and (${order.ship_to_id}::uuid is null or place.id is not null)
      for share of customer
      returning ${sql.join([...storedColumns, ...detailColumns].map((column) => sql.ref(column)))}
    ), billed as (${insertBilledAccount(sql`select bill_to_party_id from recorded`)}), line as (
      select * from jsonb_to_recordset(${order.rows}::jsonb) as line (line_no integer, product_id uuid, name text,
        slug text, image text, unit_of_measure text, quantity integer, price numeric, is_non_stocked boolean,
        ship_method text, cold_status text, dea_schedule text, state_schedule text, dispensing text, is_narcotic boolean, drug_family text,
        base_units numeric, is_list_one boolean, needs_trace boolean, buyer_note text, price_source jsonb, movement_id uuid)
    ), taken as (
      update product set count_in_stock = count_in_stock - line.quantity
      from line where product.id = line.product_id and line.movement_id is not null
    ), moved as (
      insert into stock_movement (id, product_id, quantity, reason, order_id)
      select movement_id, product_id, -quantity, 'order', recorded.id
      from line cross join recorded where movement_id is not null
    ), lined as (
      insert into order_line (order_id, line_no, product_id, name, slug, image, unit_of_measure, quantity, price,
        is_non_stocked, ship_method, cold_status, dea_schedule, state_schedule, dispensing, is_narcotic, drug_family, base_units, is_list_one,
        needs_trace, buyer_note, price_source)
      select recorded.id, line_no, product_id, name, slug, image, unit_of_measure, quantity, price, is_non_stocked,
        ship_method, cold_status, dea_schedule, state_schedule, dispensing, is_narcotic, drug_family, base_units, is_list_one, needs_trace,
        line.buyer_note, nullif(price_source, 'null')
      from line cross join recorded
    ), on_hold as (
      insert into order_hold (id, order_id, kind, reason)
      select hold.id, recorded.id, kind, reason
      from jsonb_to_recordset(${order.holds}::jsonb) as hold (id uuid, kind text, reason text) cross join recorded
    ), in_cart as (
      select unnest(${order.inCart}::uuid[]) as product_id
    ), ${takeFromCart({
      userId: sql`${order.placed_by}::uuid`,
      orderKey: sql`${order.idempotency_key}::text`,
      line: sql`in_cart`,
    })}, written as (${insertEntries(order.entry)}), email as (${insertMail(order)}), queued as (${insertJobs(order.jobs)})
    select recorded.*, ${notifyWorkers} from recorded`,
)
