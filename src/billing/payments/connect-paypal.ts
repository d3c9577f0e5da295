import * as z from 'zod/mini'
import type { Config } from '#platform/config.ts'
import { toCents } from '#shared/money.ts'
import { type CallPayPal, makePayPalCaller, type PayPalAnswer } from './call-paypal.ts'
import { noPayment, type Provider, ProviderError, type ProviderStatus } from './provider.ts'

const Amount = z.object({ currency_code: z.string(), value: z.string() })
const Capture = z.object({ id: z.string(), status: z.string(), amount: z.optional(Amount) })
const Refund = z.object({ status: z.optional(z.string()), amount: Amount })
const Unit = z.object({
  custom_id: z._default(z.string(), ''),
  amount: z.optional(Amount),
  payments: z.optional(
    z.object({ captures: z._default(z.array(Capture), []), refunds: z._default(z.array(Refund), []) }),
  ),
})
const PayPalOrder = z.object({ id: z.string(), status: z.string(), purchase_units: z._default(z.array(Unit), []) })
const Disputes = z.object({ items: z._default(z.array(z.object({ status: z.string() })), []) })

/** PayPal through its REST API: the buyer approves in the browser, and the portal captures. */
export const connectPayPal = (config: Config, timeout?: number): Provider | undefined => {
  if (!config.PAYPAL_CLIENT_ID) return undefined
  const ask = makePayPalCaller(config, timeout)

  const look = async (id: string): Promise<ProviderStatus> => {
    const answer = await ask({ method: 'GET', path: `/v2/checkout/orders/${encodeURIComponent(id)}` })
    // PayPal deletes unapproved orders after some hours.
    if (answer.status === 404) return noPayment
    const truth = truthOf(read(PayPalOrder, answer))
    return truth.state === 'paid' && truth.captureId
      ? { ...truth, dispute: await disputeOf(ask, truth.captureId) }
      : truth
  }

  return {
    name: 'paypal',
    begin: async ({ orderId, reference, description, cents, idempotencyKey }) => {
      const amount = { currency_code: 'USD', value: (cents / 100).toFixed(2) }
      const payee = config.PAYPAL_MERCHANT_ID && { payee: { merchant_id: config.PAYPAL_MERCHANT_ID } }
      const unit = { custom_id: orderId, invoice_id: reference, description, amount, ...payee }
      const body = JSON.stringify({ intent: 'CAPTURE', purchase_units: [unit] })
      const answer = await ask({ method: 'POST', path: '/v2/checkout/orders', body, idempotencyKey })
      return { id: read(PayPalOrder, answer).id, clientSecret: null }
    },
    look,
    take: async (id, idempotencyKey) => {
      const path = `/v2/checkout/orders/${encodeURIComponent(id)}/capture`
      read(PayPalOrder, await ask({ method: 'POST', path, body: '{}', idempotencyKey }))
      return look(id)
    },
    // An approved order that is never captured costs the buyer nothing and expires.
    release: () => Promise.resolve(),
  }
}

const truthOf = ({ status, purchase_units: units }: z.infer<typeof PayPalOrder>): ProviderStatus => {
  const [unit] = units
  const [capture] = unit?.payments?.captures ?? []
  const amount = capture?.amount ?? unit?.amount
  const refunds = unit?.payments?.refunds ?? []
  return {
    ...noPayment,
    state: units.length === 1 ? stateOf(status, capture?.status) : 'dead',
    cents: centsOf(amount),
    currency: amount?.currency_code ?? '',
    orderId: unit?.custom_id ?? '',
    captureId: capture?.id ?? null,
    refundedCents: refunds
      .filter((refund) => refund.status !== 'CANCELLED' && refund.status !== 'FAILED')
      .reduce((sum, refund) => sum + centsOf(refund.amount), 0),
  }
}

const stateOf = (order: string, capture: string | undefined): ProviderStatus['state'] => {
  if (order === 'APPROVED') return 'authorised'
  if (order !== 'COMPLETED') return order === 'VOIDED' ? 'dead' : 'open'
  if (capture === 'PENDING') return 'pending'
  return ['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED'].includes(capture ?? '') ? 'paid' : 'dead'
}

const centsOf = (amount: z.infer<typeof Amount> | undefined): number => toCents(Number(amount?.value ?? 0))

/** If disputes cannot be read now, the next check reads them. */
const disputeOf = async (ask: CallPayPal, captureId: string): Promise<string> => {
  const path = `/v1/customer/disputes?disputed_transaction_id=${encodeURIComponent(captureId)}`
  const answer = await ask({ method: 'GET', path })
  return answer.status === 200 ? (read(Disputes, answer).items[0]?.status.toLowerCase() ?? '') : ''
}

const read = <S extends z.core.$ZodType>(schema: S, { status, body }: PayPalAnswer): z.output<S> => {
  if (status >= 400 && status < 500 && ![401, 403, 408, 409, 429].includes(status))
    throw new ProviderError('refused', `PayPal declines: ${status}`)
  const parsed = z.safeParse(schema, body)
  if (status >= 300 || !parsed.success) throw new ProviderError('unknown', `PayPal’s answer cannot be read: ${status}`)
  return parsed.data
}
