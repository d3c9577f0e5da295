export type ProviderName = 'stripe' | 'paypal'

/** What the provider says about a payment at the moment it is asked. */
export interface ProviderStatus {
  /** `authorised`: the payer agreed and the money can be taken; `pending`: it is on its way; `dead`: it will never come. */
  state: 'open' | 'authorised' | 'pending' | 'paid' | 'dead'
  cents: number
  currency: string
  /** What is paid, as the provider was told when the payment began. */
  orderId: string
  clientSecret: string | null
  captureId: string | null
  refundedCents: number
  dispute: string
}

/** Nothing the provider knows of. */
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
  /** What is paid: an order, or invoices by the payment itself. */
  orderId: string
  /** The portal's reference, which people find again in the provider's books. */
  reference: string
  description: string
  cents: number
  idempotencyKey: string
}

/** A payment provider as the portal needs it. Money moves in `take` alone, so the portal decides when. */
export interface Provider {
  name: ProviderName
  begin(payment: NewPayment): Promise<{ id: string; clientSecret: string | null }>
  look(id: string): Promise<ProviderStatus>
  /** Takes what the payer agreed to; the same key takes it once, however often it is asked. */
  take(id: string, idempotencyKey: string): Promise<ProviderStatus>
  /** Gives back what the payer agreed to before it was taken. */
  release(id: string): Promise<void>
}

/** `unknown`: it may or may not have happened, look later. `refused`: the provider understood and declined. */
export class ProviderError extends Error {
  readonly outcome: 'unknown' | 'refused'

  constructor(outcome: 'unknown' | 'refused', message: string, cause?: unknown) {
    super(message, { cause })
    this.outcome = outcome
  }
}

/** A provider whose SDK is large and is loaded with the first payment. */
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
