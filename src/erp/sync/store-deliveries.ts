import { sql } from 'kysely'
import type { Tx } from '#platform/db/tables.ts'
import type { ErpDelivery } from '../gateway/erp.ts'
import { newestBy, type Stored } from './syncing.ts'

/** Stores a page of deliveries; a repeated or older version changes nothing. */
export const storeDeliveries = async (tx: Tx, rows: readonly ErpDelivery[]): Promise<Stored> => {
  // In one order everywhere, so that two reads of the same rows do not deadlock.
  const deliveries = newestBy(rows, 'objectId').toSorted((one, other) => (one.objectId < other.objectId ? -1 : 1))
  if (deliveries.length === 0) return { added: 0, changed: 0, notes: [] }
  const { rows: stored } = await sql<{ is_new: boolean }>`
    insert into delivery (object_id, erp_id, changed_at, is_shipped, shipped_at, shipping_method, tracking_code,
      order_erp_ids, items)
    select object_id, erp_id, changed_at, is_shipped, shipped_at, shipping_method, tracking_code, order_erp_ids, items
    from json_to_recordset(${JSON.stringify(deliveries.map(columnsOf))}::json) as given (object_id text, erp_id text,
      changed_at timestamptz, is_shipped boolean, shipped_at timestamptz, shipping_method text, tracking_code text,
      order_erp_ids text[], items jsonb)
    on conflict (object_id) do update set erp_id = excluded.erp_id, changed_at = excluded.changed_at,
      is_shipped = excluded.is_shipped, shipped_at = excluded.shipped_at, shipping_method = excluded.shipping_method,
      tracking_code = excluded.tracking_code, order_erp_ids = excluded.order_erp_ids, items = excluded.items
    where delivery.changed_at <= excluded.changed_at and delivery is distinct from excluded
    returning xmax = 0 as is_new`.execute(tx)
  const added = stored.filter(({ is_new }) => is_new).length
  return { added, changed: stored.length - added, notes: [] }
}

const columnsOf = (delivery: ErpDelivery) => ({
  object_id: delivery.objectId,
  erp_id: delivery.id,
  changed_at: delivery.changedAt,
  is_shipped: delivery.isShipped,
  shipped_at: delivery.shippedAt,
  shipping_method: delivery.shippingMethod,
  tracking_code: delivery.trackingCode,
  order_erp_ids: [...new Set(delivery.items.map(({ orderId }) => orderId))],
  items: delivery.items,
})
