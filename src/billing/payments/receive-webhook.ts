import { transaction } from '#platform/db/connect.ts'
import type { Db } from '#platform/db/tables.ts'
import type { ProviderName } from './provider.ts'
import { queueCheck } from './queue-check.ts'

/** A verified webhook: its event id and the payments it may concern. */
export interface WebhookEvent {
  provider: ProviderName
  eventId: string
  /** Ids of payments, charges or captures. */
  about: readonly string[]
}

/** A webhook is only a hint: it is recorded once and queues a check with the provider. */
export const receiveWebhook = (db: Db, { provider, eventId, about }: WebhookEvent): Promise<'taken' | 'repeated'> =>
  transaction(db, async (tx) => {
    const fresh = await tx
      .insertInto('payment_event')
      .values({ provider, event_id: eventId })
      .onConflict((conflict) => conflict.doNothing())
      .returning('event_id')
      .executeTakeFirst()
    if (!fresh) return 'repeated'
    if (about.length === 0) return 'taken'
    const payments = await tx
      .selectFrom('payment')
      .select(['id', 'order_id'])
      .where('provider', '=', provider)
      .where((eb) => eb.or([eb('provider_id', 'in', about), eb('capture_id', 'in', about)]))
      .orderBy('id')
      .limit(10)
      .execute()
    for (const payment of payments) await queueCheck(tx, payment, { key: eventId })
    return 'taken'
  })
