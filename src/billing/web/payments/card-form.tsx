import { Button, useComputedColorScheme } from '@mantine/core'
import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { asDollars, toCents } from '#shared/money.ts'
import { stripeNotLoaded } from '../../payments/contract.ts'
import { Callout } from '#web/ui/callout.tsx'
import styles from './payment-widgets.module.css'
import { type PayTarget, useStripeKey } from './hooks.ts'

interface Props {
  target: PayTarget
  script: string
}

export function CardForm({ target, script }: Props) {
  const scheme = useComputedColorScheme('light')
  const { data: key, isError: hasNoKey } = useStripeKey()
  const { data: stripe, isError } = useQuery({
    queryKey: ['stripe', key, script],
    queryFn: () => loadCards(key ?? '', script),
    enabled: Boolean(key),
    retry: false,
    staleTime: Infinity,
  })

  if (isError || hasNoKey || key === '') return <Callout tone="bad">{stripeNotLoaded}</Callout>
  if (!stripe) return <div className={styles.cardLoading} aria-busy="true" />
  return (
    <Elements
      stripe={stripe}
      options={{
        mode: 'payment',
        amount: toCents(target.amount),
        currency: 'usd',
        captureMethod: 'manual',
        allowedPaymentMethodTypes: ['card'],
        appearance: { theme: scheme === 'dark' ? 'night' : 'stripe' },
      }}
    >
      <CardFields target={target} />
    </Elements>
  )
}

function CardFields({ target }: Omit<Props, 'script'>) {
  const stripe = useStripe()
  const elements = useElements()
  const [isBusy, setIsBusy] = useState(false)
  const [trouble, setTrouble] = useState('')

  /** The payment is created on confirm, so that viewing an order creates nothing at Stripe. */
  const confirm = async (): Promise<string> => {
    if (!stripe || !elements) return stripeNotLoaded
    const submitted = await elements.submit()
    if (submitted.error) return submitted.error.message ?? ''
    const { clientSecret } = await target.startStripe()
    const { error, paymentIntent } = await stripe.confirmPayment({
      elements,
      clientSecret,
      confirmParams: { return_url: location.href },
      redirect: 'if_required',
    })
    if (error) return error.message ?? 'The payment was not accepted.'
    await target.pay(paymentIntent.id, paymentIntent.status)
    return ''
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsBusy(true)
    setTrouble('')
    confirm()
      .then(setTrouble, (error: unknown) => setTrouble(error instanceof Error ? error.message : stripeNotLoaded))
      .finally(() => setIsBusy(false))
  }

  return (
    <form className={styles.card} onSubmit={submit}>
      <PaymentElement options={{ layout: 'tabs' }} />
      {trouble && <Callout tone="bad">{trouble}</Callout>}
      <Button type="submit" fullWidth loading={isBusy}>
        Pay {asDollars(target.amount)}
      </Button>
    </form>
  )
}

/** Loads Stripe.js, or the simulator's script first: the loader reuses what is already loaded. */
const loadCards = async (key: string, script: string): Promise<Stripe> => {
  if (script) await loadScript(script)
  const stripe = await loadStripe(key)
  if (!stripe) throw new Error(stripeNotLoaded)
  return stripe
}

const loadScript = (address: string): Promise<void> =>
  new Promise((resolve, reject) => {
    if (document.querySelector(`script[src="${CSS.escape(address)}"][data-loaded]`)) return resolve()
    const script = document.createElement('script')
    script.src = address
    script.addEventListener('load', () => {
      script.dataset['loaded'] = 'true'
      resolve()
    })
    script.addEventListener('error', () => {
      script.remove()
      reject(new Error(stripeNotLoaded))
    })
    document.head.append(script)
  })
