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
    // A day without the database must not end the statements until somebody restarts the portal.
    mostAttempts: Infinity,
  })

  // All in one lane: they are printed one after the other, whatever the number of processes.
  app.job({
    kind: statementKind,
    run: ({ businessId = '', month = '' }) => mailStatement({ app, paymentsOfMonth }, { businessId, month }),
  })
}
