import { sql } from 'kysely'
import type { Db } from '#platform/db/tables.ts'
import type { OutgoingOrder } from '../gateway/erp.ts'

export interface ComposedOrder extends OutgoingOrder {
  /** The payer, if the order names one. */
  billToPartyId: string
  /** The linked ERP order. */
  objectId: string | null
}

/** The order as it is sent to the ERP; null if it is gone. */
export const composeOrder = async (db: Db, orderId: string): Promise<ComposedOrder | null> => {
  const order = await db
    .selectFrom('sales_order')
    .leftJoin('business', 'business.id', 'sales_order.business_id')
    .leftJoin('user_account as writer', 'writer.id', 'sales_order.placed_by')
    .where('sales_order.id', '=', orderId)
    .where('sales_order.deleted_at', 'is', null)
    .select([
      'erp_reference as reference',
      'erp_object_id as objectId',
      'business.account_number as accountId',
      'purchase_order as purchaseOrder',
      'shipping_method as shippingMethod',
      'comments',
      'buyer_note as note',
      'attention',
      // An order on hold may be sent after its day.
      sql<string | null>`case when requested_day >= business_today() then requested_day::text end`.as('requestedDay'),
      'backorder_choice as backorders',
      'ship_to_erp_address as shipTo',
      'sales_order.created_at as createdAt',
      'bill_to_party_id as billToPartyId',
      'sales_order.user_id as customerId',
      'placed_by as writerId',
      'writer.name as writerName',
      'writer.last_name as writerLastName',
    ])
    .executeTakeFirst()
  if (!order) return null
  const { customerId, writerId, writerName, writerLastName, accountId, ...facts } = order
  return {
    ...facts,
    accountId: accountId ?? '',
    placedBy: writerId && writerId !== customerId ? `${writerName ?? ''} ${writerLastName ?? ''}`.trim() || null : null,
    lines: await linesOf(db, orderId),
  }
}

/** The line's slug is the ordered NDC, which is also the ERP's product id. */
const linesOf = (db: Db, orderId: string): Promise<OutgoingOrder['lines'][number][]> =>
  db
    .selectFrom('order_line')
    .where('order_id', '=', orderId)
    .where('quantity', '>', (eb) => eb.ref('withdrawn_quantity'))
    .orderBy('line_no')
    .select(['line_no as lineNo', 'slug as productId', 'unit_of_measure as unit', 'price', 'buyer_note as note'])
    .select(sql<number>`quantity - withdrawn_quantity`.as('quantity'))
    .execute()
