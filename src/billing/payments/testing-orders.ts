import { randomUUID } from 'node:crypto'
import type { NewRow } from '#platform/db/tables.ts'
import { newId } from '#platform/db/new-id.ts'
import type { TestPortal, TestUser } from '#portal/testing.ts'
import type { PaymentSimulator, ReceivedWebhook } from './testing-simulators.ts'
import { payments } from './contract.ts'

interface Said {
  status: number
  body: Record<string, unknown>
}

/** Steps shared by the payment tests, bound to one portal. */
export const payingWith = (
  portal: TestPortal,
  { stripe, paypal }: { stripe: PaymentSimulator; paypal: PaymentSimulator },
) => {
  const addOrder = async (user: TestUser, facts: Partial<NewRow<'sales_order'>> = {}): Promise<string> => {
    const id = newId()
    await portal.db
      .insertInto('sales_order')
      .values({
        id,
        business_id: user.businessId,
        user_id: user._id,
        placed_by: user._id,
        payment_method: 'Stripe',
        items_price: 123.45,
        total_price: 123.45,
        erp_reference: `T${randomUUID().slice(0, 30)}`,
        ...facts,
      })
      .execute()
    return id
  }

  const startStripe = async (user: TestUser, id: string): Promise<string> => {
    const { body } = await portal.call(payments.startStripe, { params: { id }, as: user })
    return body.clientSecret.split('_secret_')[0] ?? ''
  }

  const startPayPal = async (user: TestUser, id: string): Promise<string> =>
    (await portal.call(payments.startPayPal, { params: { id }, as: user })).body.id

  const pay = (user: TestUser | null, id: string, claimed: unknown): Promise<Said> =>
    portal.send({
      method: 'PUT',
      url: `/api/orders/${id}/pay`,
      as: user,
      payload: { id: claimed, status: 'COMPLETED' },
    })

  const deliver = (provider: 'stripe' | 'paypal', { headers, body }: ReceivedWebhook): Promise<Said> =>
    portal.send({
      method: 'POST',
      url: `/api/webhooks/${provider}`,
      headers: { 'content-type': 'application/json', ...headers },
      payload: body,
    })

  /** The provider's webhooks about one payment, as they would arrive. */
  const messagesAbout = async (provider: 'stripe' | 'paypal', id: string): Promise<ReceivedWebhook[]> =>
    (await (provider === 'stripe' ? stripe : paypal).messages()).filter(({ body }) => body.includes(id))

  const factsOf = async (id: string) => {
    const order = await portal.db
      .selectFrom('sales_order')
      .select(['is_paid', 'paid_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const rows = await portal.db.selectFrom('payment').selectAll().where('order_id', '=', id).orderBy('id').execute()
    const audit = await portal.db
      .selectFrom('audit_entry')
      .select('action')
      .where('entity_id', '=', id)
      .orderBy('at')
      .execute()
    return {
      isPaid: order.is_paid,
      paidAt: order.paid_at?.toISOString() ?? null,
      states: rows.map(({ state }) => state),
      audit: audit.map(({ action }) => action),
    }
  }

  /** Cents that the providers captured for an order. */
  const takenFor = async (orderId: string): Promise<number> => {
    const intents = await stripe.pull<{ metadata: { orderId: string }; amount_received: number }[]>('intents')
    const orders =
      await paypal.pull<{ status: string; purchase_units: { custom_id: string; amount: { value: string } }[] }[]>(
        'orders',
      )
    const byCard = intents
      .filter(({ metadata }) => metadata.orderId === orderId)
      .reduce((sum, intent) => sum + intent.amount_received, 0)
    const byWallet = orders
      .filter(({ status, purchase_units: [unit] }) => status === 'COMPLETED' && unit?.custom_id === orderId)
      .reduce((sum, { purchase_units: [unit] }) => sum + Math.round(Number(unit?.amount.value) * 100), 0)
    return byCard + byWallet
  }

  /** Runs reconciliation and every due check, as if minutes had passed. */
  const healNow = async (): Promise<void> => {
    await portal.db
      .updateTable('payment')
      .set({ checked_at: new Date(0), claimed_at: new Date(0) })
      .where('state', 'in', ['open', 'taking'])
      .execute()
    await portal.db.updateTable('job').set({ run_at: new Date() }).where('kind', 'like', 'payments.%').execute()
    await portal.worker.drain()
    await portal.worker.drain()
  }

  return { addOrder, startStripe, startPayPal, pay, deliver, messagesAbout, factsOf, takenFor, healNow }
}
