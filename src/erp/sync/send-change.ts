import { sql } from 'kysely'
import { mailChange } from '#order-changes/mail-change.ts'
import { type ResolvedLine, resolveLines } from '#order-changes/resolve-lines.ts'
import { lateMessages } from '#order-changes/evaluate-change.ts'
import type { CountOrders } from '#orders/count-orders.ts'
import type { Config } from '#platform/config.ts'
import { transaction } from '#platform/db/connect.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { Postponed } from '#platform/jobs/worker.ts'
import { callErp, type Erp, ErpError, type ErpOrder, type LineAnswer } from '../gateway/erp.ts'
import { reportException } from '../report-exception.ts'
import { reportRests } from './report-rests.ts'
import { storeOrders } from './store-orders.ts'
import type { Syncing } from './syncing.ts'

interface Sending {
  db: Db
  erp: Erp
  config: Syncing['config'] & Pick<Config, 'ERP_SETTLE_SECONDS'>
  countOrders: CountOrders
}

/**
 * Asks the ERP once for a requested change. The intent is committed before the request; a request that may have arrived
 * is looked up, and sent again only when the settle time proves that it never will. A line is done when a reading of the
 * order says so, which `storeOrders` writes; the other outcomes are written here.
 */
export const sendChange = async (sending: Sending, changeId: string, signal: AbortSignal): Promise<void> => {
  const { db, erp, config } = sending
  const change = await readChange(db, changeId)
  if (!change) return
  if (!erp.isConnected) return waitForConnection(sending, change)
  if (change.objectId === null) return findOrder(sending, change, signal)
  const isSettled = change.since === null || change.since >= config.ERP_SETTLE_SECONDS
  const maySend = isSettled && !change.isOverdue
  if (maySend) await recordIntent(db, change)
  const read = await callOrder(sending, { ...change, objectId: change.objectId }, { maySend, signal })
  const answers = isSettled && change.isOverdue ? read.map(ended) : read
  const { rows } = await callErp(() => erp.ordersByNumber([change.erpId], signal))
  await transaction(db, (tx) => storeAnswers(tx, sending, { change, answers, rows }))
  if (await readChange(db, changeId))
    throw new Postponed(Math.min(30, config.ERP_SETTLE_SECONDS), 'The ERP does not show the change yet.')
}

/** Then a person decides, and the page no longer says that an outcome is to come. */
const mostDays = 1

/** No request can be on its way any more, and the ERP shows the line as it was. */
const ended = (answer: LineAnswer): LineAnswer =>
  answer.state === 'open' ? { ...answer, state: 'refused', why: notDoneMessage } : answer

const notDoneMessage = 'Our warehouse system did not make the change. Contact us.'

/** A request that was sent may have been carried out, so only a reading can end it. */
const waitForConnection = async (sending: Sending, change: Change): Promise<void> => {
  if (!change.isOverdue) throw new Postponed(60, 'The ERP is not connected.')
  if (change.attempts === 0) return refuseAll(sending, change, notDoneMessage)
  await reportWait(sending.db, change, 'The ERP is not connected.')
  throw new Postponed(3_600, 'The ERP is not connected.')
}

/** An order known only by its number is linked by a reading. */
const findOrder = async (sending: Sending, change: Change, signal: AbortSignal): Promise<void> => {
  const { rows } = await callErp(() => sending.erp.ordersByNumber([change.erpId], signal))
  await transaction(sending.db, (tx) => storeOrders(tx, rows, sending))
  const found = await readChange(sending.db, change.id)
  if (found && found.objectId === null) await refuseAll(sending, change, 'The ERP no longer has this order.')
  if (found?.objectId) throw new Postponed(1, 'The order is linked now.')
}

const refuseAll = ({ db, ...sending }: Sending, change: Change, why: string): Promise<void> =>
  transaction(db, (tx) =>
    storeAnswers(
      tx,
      { db, ...sending },
      { change, answers: change.lines.map(({ lineNo }) => ({ lineNo, state: 'refused', why })), rows: [] },
    ),
  )

