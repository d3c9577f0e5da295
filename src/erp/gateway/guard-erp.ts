import { sql } from 'kysely'
import type { Db } from '#platform/db/tables.ts'
import { type Erp, ErpError } from './erp.ts'
import { erpLane, feedLane } from '#orders/queue-export.ts'
import { reportException } from '../report-exception.ts'
import { dayOf } from '#shared/wire.ts'

const firstWaitSeconds = 10
const longestWaitSeconds = 120
/** ERPs lock users after repeated wrong passwords. */
const wrongPasswordSeconds = 300
const failuresInARow = 5
const probeSeconds = 45

/**
 * Puts a circuit breaker, shared by all processes, in front of the ERP. While it is open no calls are made; after a
 * pause one read-only probe detects when the ERP is back, and everything resumes automatically.
 */
export const guardErp = (db: Db, erp: Erp): Erp => {
  if (!erp.isConnected) return erp
  let failures = 0

  const note = async (error: unknown): Promise<void> => {
    if (error instanceof ErpError && error.isPaused) return
    if (!(error instanceof ErpError) || error.outcome === 'rejected' || error.onlyThisOrder) {
      failures = 0
      return
    }
    // A missing permission or service says nothing about other calls.
    if (error.needsOperator && !error.isAway) return
    failures += 1
    if (!error.isAway && failures < failuresInARow) return
    failures = 0
    await openCircuit(db, error, firstWaitSeconds)
  }

  const guarded =
    <A extends unknown[], T>(ask: (...given: A) => Promise<T>) =>
    async (...given: A): Promise<T> => {
      await enter(db, erp)
      try {
        const answer = await ask(...given)
        failures = 0
        return answer
      } catch (error) {
        await note(error)
        throw error
      }
    }

  const guardedFeed = <A extends unknown[], T>(read: (...given: A) => AsyncIterable<T>) =>
    async function* (...given: A): AsyncGenerator<T> {
      await enter(db, erp)
      try {
        for await (const page of read(...given)) {
          failures = 0
          yield page
        }
      } catch (error) {
        await note(error)
        throw error
      }
    }

  return {
    ...erp,
    placeOrder: guarded(erp.placeOrder),
    findOrders: guarded(erp.findOrders),
    discardOrder: guarded(erp.discardOrder),
    setPrices: guarded(erp.setPrices),
    releaseOrder: guarded(erp.releaseOrder),
    notePaid: guarded(erp.notePaid),
    changeOrder: guarded(erp.changeOrder),
    orders: guardedFeed(erp.orders),
    ordersByNumber: guarded(erp.ordersByNumber),
    deliveries: guardedFeed(erp.deliveries),
    invoices: guardedFeed(erp.invoices),
    invoice: guarded(erp.invoice),
    invoicePdf: guarded(erp.invoicePdf),
    addresses: guardedFeed(erp.addresses),
    openItems: guarded(erp.openItems),
  }
}

/** Lets a call through or throws; the first call after a pause probes the ERP. */
const enter = async (db: Db, erp: Erp): Promise<void> => {
  const circuit = await db
    .selectFrom('erp_circuit')
    .select(['opened_at', 'reason', 'wait_seconds', secondsLeft])
    .executeTakeFirst()
  if (!circuit?.opened_at) return
  if (circuit.seconds_left > 0) throw paused(circuit.reason, circuit.seconds_left)
  if (!(await lockProbe(db))) throw paused(circuit.reason, 2)
  try {
    await erp.probe()
  } catch (error) {
    if (!(error instanceof ErpError)) throw error
    await openCircuit(db, error, Math.min(longestWaitSeconds, circuit.wait_seconds * 2))
    throw error
  }
  await closeCircuit(db)
}

const secondsLeft = sql<number>`greatest(0, extract(epoch from retry_at - now()))::float8`.as('seconds_left')

const paused = (reason: string, seconds: number) =>
  new ErpError('not-sent', `Calls to the ERP are paused. ${reason}`, {
    retryAfterSeconds: Math.max(1, Math.ceil(seconds)),
    isAway: true,
    isPaused: true,
  })

/** True for only one caller across all processes. */
const lockProbe = async (db: Db): Promise<boolean> => {
  const claimed = await db
    .updateTable('erp_circuit')
    .where('opened_at', 'is not', null)
    .where('retry_at', '<=', sql<Date>`now()`)
    .where((eb) => eb.or([eb('probing_until', 'is', null), eb('probing_until', '<', sql<Date>`now()`)]))
    .set({ probing_until: sql<Date>`now() + make_interval(secs => ${probeSeconds})` })
    .returning('only_row')
    .executeTakeFirst()
  return claimed !== undefined
}

const openCircuit = async (db: Db, error: ErpError, usualSeconds: number): Promise<void> => {
  const usual = error.needsOperator ? wrongPasswordSeconds : usualSeconds
  const seconds = Math.min(3_600, Math.max(1, error.retryAfterSeconds ?? usual))
  await db
    .updateTable('erp_circuit')
    .set({
      opened_at: sql<Date>`coalesce(opened_at, now())`,
      retry_at: sql<Date>`now() + make_interval(secs => ${seconds})`,
      probing_until: null,
      wait_seconds: Math.ceil(seconds),
      reason: error.message.slice(0, 500),
    })
    .execute()
  if (error.needsOperator)
    await reportException(db, {
      key: `access ${dayOf(new Date())}`,
      orderId: null,
      message: `The portal cannot connect to the ERP. ${error.message}`,
    })
}

const closeCircuit = async (db: Db): Promise<void> => {
  await db
    .updateTable('erp_circuit')
    .set({ opened_at: null, retry_at: null, probing_until: null, wait_seconds: 0, reason: '' })
    .execute()
  await db.updateTable('lane').where('name', 'in', [erpLane, feedLane]).set({ paused_until: null }).execute()
}
