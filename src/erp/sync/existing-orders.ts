import type { Tx } from '#platform/db/tables.ts'
import type { ErpOrder } from '../gateway/erp.ts'

export type ExistingOrder = Awaited<ReturnType<typeof lockExistingOrders>>[number]

export const importedReference = ({ id, objectId }: Pick<ErpOrder, 'id' | 'objectId'>): string =>
  `ERP-${id}`.length <= 35 ? `ERP-${id}` : `E-${objectId}`.slice(0, 35)

/** Locked in id order, like everywhere else, because the order export may work on the same orders. */
export const lockExistingOrders = async (tx: Tx, orders: readonly ErpOrder[]) => {
  if (orders.length === 0) return []
  const references = orders.flatMap((order) => [order.reference, importedReference(order)]).filter(Boolean)
  return tx
    .selectFrom('sales_order')
    .where((eb) =>
      eb.or([
        eb(
          'erp_object_id',
          'in',
          orders.map(({ objectId }) => objectId),
        ),
        eb('erp_reference', 'in', references),
        eb.and([
          eb(
            'erp_id',
            'in',
            orders.map(({ id }) => id),
          ),
          eb('erp_object_id', 'is', null),
        ]),
      ]),
    )
    .orderBy('id')
    .forUpdate()
    .select([
      'id',
      'business_id',
      'user_id',
      'erp_object_id',
      'erp_id',
      'erp_reference',
      'erp_state',
      'erp_attempts',
      'erp_changed_at',
      'erp_net_amount',
      'erp_tracking',
      'erp_status',
      'is_cancelled',
      'cancelled_at',
      'reinstated_at',
      'cancelled_line_count',
      'part_cancelled_at',
      'is_paid',
      'total_price',
      'erp_created',
      'bill_to_party_id',
      'purchase_order',
      'shipping_method',
      'items_price',
      'deleted_at',
    ])
    .execute()
}