interface Change {
  id: string
  orderId: string
  /** Null until a reading links an order that is known only by its number. */
  objectId: string | null
  erpId: string
  attempts: number
  /** Seconds since the last request; null if none may be on its way. */
  since: number | null
  isOverdue: boolean
  /** The end of a backorder, which no person asked for. */
  isAutomatic: boolean
  isWhole: boolean
  lines: { lineNo: number; to: number }[]
}

/** Null if no line waits for an outcome. */
const readChange = async (db: Db, id: string): Promise<Change | undefined> => {
  const { rows } = await sql<Change>`
    select change.id, order_id as "orderId", erp_object_id as "objectId", erp_id as "erpId", attempts,
      extract(epoch from now() - sent_at)::float8 as since,
      asked_at < now() - make_interval(days => ${mostDays}) as "isOverdue",
      asked_by is null as "isAutomatic",
      not exists (
        select from order_line line
        left join order_change_line changed on changed.line_no = line.line_no and changed.change_id = change.id
        where line.order_id = change.order_id and line.quantity > line.cancelled_quantity
          and coalesce(to_quantity, 1) > 0) as "isWhole",
      (select json_agg(json_build_object('lineNo', line_no, 'to', to_quantity) order by line_no)
        from order_change_line where change_id = change.id and state = 'asked') as lines
    from order_change change join sales_order on sales_order.id = order_id
    where change.id = ${id}::uuid and change.ended_at is null`.execute(db)
  return rows[0]
}

const recordIntent = async (db: Db, { id, attempts }: Change): Promise<void> => {
  const { numUpdatedRows } = await db
    .updateTable('order_change')
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('ended_at', 'is', null)
    .set({ attempts: attempts + 1, sent_at: sql<Date>`now()` })
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Postponed(5, 'Another process is sending this change.')
}

const callOrder = async (
  { db, erp }: Sending,
  change: Change & { objectId: string },
  { maySend, signal }: { maySend: boolean; signal: AbortSignal },
): Promise<LineAnswer[]> => {
  try {
    return await erp.changeOrder(change, maySend, signal)
  } catch (error) {
    if (!(error instanceof ErpError)) throw error
    if (error.outcome === 'rejected')
      return change.lines.map(({ lineNo }) => ({ lineNo, state: 'refused', why: error.message }))
    // Nothing is on its way, so the next attempt need not wait.
    if (error.outcome === 'not-sent' && maySend)
      await db.updateTable('order_change').where('id', '=', change.id).set({ sent_at: null }).execute()
    if ((error.needsOperator && !error.isAway) || change.isOverdue) await reportWait(db, change, error.message)
    const seconds = error.retryAfterSeconds ?? (error.needsOperator ? 60 : 10)
    throw new Postponed(Math.min(600, Math.max(1, seconds)), error.message)
  }
}

const reportWait = (db: Db, { id, orderId, erpId }: Change, why: string) =>
  reportException(db, {
    key: `change ${id} waits`,
    orderId,
    message: `A change of order ${erpId} that was requested in the portal waits: ${why}`,
  })

interface Answered {
  change: Change
  answers: readonly LineAnswer[]
  rows: readonly ErpOrder[]
}

const storeAnswers = async (tx: Tx, { config, countOrders }: Sending, { change, answers, rows }: Answered) => {
  await storeOrders(tx, rows, { config, countOrders })
  const outcomes = answers.flatMap(({ lineNo, state, why }): ResolvedLine[] => {
    if (state !== 'tooLate' && state !== 'refused') return []
    const answer = state === 'tooLate' ? lateAnswer(rows, change) : why
    return [{ changeId: change.id, lineNo, state, answer }]
  })
  const written = await resolveLines(tx, outcomes)
  if (written.length === 0) return
  if (change.isAutomatic) return reportRests(tx, change.id)
  await mailChange(tx, config, change.id)
  const refused = written.find(({ state }) => state === 'refused')
  if (refused)
    await reportException(tx, {
      key: `change ${change.id}`,
      orderId: change.orderId,
      message: `The ERP refused a change of order ${change.erpId} that was requested in the portal: ${refused.answer}`,
    })
}

const lateAnswer = (rows: readonly ErpOrder[], { objectId }: Change): string =>
  lateMessages[rows.find((row) => row.objectId === objectId)?.status ?? ''] ?? lateMessages['2'] ?? ''
