import type { App } from '#platform/feature.ts'
import { Postponed } from '#platform/jobs/worker.ts'
import { abandonedBefore } from './reserve-invoices.ts'
import { paymentById } from './queries.ts'
import { checkKind, queueCheck } from './queue-check.ts'
import { ProviderError } from './provider.ts'
import { reconcilePayment, type ReconcileContext } from './reconcile-payment.ts'
import { sql } from 'kysely'
import type { Db } from '#platform/db/tables.ts'

const reconcileKind = 'payments.reconcile'
const secondsBetweenRounds = 60
const secondsUntilNextTry = 30

export const paymentJobs = ({ job, db, log }: App, settling: ReconcileContext): void => {
  job({
    kind: checkKind,
    run: async ({ paymentId = '' }) => {
      const payment = await paymentById(db, paymentId)
      if (!payment) return
      try {
        const outcome = await reconcilePayment(settling, payment)
        if (outcome === 'mismatch') log.warn({ paymentId }, 'a payment does not match its order or invoices')
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error
        if (error.outcome === 'refused') return
        throw new Postponed(secondsUntilNextTry, error.message)
      }
    },
  })

  if (Object.keys(settling.providers).length === 0) return
  job({
    kind: reconcileKind,
    recurs: {},
    run: async () => {
      await reconcilePayments(db)
      throw new Postponed(secondsBetweenRounds, 'Checks again in a minute.')
    },
  })
}

/**
 * Checks every payment without a final state, with growing intervals as it ages: if a browser, a webhook or this server
 * failed, the provider still has the status. A payment that nobody completed within 10 days is ended.
 */
const reconcilePayments = async (db: Db): Promise<void> => {
  await db
    .updateTable('payment')
    .set({ state: 'ended' })
    .where('state', '=', 'open')
    .where(
      sql<boolean>`(created_at < now() - interval '10 days'
        or (order_id is null and provider_id is null and created_at < ${abandonedBefore}))`,
    )
    .execute()
  await db
    .updateTable('invoice_share')
    .set({ is_held: false })
    .where('is_held', '=', true)
    .where(
      'payment_id',
      'in',
      db.selectFrom('payment').select('id').where('state', '=', 'ended').where('order_id', 'is', null),
    )
    .execute()
  const due = await db
    .selectFrom('payment')
    .select(['id', 'order_id'])
    .where('state', 'in', ['open', 'taking'])
    .where('provider_id', 'is not', null)
    .where(
      sql<boolean>`now() - coalesce(checked_at, claimed_at, created_at)
        > case state when 'taking' then interval '30 seconds' + (now() - coalesce(claimed_at, created_at)) / 10
          else interval '1 minute' + (now() - created_at) / 4 end`,
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(500)
    .execute()
  for (const payment of due) await queueCheck(db, payment)
  await db
    .deleteFrom('payment_event')
    .where('received_at', '<', sql<Date>`now() - interval '30 days'`)
    .execute()
}
