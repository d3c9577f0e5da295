import { sql } from 'kysely'
import { queueMail } from '#mail/send-mail.ts'
import type { Config } from '#platform/config.ts'
import type { Tx } from '#platform/db/tables.ts'
import {
  cancellationEmail,
  type ChangedLine,
  type NotifiedOrder,
  type CancellationEvent,
} from './compose-cancellation.ts'

export interface CancellationNotice {
  orderId: string
  turn: CancellationEvent
  reason: string
  /** The changed lines, if only part of the order changed. */
  lines: readonly ChangedLine[]
}

interface Receiver extends NotifiedOrder {
  email: string
  name: string
  is_customer: boolean
}

/** Emails the customer and the sales rep who ordered for them, in the transaction that changes the order. */
export const notifyCancellations = async (
  tx: Tx,
  turned: readonly CancellationNotice[],
  config: Pick<Config, 'PUBLIC_URL' | 'BUSINESS_TIME_ZONE'>,
): Promise<void> => {
  if (turned.length === 0) return
  const ids = turned.map(({ orderId }) => orderId)
  const { rows } = await sql<Receiver>`
    select sales_order.id, erp_id, purchase_order, sales_order.created_at, total_price,
      coalesce(business.name, '') as company, person.email, person.name,
      person.id is not distinct from sales_order.user_id as is_customer
    from sales_order
    join user_account person on person.id in (sales_order.user_id, sales_order.placed_by)
      and person.deleted_at is null and person.is_active
    left join business on business.id = sales_order.business_id
    where sales_order.id = any(${ids}::uuid[])
    order by sales_order.id, is_customer desc`.execute(tx)
  for (const { orderId, ...told } of turned)
    for (const { email, name, is_customer, ...order } of rows.filter(({ id }) => id === orderId))
      await queueMail(
        tx,
        cancellationEmail({ ...told, order, person: { email, name, isCustomer: is_customer }, config }),
      )
}
