import { sql } from 'kysely'
import type { OrderChange } from '#fulfillment/record-changes.ts'
import type { Config } from '#platform/config.ts'
import type { Tx } from '#platform/db/tables.ts'
import type { ErpOrder } from '../gateway/erp.ts'
import type { ExistingOrder } from './existing-orders.ts'

/**
 * The change of an order's ship-to address in the ERP. The first reading is compared with what the portal sent, and
 * only by the address that it named: the ERP chooses the address of other orders.
 */
export const compareAddresses = (known: ExistingOrder, { shipTo }: ErpOrder): OrderChange[] => {
  if (!shipTo) return []
  const isOther =
    known.erp_ship_to === null
      ? isOtherId(known.ship_to_erp_address, shipTo.addressId)
      : plain(known.erp_ship_to) !== plain(shipTo.address)
  const before = known.erp_ship_to ?? orderedAddress(known)
  return isOther ? [{ lineNo: null, name: '', field: 'address', before, after: shipTo.address }] : []
}

const isOtherId = (sent: string | null, read: string): boolean =>
  sent !== null && read !== '' && sent.toLowerCase() !== read.toLowerCase()

/** Tenants may reformat an address without moving it. */
const plain = (address: string): string => address.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, ' ')

const orderedAddress = (known: ExistingOrder): string =>
  [known.ship_full_name, known.ship_address, known.ship_city, `${known.ship_region} ${known.ship_postal_code}`.trim()]
    .filter(Boolean)
    .join(', ')

interface Moved {
  known: ExistingOrder
  order: ErpOrder
  changes: readonly OrderChange[]
}

/** The exceptions for orders with controlled lines that the ERP ships to another address: 21 CFR 1301.74(a), 1305.13(c). */
export const checkAddresses = async (
  tx: Tx,
  orders: readonly Moved[],
  { COMPLIANCE_EMAIL: desk }: Pick<Config, 'COMPLIANCE_EMAIL'>,
) => {
  const moved = orders.flatMap(({ known, order, changes }) => {
    const change = changes.find(({ field }) => field === 'address')
    return change ? [{ known, order, change }] : []
  })
  if (moved.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select distinct order_id as id from order_line line left join product on product.id = line.product_id
    where order_id = any(${moved.map(({ known }) => known.id)}::uuid[])
      and coalesce(line.dea_schedule, product.dea_schedule, '') <> ''`.execute(tx)
  return moved
    .filter(({ known }) => rows.some(({ id }) => id === known.id))
    .map(({ known, order, change }) => ({
      key: `address ${known.id} ${order.changedAt?.toISOString() ?? ''}`,
      orderId: known.id,
      desk,
      message: `Compliance: order ${order.id} has controlled items, and its ship-to address was changed in the ERP from ${change.before} to ${change.after}. Stop the shipment until the address is checked against the customer’s registration.`,
    }))
}
