import { payPalFailed, type ProviderWidgets } from '../../payments/contract.ts'
import { CardForm } from './card-form.tsx'
import { Callout } from '#web/ui/callout.tsx'
import styles from './payment-widgets.module.css'
import { Text } from '@mantine/core'
import {
  DISPATCH_ACTION,
  PayPalButtons,
  PayPalScriptProvider,
  SCRIPT_LOADING_STATE,
  usePayPalScriptReducer,
} from '@paypal/react-paypal-js'
import { useEffect, useState } from 'react'
import { ApiError } from '#web/api-error.ts'
import { type PayTarget, usePayPalKey, wasDeclined } from './hooks.ts'

export function PaymentWidgets({ target, payments }: { target: PayTarget; payments: ProviderWidgets }) {
  const { offered, scripts, payPal } = payments
  return (
    <div className={styles.widgets}>
      {offered.includes('paypal') && (
        <section aria-label="Pay with PayPal">
          <Text component="h3" mb={8} fz="md" fw={620}>
            PayPal
          </Text>
          <PayPalWallet target={target} script={scripts.paypal} {...payPal} />
        </section>
      )}
      {offered.includes('stripe') && (
        <section aria-label="Pay by card">
          <Text component="h3" mb={8} fz="md" fw={620}>
            Card
          </Text>
          <CardForm target={target} script={scripts.stripe} />
        </section>
      )}
    </div>
  )
}

interface WalletProps {
  target: PayTarget
  script: string
  merchantId: string
  isSandbox: boolean
}

/** The loader starts with the client id 'test' and loads nothing until the real one is known. */
function PayPalWallet(props: WalletProps) {
  return (
    <PayPalScriptProvider deferLoading options={{ clientId: 'test' }}>
      <PayPalLoader {...props} />
    </PayPalScriptProvider>
  )
}

const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

function PayPalLoader({ target, script, merchantId, isSandbox }: WalletProps) {
  const { data: clientId, isError: hasNoKey } = usePayPalKey()
  const [{ isRejected, isResolved }, dispatch] = usePayPalScriptReducer()

  useEffect(() => {
    if (!clientId) return
    dispatch({
      type: DISPATCH_ACTION.RESET_OPTIONS,
      value: {
        clientId,
        ...(merchantId && { merchantId }),
        ...(script && { sdkBaseUrl: script }),
        ...(isSandbox && !script && { environment: 'sandbox' }),
        ...(nonce && { dataCspNonce: nonce }),
        currency: 'USD',
        intent: 'capture',
        components: 'buttons',
      },
    })
    dispatch({ type: DISPATCH_ACTION.LOADING_STATUS, value: SCRIPT_LOADING_STATE.PENDING })
  }, [clientId, dispatch, isSandbox, merchantId, script])

  if (isRejected || hasNoKey || clientId === '') return <PayPalProblem text={payPalFailed} />
  if (!isResolved) return <div className={styles.walletLoading} aria-busy="true" />
  return <PayPalPayment target={target} />
}

function PayPalPayment({ target }: { target: PayTarget }) {
  const [trouble, setTrouble] = useState('')

  const report = (error: unknown) => setTrouble(error instanceof ApiError ? error.message : payPalFailed)

  return (
    <>
      <PayPalButtons
        style={{ layout: 'vertical', height: 42 }}
        createOrder={async () => {
          setTrouble('')
          return (await target.startPayPal()).id
        }}
        onApprove={async ({ orderID }, actions) => {
          try {
            await target.pay(orderID, 'APPROVED')
          } catch (error) {
            report(error)
            if (error instanceof ApiError && wasDeclined(error)) actions.restart()
          }
        }}
        onError={report}
      />
      {trouble && <PayPalProblem text={trouble} />}
    </>
  )
}

function PayPalProblem({ text }: { text: string }) {
  return <Callout tone="bad">{text}</Callout>
}
