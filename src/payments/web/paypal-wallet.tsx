import { Alert } from '@mantine/core'
import {
  DISPATCH_ACTION,
  PayPalButtons,
  PayPalScriptProvider,
  SCRIPT_LOADING_STATE,
  usePayPalScriptReducer,
} from '@paypal/react-paypal-js'
import { useEffect, useState } from 'react'
import { ApiError } from '#web/api-error.ts'
import { payPalFailed } from '../contract.ts'
import { startPayPal, usePay, usePayPalKey, wasDeclined } from './hooks.ts'
import styles from './paypal-wallet.module.css'

interface Props {
  orderId: string
  script: string
  merchantId: string
  isSandbox: boolean
}

/** The loader begins with the client id 'test' and loads nothing until the real one is known. */
export function PayPalWallet(props: Props) {
  return (
    <PayPalScriptProvider deferLoading options={{ clientId: 'test' }}>
      <PayPalLoader {...props} />
    </PayPalScriptProvider>
  )
}

const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

function PayPalLoader({ orderId, script, merchantId, isSandbox }: Props) {
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

  if (isRejected || hasNoKey || clientId === '') return <PayPalTrouble text={payPalFailed} />
  if (!isResolved) return <div className={styles.loading} aria-busy="true" />
  return <PayPalPayment orderId={orderId} />
}

function PayPalPayment({ orderId }: { orderId: string }) {
  const pay = usePay()
  const [trouble, setTrouble] = useState('')

  const report = (error: unknown) => setTrouble(error instanceof ApiError ? error.message : payPalFailed)

  return (
    <>
      <PayPalButtons
        style={{ layout: 'vertical', height: 44 }}
        createOrder={async () => {
          setTrouble('')
          return (await startPayPal(orderId)).id
        }}
        onApprove={async ({ orderID }, actions) => {
          try {
            await pay.mutateAsync({ params: { id: orderId }, body: { id: orderID, status: 'APPROVED' } })
          } catch (error) {
            report(error)
            if (error instanceof ApiError && wasDeclined(error)) actions.restart()
          }
        }}
        onError={report}
      />
      {trouble && <PayPalTrouble text={trouble} />}
    </>
  )
}

function PayPalTrouble({ text }: { text: string }) {
  return (
    <Alert color="red" role="alert">
      {text}
    </Alert>
  )
}
