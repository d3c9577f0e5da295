import { sql } from 'kysely'
import { recorderIn } from '#platform/act.ts'
import type { Config } from '#platform/config.ts'
import type { ErpExportState } from '#orders/column-types.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { enqueue } from '#platform/jobs/queue.ts'
import { Postponed } from '#platform/jobs/worker.ts'
import { type Erp, ErpError } from '../gateway/erp.ts'
import { feedLane } from '#orders/queue-export.ts'

export const notePaidKind = 'erp.note-paid'

const minute = 60
const tenMinutes = 600
const hour = 3_600

type PaidSetting = Pick<Config, 'ERP_FIELD_PAID'>

/** Runs in the transaction that marks the order paid, in the feeds' lane so that no order export waits behind it. */
export const queueNotePaid = async (tx: Tx, config: PaidSetting, orderId: string): Promise<void> => {
  if (!config.ERP_FIELD_PAID) return
  await enqueue(tx, { kind: notePaidKind, lane: feedLane, payload: { orderId }, key: orderId })
}

const needsPerson: ReadonlySet<ErpExportState> = new Set(['held', 'rejected', 'conflict'])

/** Writes the payment day to the ERP's order. Returns the ERP's final rejection, or null. */
export const notePaid = async (
  { db, erp, config }: { db: Db; erp: Erp; config: PaidSetting & Pick<Config, 'BUSINESS_TIME_ZONE'> },
  orderId: string,
  signal: AbortSignal,
): Promise<string | null> => {
  if (!config.ERP_FIELD_PAID) return null
  if (!erp.isConnected) throw new Postponed(hour, 'The ERP is not connected.')
  const order = await db
    .selectFrom('sales_order')
    .where('id', '=', orderId)
    .where('is_paid', '=', true)
    .where('deleted_at', 'is', null)
    .select([
      'erp_state',
      'erp_object_id as objectId',
      sql<string | null>`to_char(paid_at at time zone ${config.BUSINESS_TIME_ZONE}, 'YYYY-MM-DD')`.as('paidOn'),
    ])
    .executeTakeFirst()
  if (!order?.paidOn) return null
  const { objectId, paidOn } = order
  if (!objectId)
    throw new Postponed(needsPerson.has(order.erp_state) ? tenMinutes : minute, 'The ERP has no such order yet.')
  try {
    await erp.notePaid({ objectId, paidOn }, signal)
    return null
  } catch (error) {
    if (!(error instanceof ErpError)) throw error
    if (error.outcome !== 'rejected') throw later(error)
    await recorderIn(db)('payment not noted in the ERP', ['sales order', orderId], {
      after: { message: error.message },
    })
    return error.message
  }
}

/** Writing the same text twice is harmless, so an unknown outcome is retried. Only this job waits, not its lane. */
const later = ({ message, retryAfterSeconds, needsOperator }: ErpError): Postponed => {
  const seconds = retryAfterSeconds ?? (needsOperator ? tenMinutes : minute)
  return new Postponed(Math.min(tenMinutes, Math.max(1, seconds)), message)
}
