import { sql } from 'kysely'
import { ndcKey } from '#catalog/normalize-ndc.ts'
import type { CountOrders } from '#orders/count-orders.ts'
import type { NewRow, Row, Tx } from '#platform/db/tables.ts'
import { newId } from '#platform/db/new-id.ts'
import { toCents, toDollars } from '#shared/money.ts'
import type { ErpOrder, ErpOrderLine } from '../gateway/erp.ts'
import { importedReference } from './existing-orders.ts'

interface Owner extends Pick<Row<'business'>, `shipto_${'name' | 'address1' | 'city' | 'state' | 'zip' | 'country'}`> {
  account: string
  business_id: string
  /** Null if the business has several users. */
  user_id: string | null
}

/** Imports orders created outside the portal, with their lines; returns their ids. */
export const importOrders = async (
  tx: Tx,
  orders: readonly ErpOrder[],
  countOrders: CountOrders,
): Promise<string[]> => {
  if (orders.length === 0) return []
  const owners = await ownersOf(tx, orders)
  const made = orders.map((order) => ({ orderId: newId(), order }))
  await tx
    .insertInto('sales_order')
    .values(made.map(({ orderId, order }) => orderRow(orderId, order, owners)))
    .execute()
  await insertLines(tx, made)
  const ids = made.map(({ orderId }) => orderId)
  await countOrders(tx, ids, 1)
  return ids
}

/** The businesses with the account numbers of these orders, by number, each with its user if it has only one. */
export const ownersOf = async (tx: Tx, orders: readonly ErpOrder[]): Promise<Map<string, Owner>> => {
  const accounts = orders.flatMap((order) => [order.accountId, billToOf(order)]).filter(Boolean)
  if (accounts.length === 0) return new Map()
  const { rows } = await sql<Owner>`
    select account_number as account, id as business_id, shipto_name, shipto_address1, shipto_city, shipto_state,
      shipto_zip, shipto_country, (
        select case when count(*) = 1 then (array_agg(customer.id))[1] end from user_account customer
        where business_id = business.id and is_active and not is_admin and not is_sales_rep
          and customer.deleted_at is null
      ) as user_id
    from business where account_number = any(${[...new Set(accounts)]}::text[]) and deleted_at is null`.execute(tx)
  return new Map(rows.map((owner) => [owner.account, owner]))
}

/** The buyer's business, or else the payer's. */
export const ownerAmong = (owners: ReadonlyMap<string, Owner>, order: ErpOrder): string | null =>
  (owners.get(order.accountId) ?? owners.get(billToOf(order)))?.business_id ?? null

const orderRow = (id: string, order: ErpOrder, owners: ReadonlyMap<string, Owner>): NewRow<'sales_order'> => {
  const owner = owners.get(order.accountId)
  return {
    id,
    business_id: ownerAmong(owners, order),
    user_id: owner?.user_id ?? null,
    ship_full_name: owner?.shipto_name ?? '',
    ship_address: owner?.shipto_address1 ?? '',
    ship_city: owner?.shipto_city ?? '',
    ship_region: owner?.shipto_state ?? '',
    ship_postal_code: owner?.shipto_zip ?? '',
    ship_country: owner?.shipto_country ?? '',
    shipping_method: order.shippingMethod ?? '',
    purchase_order: order.purchaseOrder ?? '',
    ...amountsOf(order),
    erp_status: order.status || null,
    is_cancelled: order.isCancelled,
    cancelled_at: order.isCancelled ? order.changedAt : null,
    erp_created: true,
    bill_to_party_id: billToOf(order),
    created_at: order.createdAt ?? order.changedAt ?? new Date(),
    erp_state: 'linked',
    erp_reference: importedReference(order),
    erp_object_id: order.objectId,
    erp_id: order.id,
    erp_net_amount: order.netAmount,
    erp_changed_at: order.changedAt,
    erp_tracking: order.trackingCode ?? '',
    erp_ship_to: order.shipTo?.address ?? null,
  }
}

export const billToOf = ({ billToPartyId, accountId }: ErpOrder): string => billToPartyId || accountId

type Sum = Pick<Row<'sales_order'>, 'items_price' | 'total_price' | 'line_count' | 'cancelled_line_count'>

