import type { App } from '#platform/feature.ts'
import { Postponed } from '#platform/jobs/worker.ts'
import { paymentById } from './queries.ts'
import { checkKind } from './queue-check.ts'
import { ProviderError } from './provider.ts'
import { reconcilePayments } from './reconcile-payments.ts'
import { settlePayment, type Settling } from './settle-payment.ts'

const reconcileKind = 'payments.reconcile'
const secondsBetweenRounds = 60
const secondsUntilNextTry = 30

export const paymentJobs = ({ job, db, log }: App, settling: Settling): void => {
  job({
    kind: checkKind,
    run: async ({ paymentId = '' }) => {
      const payment = await paymentById(db, paymentId)
      if (!payment) return
      try {
        const outcome = await settlePayment(settling, payment)
        if (outcome === 'mismatch') log.warn({ paymentId }, 'a payment does not fit its order')
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
      throw new Postponed(secondsBetweenRounds, 'Looks again in a minute.')
    },
  })
}
