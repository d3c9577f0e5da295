import { sql } from 'kysely'
import type { Tx } from '#platform/db/tables.ts'
import type { TracedShipment } from './epcis/trace-contents.ts'

/** What a shipment says about its parties and order. */
export type Parties = Pick<TracedShipment, 'seller' | 'buyer' | 'shipTo' | 'transactions'>

export type Direction = 'inbound' | 'outbound' | 'unclear'

/** Whether a document is from a supplier to us, or from us to a customer, by the parties of all its shipments. */
export const directionOf = (
  { sender, receiver, shipments }: { sender: string; receiver: string; shipments: readonly Parties[] },
  ownGlns: readonly string[],
): Direction => {
  const parties = shipments.length > 0 ? shipments : [{ seller: sender, buyer: receiver }]
  const directions = new Set(
    parties.map(({ seller, buyer }): Direction => {
      const [isSeller, isBuyer] = [ownGlns.includes(seller), ownGlns.includes(buyer)]
      if (isSeller && !isBuyer) return buyer ? 'outbound' : 'unclear'
      return isBuyer && !isSeller ? 'inbound' : 'unclear'
    }),
  )
  const [first = 'unclear', ...others] = directions
  return others.length === 0 ? first : 'unclear'
}

export interface ShipmentMatch {
  businessId: string | null
  orderId: string | null
  /** Why no customer gets the data; empty if the customer is certain. */
  mismatch: string
}

const unmatched: ShipmentMatch = { businessId: null, orderId: null, mismatch: '' }

/**
 * The customer of each outbound shipment, by the buyer's GLN, and the order it names. Several customers with one GLN, or
 * an order of another customer, match no customer: an admin decides.
 */
export const matchShipments = async (
  tx: Tx,
  direction: Direction,
  shipments: readonly Parties[],
): Promise<ShipmentMatch[]> => {
  if (direction === 'inbound') return shipments.map(() => unmatched)
  if (direction === 'unclear')
    return shipments.map(({ seller, buyer }) => ({
      ...unmatched,
      mismatch:
        seller && buyer ? 'Neither the seller nor the buyer has our GLN.' : 'The seller or the buyer is not certain.',
    }))
  const glns = [...new Set(shipments.flatMap(({ buyer, shipTo }) => [buyer, shipTo]).filter(Boolean))]
  const numbers = [...new Set(shipments.flatMap(({ transactions }) => transactions.map(({ number }) => number)))]
  const [businesses, orders] = [await businessesWith(tx, glns), await ordersWith(tx, numbers)]
  return shipments.map((shipment) => matchOf(shipment, businesses, orders))
}

interface Buyer {
  id: string
  glns: string[]
}

const businessesWith = async (tx: Tx, glns: readonly string[]): Promise<Buyer[]> => {
  if (glns.length === 0) return []
  const found = await tx
    .selectFrom('business')
    .select(['id', 'gln_number', 'gs1_number'])
    .where((eb) => eb.or([eb('gln_number', 'in', glns), eb('gs1_number', 'in', glns)]))
    .execute()
  return found.map(({ id, gln_number, gs1_number }) => ({ id, glns: [gln_number, gs1_number].filter(Boolean) }))
}

interface NamedOrder {
  id: string
  business_id: string | null
  number: string
  kind: string
}

/** Orders by their number or the customer's purchase order, and those of invoices. */
const ordersWith = async (tx: Tx, numbers: readonly string[]): Promise<NamedOrder[]> => {
  if (numbers.length === 0) return []
  const { rows } = await sql<NamedOrder>`
    select id, business_id, purchase_order as number, 'po' as kind from sales_order
    where purchase_order = any(${numbers}::text[]) and purchase_order <> '' and deleted_at is null
    union all
    select id, business_id, erp_id, 'po' from sales_order where erp_id = any(${numbers}::text[]) and deleted_at is null
    union all
    select sales_order.id, business_id, invoice.id, 'inv' from invoice
      join sales_order on sales_order.id = invoice.order_id
    where invoice.id = any(${numbers}::text[])`.execute(tx)
  return rows
}

const matchOf = (
  { buyer, shipTo, transactions }: Parties,
  businesses: readonly Buyer[],
  orders: readonly NamedOrder[],
): ShipmentMatch => {
  const atPlace = businesses.filter(({ glns }) => shipTo !== '' && glns.includes(shipTo))
  const owners = businesses.filter(({ glns }) => glns.includes(buyer))
  const found = owners.length > 1 ? owners.filter((one) => atPlace.includes(one)) : owners
  const [customer, ...others] = found
  if (!customer || others.length > 0)
    return {
      ...unmatched,
      mismatch: owners.length === 0 ? `No customer has the GLN ${buyer}.` : `Several customers have the GLN ${buyer}.`,
    }
  const named = orders.filter(({ number, kind }) =>
    transactions.some((one) => one.number === number && (one.type === kind || (one.type === '' && kind === 'po'))),
  )
  const own = [...new Set(named.filter(({ business_id }) => business_id === customer.id).map(({ id }) => id))]
  if (named.length > 0 && own.length === 0)
    return { ...unmatched, mismatch: 'The order or invoice it names belongs to another customer.' }
  return { businessId: customer.id, orderId: own.length === 1 ? (own[0] ?? null) : null, mismatch: '' }
}
