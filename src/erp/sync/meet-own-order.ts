import { sql } from 'kysely'
import type { Tx } from '#platform/db/tables.ts'
import type { ErpOrder } from '../gateway/erp.ts'
import { queueExportNow } from '#orders/queue-export.ts'
import { raiseException } from '../raise-exception.ts'
import { queueDuplicateSearch } from '../export/remove-duplicates.ts'
import type { KnownOrder } from './known-orders.ts'

/**
 * An order of the ERP with the portal's reference that is not linked yet: the order export is told that it is there and
 * links it, and removes what is too many. This heals a crash or a restored database without a rule of its own.
 */
export const meetOwnOrder = async (tx: Tx, known: KnownOrder, order: ErpOrder): Promise<string[]> => {
  if (known.deleted_at !== null)
    return tell(tx, known, order, `Order ${order.id} of the ERP belongs to an order that was deleted in the portal.`)
  if (known.erp_object_id !== null || known.erp_state === 'linked') return meetDuplicate(tx, known, order)
  if (known.erp_state === 'held')
    return tell(tx, known, order, `Order ${order.id} of the ERP belongs to an order that the portal holds back.`)
  if (known.erp_state === 'conflict' || known.erp_state === 'sending') return []
  await tx
    .updateTable('sales_order')
    .where('id', '=', known.id)
    .where('erp_state', 'in', ['waiting', 'rejected'])
    .set({ erp_state: 'unknown', erp_intent_at: sql<Date>`coalesce(erp_intent_at, now())` })
    .execute()
  await queueExportNow(tx, known.id)
  return []
}

/** The order export discards an unreleased duplicate; a released one may move goods and needs a person. */
const meetDuplicate = async (tx: Tx, known: KnownOrder, order: ErpOrder): Promise<string[]> => {
  if (order.isCancelled) return []
  if (order.isReleased)
    return tell(
      tx,
      known,
      order,
      `The ERP has one order of the portal twice, and the second is released: ${known.erp_id ?? '?'} and ${order.id}.`,
    )
  await queueDuplicateSearch(tx, known.id, 0)
  return []
}

const tell = async (tx: Tx, known: KnownOrder, order: ErpOrder, message: string): Promise<string[]> => {
  await raiseException(tx, { key: `order ${known.id} ${order.id}`, orderId: known.id, message })
  return [message]
}
