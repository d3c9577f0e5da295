import { queueExport } from './queue-export.ts'
import { isLicensed, lastDayOfLicense } from '#customers/check-license.ts'
import { checkShipTo } from '#colleagues/ship-to/check-ship-to.ts'
import { act, type ActedBy, recorderIn, type RecordEntry } from '#platform/act.ts'
import type { Db, Row, Tx } from '#platform/db/tables.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import type { orders } from './contract.ts'

/** Releases the orders on hold for the customer's license, oldest first; not those for a location's license. */
export const releaseOrdersOnHold = async (
  tx: Tx,
  { businessId, day, by }: { businessId: string; day: string; by: ActedBy },
): Promise<void> => {
  const held = await heldOrders(tx).where('business_id', '=', businessId).orderBy('id').forUpdate().execute()
  const waiting = await placesThatWait(tx, held, day)
  const why = { record: recorderIn(tx, by), reason: 'The license was renewed.' }
  for (const order of held) if (!waiting.has(order.ship_to_id ?? '')) await release(tx, order, why)
}

/** Releases the orders to a location that was verified, unless the customer's own license has expired. */
export const releaseOrdersTo = async (
  tx: Tx,
  { shipToId, businessId, day, by }: { shipToId: string; businessId: string; day: string; by: ActedBy },
): Promise<void> => {
  const held = await heldOrders(tx).where('ship_to_id', '=', shipToId).orderBy('id').forUpdate().execute()
  if (held.length === 0 || (await placesThatWait(tx, held, day)).has(shipToId)) return
  if (!isLicensed(await lastDayOfLicense(tx, businessId), day)) return
  const why = { record: recorderIn(tx, by), reason: 'The ship-to address was verified.' }
  for (const order of held) await release(tx, order, why)
}

const placesThatWait = async (tx: Tx, held: readonly OnHoldOrder[], day: string): Promise<Set<string>> => {
  const ids = held.flatMap(({ ship_to_id }) => ship_to_id ?? [])
  if (ids.length === 0) return new Set()
  const places = await tx.selectFrom('ship_to').selectAll().where('id', 'in', ids).execute()
  return new Set(places.flatMap((place) => (checkShipTo(place, day) === '' ? [] : [place.id])))
}

/** An admin releases one order although the license is not renewed. */
export const releaseOrder = (db: Db, call: CallOf<typeof orders.release>): Promise<void> =>
  act(db, call, async ({ tx, record }) => {
    const { id: orderId } = call.params
    const held = await heldOrders(tx).where('id', '=', orderId).forUpdate().executeTakeFirst()
    if (held) return release(tx, held, { record, reason: call.body.reason })
    const order = await tx
      .selectFrom('sales_order')
      .select('id')
      .where('id', '=', orderId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    throw order ? new Refusal(409, 'This order is not on hold.') : notFound('Order')
  })

const heldOrders = (tx: Tx) =>
  tx
    .selectFrom('sales_order')
    .select(['id', 'user_id', 'hold_reason', 'ship_to_id'])
    .where('erp_state', '=', 'held')
    .where('deleted_at', 'is', null)

type OnHoldOrder = Pick<Row<'sales_order'>, 'id' | 'user_id' | 'hold_reason' | 'ship_to_id'>

const release = async (
  tx: Tx,
  { id, user_id, hold_reason }: OnHoldOrder,
  { record, reason }: { record: RecordEntry; reason: string },
): Promise<void> => {
  await tx.updateTable('sales_order').set({ erp_state: 'waiting', hold_reason: null }).where('id', '=', id).execute()
  await queueExport(tx, id)
  await record('order released', ['sales order', id], {
    onBehalfOf: user_id,
    before: { held: hold_reason },
    after: { reason },
  })
}
