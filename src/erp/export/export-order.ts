import { sql } from 'kysely'
import type { Config } from '#platform/config.ts'
import { transaction } from '#platform/db/connect.ts'
import type { Db, Row } from '#platform/db/tables.ts'
import type { ErpExportState } from '#orders/column-types.ts'
import { Postponed } from '#platform/jobs/worker.ts'
import { type ComposedOrder, composeOrder } from './compose-order.ts'
import { type Erp, ErpError, type ErpOrderRef, callErp, postponed } from '../gateway/erp.ts'
import { queueCompletion } from './complete-order.ts'
import { linkOrder, type OnLinked } from './link-order.ts'
import { matchOrders } from './match-orders.ts'
import { reportException } from '../report-exception.ts'

export interface Exporting {
  db: Db
  erp: Erp
  config: Pick<Config, 'ERP_SETTLE_SECONDS'> & Partial<Pick<Config, 'ERP_PRICES' | 'ERP_RELEASE'>>
  /** Runs in the transaction that saves the ERP's order number. */
  onLinked?: OnLinked | undefined
}

/**
 * Sends one order to the ERP exactly once and returns its state. The intent is committed before the request is sent. If
 * an earlier request may have arrived, the ERP is queried first; a second request is sent only after the settle time
 * and two empty lookups. Throws `Postponed` if it is not done.
 */
export const exportOrder = async (
  given: Exporting,
  orderId: string,
  signal: AbortSignal,
): Promise<ErpExportState | null> => {
  const progress = await progressOf(given, orderId)
  if (!progress || !isOpen(progress)) return progress?.state ?? null
  if (!given.erp.isConnected) throw new Postponed(60, 'The ERP is not connected.', { wholeLane: true })

  const order = await composeOrder(given.db, orderId)
  if (!order) return null
  const act: Act = { ...given, orderId, order, signal }
  return progress.state === 'waiting' && progress.attempts === 0 ? create(act, progress) : lookFirst(act, progress)
}

interface Act extends Exporting {
  orderId: string
  order: ComposedOrder
  signal: AbortSignal
}

interface Progress {
  state: ErpExportState
  attempts: number
  emptyLookups: number
  intentAt: Date | null
  /** Until any sent request must have finished in the ERP; 0 or less when it has. */
  secondsToSettle: number
}

const isOpen = ({ state }: Progress) => state === 'waiting' || state === 'sending' || state === 'unknown'

const progressOf = async ({ db, config }: Exporting, orderId: string): Promise<Progress | undefined> => {
  const since = sql<number>`extract(epoch from now() - erp_intent_at)::float8`
  const row = await db
    .selectFrom('sales_order')
    .where('id', '=', orderId)
    .where('deleted_at', 'is', null)
    .select(['erp_state', 'erp_attempts', 'erp_empty_lookups', 'erp_intent_at', since.as('since')])
    .executeTakeFirst()
  return (
    row && {
      state: row.erp_state,
      attempts: row.erp_attempts,
      emptyLookups: row.erp_empty_lookups,
      intentAt: row.erp_intent_at,
      secondsToSettle: row.erp_intent_at ? config.ERP_SETTLE_SECONDS - row.since : 0,
    }
  )
}

/** The only place that creates an order in the ERP. */
const create = async (given: Act, before: Progress): Promise<ErpExportState | null> => {
  if (!given.order.accountId) return conclude(given, before, 'rejected', 'The customer has no ERP account number.')
  const attempt = await recordIntent(given, before)
  // Another process is sending; the job stays queued in case that one dies.
  if (attempt === null) throw new Postponed(5, 'Another process is sending this order.')
  const during = { ...before, state: 'sending', attempts: attempt } satisfies Progress
  // Read after the intent: from here on nobody changes its lines.
  const order = await composeOrder(given.db, given.orderId)
  if (!order) return null
  const act: Act = { ...given, order }
  try {
    return await adopt(act, during, await act.erp.placeOrder(order, act.signal))
  } catch (error) {
    if (!(error instanceof ErpError)) throw error
    if (error.outcome === 'rejected') return conclude(act, during, 'rejected', error.message)
    if (error.outcome === 'not-sent') {
      await takeBack(act, before, attempt, error.message)
      throw postponed(error)
    }
    await noteUnknown(act, attempt, error.message)
    const after = await progressOf(act, act.orderId)
    return after && isOpen(after) ? lookFirst(act, after) : (after?.state ?? null)
  }
}

/** After a repeated request the first one may have finished too, so the ERP is queried and duplicates are removed. */
const adopt = async (act: Act, during: Progress, created: ErpOrderRef): Promise<ErpExportState | null> => {
  const found = during.attempts > 1 ? await act.erp.findOrders(act.order.reference, act.signal).catch(() => []) : []
  if (found.some(({ objectId }) => objectId === created.objectId)) return linkFound(act, during, found)
  const state = await linkOrder(linkingOf(act, during), act.order, created)
  if (state === null) await discardLate(act, created)
  return state
}

/** Only an order that was sent more than once can have a late duplicate. */
const linkingOf = (act: Act, { attempts }: Progress) => ({
  ...act,
  lookForDuplicatesAfter: attempts > 1 ? act.config.ERP_SETTLE_SECONDS : null,
  afterLinking: act.config.ERP_PRICES === 'portal' || act.config.ERP_RELEASE ? queueCompletion : null,
})

