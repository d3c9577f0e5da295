import type { App } from '#platform/feature.ts'
import { secondsUntilMorning } from '#platform/jobs/wait-for-morning.ts'
import { Postponed } from '#platform/jobs/worker.ts'
import { mailStatement, queueStatements, statementKind } from './mail-statements.ts'
import type { PaymentsOfMonth } from './read-statement.ts'

export const invoiceJobs = (app: App, paymentsOfMonth: PaymentsOfMonth): void => {
  app.job({
    kind: 'invoices.queue-statements',
    recurs: {},
    run: async () => {
      await queueStatements(app.db, app.config.BUSINESS_TIME_ZONE)
      throw new Postponed(await secondsUntilMorning(app), 'Checks again tomorrow morning.')
    },
    // Retry without limit: a day without the database must not stop statements until the next restart.
    mostAttempts: Infinity,
  })

  // All statements share one lane, so that one is printed at a time across all processes.
  app.job({
    kind: statementKind,
    run: ({ businessId = '', month = '' }) => mailStatement({ app, paymentsOfMonth }, { businessId, month }),
  })
}
