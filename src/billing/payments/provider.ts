export type ProviderName = 'stripe' | 'paypal'

/** A payment's status as the provider reports it. */
export interface ProviderStatus {
  /** `authorised`: approved, can be captured; `pending`: still processing; `dead`: will never be paid. */
  state: 'open' | 'authorised' | 'pending' | 'paid' | 'dead'
  cents: number
  currency: string
  /** The subject that the portal sent when the payment began: an order or a payment of invoices. */
  orderId: string
  clientSecret: string | null
  captureId: string | null
  refundedCents: number
  dispute: string
}

/** A payment that the provider does not know. */
export const noPayment: ProviderStatus = {
  state: 'dead',
  cents: 0,
  currency: '',
  orderId: '',
  clientSecret: null,
  captureId: null,
  refundedCents: 0,
  dispute: '',
}

interface NewPayment {
  /** The order's id; for a payment of invoices, the payment's own id. */
  orderId: string
  /** The portal's reference, searchable in the provider's dashboard. */
  reference: string
  description: string
  cents: number
  idempotencyKey: string
}

/** A payment provider as the portal needs it. Only `take` moves money, so the portal decides when. */
export interface Provider {
  name: ProviderName
  begin(payment: NewPayment): Promise<{ id: string; clientSecret: string | null }>
  look(id: string): Promise<ProviderStatus>
  /** Captures an authorized payment; idempotent for the same key. */
  take(id: string, idempotencyKey: string): Promise<ProviderStatus>
  /** Releases an authorization that was not captured. */
  release(id: string): Promise<void>
}

/** `unknown`: the request may have succeeded, so check later. `refused`: the provider understood and declined. */
export class ProviderError extends Error {
  readonly outcome: 'unknown' | 'refused'

  constructor(outcome: 'unknown' | 'refused', message: string, cause?: unknown) {
    super(message, { cause })
    this.outcome = outcome
  }
}

/** Loads a provider's large SDK with the first payment. */
export const loadProviderOnDemand = (name: ProviderName, load: () => Promise<Provider>): Provider => {
  let loading: Promise<Provider> | null = null
  const loaded = () => (loading ??= load())
  return {
    name,
    begin: async (payment) => (await loaded()).begin(payment),
    look: async (id) => (await loaded()).look(id),
    take: async (id, idempotencyKey) => (await loaded()).take(id, idempotencyKey),
    release: async (id) => (await loaded()).release(id),
  }
}

export type Providers = Partial<Record<ProviderName, Provider>>