export const amountsOf = (order: ErpOrder): Sum => {
  const lines = linesOf(order)
  const cents = lines.reduce((sum, line) => sum + toCents(line.price) * (line.quantity - line.cancelled), 0)
  const total = liveAmount(order) ?? toDollars(cents)
  const cancelled_line_count = lines.filter(({ cancelled }) => cancelled > 0).length
  return { items_price: total, total_price: total, line_count: lines.length, cancelled_line_count }
}

/** The ERP's net amount without canceled lines; tenants differ in whether their own total includes them. */
export const liveAmount = ({ netAmount, lines, isCancelled }: ErpOrder): number | null => {
  if (isCancelled || !lines.some((line) => line.isCancelled)) return netAmount
  const live = lines.filter((line) => !line.isCancelled)
  if (live.some((line) => line.netAmount === null)) return netAmount
  return toDollars(live.reduce((sum, line) => sum + toCents(line.netAmount ?? 0), 0))
}

interface Line {
  slug: string
  name: string
  unit: string
  quantity: number
  /** Canceled pieces. */
  cancelled: number
  price: number
}

const largestPrice = 1e10 - 1

/** Quantities are whole and prices have two decimals here; the order's total is the ERP's own. */
export const linesOf = ({ lines }: ErpOrder): Line[] => lines.filter(({ productId }) => productId !== '').map(lineOf)

const lineOf = ({ productId, description, quantity, unit, netAmount, isCancelled }: ErpOrderLine): Line => {
  const pieces = Math.min(1_000_000_000, Math.max(1, Math.round(quantity)))
  const price = Math.min(largestPrice, Math.max(0, (netAmount ?? 0) / (quantity > 0 ? quantity : 1)))
  return {
    slug: productId,
    name: description || productId,
    unit,
    quantity: pieces,
    cancelled: isCancelled ? pieces : 0,
    price: toDollars(toCents(price)),
  }
}

interface Made {
  orderId: string
  order: ErpOrder
}

const rowsPerStatement = 1_000

export const insertLines = async (tx: Tx, made: readonly Made[]): Promise<void> => {
  const all = made.flatMap(({ orderId, order }) => linesOf(order).map((line, index) => ({ orderId, index, line })))
  const products = await productsOf(
    tx,
    all.map(({ line }) => line.slug),
  )
  const rows = all.map(({ orderId, index, line }): NewRow<'order_line'> => {
    const product = products.get(line.slug)
    return {
      order_id: orderId,
      line_no: index + 1,
      product_id: product?.id ?? null,
      name: product?.name ?? line.name,
      slug: line.slug,
      image: product?.image ?? '',
      unit_of_measure: line.unit,
      quantity: line.quantity,
      cancelled_quantity: line.cancelled,
      price: line.price,
      is_non_stocked: product?.is_non_stocked ?? false,
    }
  })
  for (let start = 0; start < rows.length; start += rowsPerStatement)
    await tx
      .insertInto('order_line')
      .values(rows.slice(start, start + rowsPerStatement))
      .execute()
}

/** By NDC in any format, or by item number. */
export const productsOf = async (tx: Tx, numbers: readonly string[]) => {
  const wanted = [...new Set(numbers)]
  if (wanted.length === 0) return new Map<string, never>()
  const keyed = wanted.map((number) => ({ number, key: ndcKey(number) }))
  const keys = keyed.map(({ key }) => key).filter(Boolean)
  const products = await tx
    .selectFrom('product')
    .where('deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('ndc_number', 'in', wanted),
        ...(keys.length > 0 ? [eb.and([eb('ndc_key', 'in', keys), eb('is_item_number', '=', false)])] : []),
      ]),
    )
    .select(['id', 'name', 'image', 'is_non_stocked', 'ndc_number', 'ndc_key', 'is_item_number'])
    .select(['cold_status', 'dea_schedule', 'strength', 'dosage_form'])
    .execute()
  return new Map(
    keyed.flatMap(({ number, key }) => {
      const product =
        products.find((one) => one.ndc_number === number) ??
        products.find((one) => key !== '' && one.ndc_key === key && !one.is_item_number)
      return product ? [[number, product] as const] : []
    }),
  )
}
