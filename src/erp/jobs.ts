import type { App } from '#platform/feature.ts'
import type { CountOrders } from '#orders/count-orders.ts'
import { Postponed } from '#platform/jobs/worker.ts'
import { completeOrder, completionKind } from './export/complete-order.ts'
import { type SyncKind, syncKinds } from './contract.ts'
import { exportOrder } from './export/export-order.ts'
import type { OnLinked } from './export/link-order.ts'
import { notePaid, notePaidKind } from './export/note-paid.ts'
import { changeKind } from '#order-changes/request-change.ts'
import { sendChange } from './sync/send-change.ts'
import type { Erp } from './gateway/erp.ts'
import { feedLane, exportKind, queueMissedExports } from '#orders/queue-export.ts'
import { removeDuplicates, duplicateSearchKind } from './export/remove-duplicates.ts'
import { requestSync, syncJob } from './sync/request-sync.ts'
import { endBackorders } from './sync/end-backorders.ts'
import { runSync } from './sync/run-sync.ts'
import type { OnCredits } from './sync/syncing.ts'

const forgottenKind = 'erp.queue-forgotten'
const minute = 60
const hour = 3_600

/** Seconds between the end of one read and the start of the next. */
const pauseOf: Record<SyncKind, number> = {
  orders: 2 * minute,
  deliveries: 10 * minute,
  invoices: 10 * minute,
  addresses: hour,
  openItems: hour,
  sweep: 24 * hour,
}

/** On the first start statuses are read first, and the long reconciliation last. */
const firstDelay: Record<SyncKind, number> = {
  orders: 5,
  deliveries: 20,
  invoices: 10,
  addresses: 60,
  openItems: 30,
  sweep: hour,
}

export interface ErpPorts {
  erp: Erp
  countOrders: CountOrders
  onLinked: OnLinked
  onCredits: OnCredits
}

export const erpJobs = ({ job, db, config, log }: App, { erp, countOrders, onLinked, onCredits }: ErpPorts): void => {
  job({
    kind: exportKind,
    run: async ({ orderId = '' }, signal) => {
      const state = await exportOrder({ db, erp, config, onLinked }, orderId, signal)
      if (state === 'rejected' || state === 'conflict') log.warn({ orderId, state }, 'an order needs a decision')
    },
  })

  job({
    kind: duplicateSearchKind,
    run: async ({ orderId = '' }, signal) => {
      const isAlone = await removeDuplicates({ db, erp }, orderId, signal)
      if (!isAlone) log.warn({ orderId }, 'an order is in the ERP more than once')
    },
  })

  job({
    kind: completionKind,
    run: ({ orderId = '' }, signal) => completeOrder({ db, erp, config }, orderId, signal),
  })

  job({
    kind: notePaidKind,
    run: async ({ orderId = '' }, signal) => {
      const refusal = await notePaid({ db, erp, config }, orderId, signal)
      if (refusal) log.warn({ orderId, message: refusal }, 'the ERP did not record that an order is paid')
    },
  })

  job({
    kind: changeKind,
    run: ({ changeId = '' }, signal) => sendChange({ db, erp, config, countOrders }, changeId, signal),
    mostAttempts: Infinity,
  })

  for (const kind of syncKinds)
    job({
      kind: syncJob(kind),
      ...(erp.isConnected && { recurs: { lane: feedLane, delaySeconds: firstDelay[kind] } }),
      run: async (_payload, signal) => {
        if (!erp.isConnected) throw new Postponed(hour, 'The ERP is not connected.')
        const {
          state,
          message,
          added_count: added,
        } = await runSync({ db, erp, config, countOrders, onCredits, signal }, kind)
        // Open amounts of new invoices are unknown until the open items are read.
        if (kind === 'invoices' && added > 0) await requestSync(db, { kind: 'openItems', askedBy: null })
        if (state === 'failed') log.warn({ kind, message }, 'the ERP could not be read')
        throw new Postponed(untilNext(kind, state === 'failed'), 'Reads again later.')
      },
    })

  job({
    kind: 'erp.end-backorders',
    recurs: {},
    run: async () => {
      const count = await endBackorders(db, config)
      if (count > 0) log.info({ count }, 'ends of backordered lines were asked of the ERP')
      throw new Postponed(hour, 'Checks again in an hour.')
    },
    mostAttempts: Infinity,
  })

  job({
    kind: forgottenKind,
    recurs: {},
    run: async () => {
      const count = await queueMissedExports(db)
      if (count > 0) log.warn({ count }, 'orders without an order export job were queued again')
      throw new Postponed(5 * minute, 'Checks again in five minutes.')
    },
  })
}

/** Jitter keeps portals from calling at the same time. A failed read is retried sooner, within the circuit breaker. */
const untilNext = (kind: SyncKind, hasFailed: boolean): number =>
  (hasFailed ? Math.min(minute, pauseOf[kind]) : pauseOf[kind]) * (0.9 + Math.random() * 0.2)
