import type { Db, Tx } from '#platform/db/tables.ts'
import type { ErpExportState } from '#orders/column-types.ts'
import { addBilledAccounts } from '#customers/business/billed-accounts.ts'
import { transaction } from '#platform/db/connect.ts'
import type { ComposedOrder } from './compose-order.ts'
import type { ErpOrderRef } from '../gateway/erp.ts'
import { reportException } from '../report-exception.ts'
import { queueDuplicateSearch } from './remove-duplicates.ts'

export type OnLinked = (tx: Tx, orderId: string) => Promise<void>

interface Linking {
  db: Db
  orderId: string
  onLinked?: OnLinked | undefined
  /** Seconds until a late duplicate would be visible in the ERP. */
  lookForDuplicatesAfter: number | null
  /** Queues the steps that follow once the ERP has the order. */
  afterLinking?: OnLinked | null
}

/** Links an ERP order to a portal order; idempotent. */
export const linkOrder = (
  { db, orderId, onLinked, lookForDuplicatesAfter, afterLinking }: Linking,
  order: ComposedOrder,
  found: ErpOrderRef,
): Promise<ErpExportState | null> =>
  transaction(db, async (tx) => {
    const owner = await tx
      .selectFrom('sales_order')
      .where('erp_object_id', '=', found.objectId)
      .where('id', '!=', orderId)
      .select('id')
      .executeTakeFirst()
    const linked = await tx
      .updateTable('sales_order')
      .where('id', '=', orderId)
      .where('erp_state', 'in', ['waiting', 'sending', 'unknown'])
      .set(owner ? { erp_state: 'conflict', erp_error: alreadyLinked(found) } : linkedFields(order, found))
      .returning(['erp_state', 'bill_to_party_id'])
      .executeTakeFirst()
    if (linked?.erp_state === 'linked') {
      await onLinked?.(tx, orderId)
      await afterLinking?.(tx, orderId)
      if (lookForDuplicatesAfter !== null) await queueDuplicateSearch(tx, orderId, lookForDuplicatesAfter)
      if (!order.billToPartyId) await addBilledAccounts(tx, [linked.bill_to_party_id])
    }
    if (linked?.erp_state === 'conflict')
      await reportException(tx, { key: `conflict ${orderId} ${found.id}`, orderId, message: alreadyLinked(found) })
    return linked?.erp_state ?? null
  })

const alreadyLinked = ({ id }: ErpOrderRef) => `ERP order ${id} already belongs to another portal order.`

const linkedFields = (order: ComposedOrder, found: ErpOrderRef) => ({
  erp_state: 'linked' as const,
  erp_object_id: found.objectId,
  erp_id: found.id,
  erp_status: found.status || null,
  erp_net_amount: found.netAmount,
  erp_changed_at: found.changedAt,
  bill_to_party_id: order.billToPartyId || found.accountId || order.accountId,
  erp_error:
    found.reference === order.reference ? null : 'The ERP did not keep the portal’s reference: run the ERP check.',
})
