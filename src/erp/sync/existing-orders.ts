import type { Row, Tx } from '#platform/db/tables.ts'
import type { ErpOrder } from '../gateway/erp.ts'

export type ExistingOrder = Row<'sales_order'>

export const importedReference = ({ id, objectId }: Pick<ErpOrder, 'id' | 'objectId'>): string =>
  `ERP-${id}`.length <= 35 ? `ERP-${id}` : `E-${objectId}`.slice(0, 35)

/** Locked in id order, like everywhere else, because the order export may work on the same orders. */
export const lockExistingOrders = async (tx: Tx, orders: readonly ErpOrder[]): Promise<ExistingOrder[]> => {
  if (orders.length === 0) return []
  const references = orders.flatMap((order) => [order.reference, importedReference(order)]).filter(Boolean)
  const [objectIds, ids] = [orders.map(({ objectId }) => objectId), orders.map(({ id }) => id)]
  return tx
    .selectFrom('sales_order')
    .where((eb) =>
      eb.or([
        eb('erp_object_id', 'in', objectIds),
        eb('erp_reference', 'in', references),
        eb.and([eb('erp_id', 'in', ids), eb('erp_object_id', 'is', null)]),
      ]),
    )
    .orderBy('id')
    .forUpdate()
    .selectAll()
    .execute()
}
