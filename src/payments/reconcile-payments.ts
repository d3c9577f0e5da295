import { sql } from 'kysely'
import type { Db } from '#platform/db/tables.ts'
import { queueCheck } from './queue-check.ts'

/**
 * Asks again about every payment whose end is not known, often at first and more seldom as it ages: where a browser,
 * a webhook or this server died, the provider still knows. What nobody finished in ten days is given up.
 */
export const reconcilePayments = async (db: Db): Promise<void> => {
  await db
    .updateTable('payment')
    .set({ state: 'ended' })
    .where('state', '=', 'open')
    .where('created_at', '<', sql<Date>`now() - interval '10 days'`)
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