/** Another process linked a different ERP order during this request, so the new one is removed. */
const discardLate = async (act: Act, created: ErpOrderRef): Promise<void> => {
  const row = await act.db
    .selectFrom('sales_order')
    .where('id', '=', act.orderId)
    .select('erp_object_id')
    .executeTakeFirst()
  if (!row?.erp_object_id || row.erp_object_id === created.objectId) return
  const refusal = await discardDuplicates(act, [created])
  if (refusal)
    await act.db.updateTable('sales_order').where('id', '=', act.orderId).set({ erp_error: refusal }).execute()
}

/** Queries the ERP for the order, and creates it only if it is certainly absent. */
const lookFirst = async (act: Act, progress: Progress): Promise<ErpExportState | null> => {
  if (progress.state === 'sending') await noteUnknown(act, progress.attempts, 'The order export was interrupted.')
  const found = await callErp(() => act.erp.findOrders(act.order.reference, act.signal))
  if (found.length > 0) return linkFound(act, progress, found)

  const lookups = progress.emptyLookups + 1
  const state = progress.state === 'waiting' ? 'waiting' : 'unknown'
  // `waiting` with attempts means the last request was rejected or never sent, so there is nothing to settle.
  const isAbsent = state === 'waiting' || (progress.secondsToSettle <= 0 && lookups >= 2)
  if (isAbsent) return create(act, { ...progress, state })
  await change(act, progress.attempts).set({ erp_empty_lookups: lookups }).execute()
  throw new Postponed(nextLook(act, progress, lookups), 'The ERP did not answer and does not know this order yet.')
}

/** Links the matching order after removing its duplicates. */
const linkFound = async (
  act: Act,
  progress: Progress,
  found: readonly ErpOrderRef[],
): Promise<ErpExportState | null> => {
  const { keep, discard, conflict } = matchOrders(act.order, found)
  if (!keep)
    return conclude(
      act,
      progress,
      'conflict',
      conflict ?? 'The ERP’s orders with this reference contradict each other.',
    )
  const refusal = await discardDuplicates(act, discard)
  return refusal ? conclude(act, progress, 'conflict', refusal) : linkOrder(linkingOf(act, progress), act.order, keep)
}

const discardDuplicates = async (act: Act, duplicates: readonly ErpOrderRef[]): Promise<string | null> => {
  for (const duplicate of duplicates) {
    try {
      await callErp(() => act.erp.discardOrder(duplicate, act.signal))
    } catch (error) {
      if (error instanceof ErpError)
        return `The ERP has this order twice and keeps number ${duplicate.id}: ${error.message}`
      throw error
    }
  }
  return null
}

const lookAgain = [5, 30, 120]

/** Short delays at first; the last lookup follows soon after the settle time. */
const nextLook = ({ config }: Exporting, { secondsToSettle }: Progress, lookups: number): number => {
  const step = Math.min(lookAgain[lookups - 1] ?? 120, config.ERP_SETTLE_SECONDS)
  return secondsToSettle > 0 ? Math.min(step, secondsToSettle + 0.05) : step
}

/** Changes apply only to their own attempt; a later attempt of another process is not touched. */
const change = ({ db, orderId }: Act, attempts: number) =>
  db
    .updateTable('sales_order')
    .where('id', '=', orderId)
    .where('erp_attempts', '=', attempts)
    .where('erp_state', 'in', ['waiting', 'sending', 'unknown'])

/** The number of lines tells whether the order was split after it was composed; lines never change otherwise. */
const recordIntent = async (act: Act, { state, attempts }: Progress): Promise<number | null> => {
  const row = await change(act, attempts)
    .where('erp_state', '=', state)
    .where('line_count', '=', act.order.lines.length)
    .where('deleted_at', 'is', null)
    .set({ erp_state: 'sending', erp_intent_at: sql<Date>`now()`, erp_attempts: attempts + 1, erp_empty_lookups: 0 })
    .returning('erp_attempts')
    .executeTakeFirst()
  return row?.erp_attempts ?? null
}

const takeBack = (act: Act, before: Progress, attempt: number, message: string) =>
  change(act, attempt)
    .where('erp_state', '=', 'sending')
    .set({
      erp_state: before.state,
      erp_attempts: before.attempts,
      erp_intent_at: before.intentAt,
      erp_empty_lookups: before.emptyLookups,
      erp_error: message,
    })
    .execute()

const noteUnknown = (act: Act, attempt: number, message: string) =>
  change(act, attempt).where('erp_state', '=', 'sending').set({ erp_state: 'unknown', erp_error: message }).execute()

const conclude = (
  act: Act,
  { attempts }: Progress,
  erp_state: Row<'sales_order'>['erp_state'],
  erp_error: string,
): Promise<ErpExportState> =>
  transaction(act.db, async (tx) => {
    const { numUpdatedRows } = await change({ ...act, db: tx }, attempts)
      .set({ erp_state, erp_error })
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new Postponed(5, 'Another process is sending this order.')
    if (erp_state === 'conflict')
      await reportException(tx, {
        key: `conflict ${act.orderId} ${erp_error}`.slice(0, 300),
        orderId: act.orderId,
        message: erp_error,
      })
    return erp_state
  })
