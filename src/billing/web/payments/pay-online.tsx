import { Suspense, useEffect, useRef } from 'react'
import { Status } from '#web/ui/status.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import type { ProviderWidgets } from '../../payments/contract.ts'
import type { PayTarget } from './hooks.ts'
import styles from './payment-panel.module.css'

/** Everything of the providers is in this chunk, which is loaded for what can be paid and nowhere else. */
const PaymentWidgets = lazyPart(() => import('./payment-widgets.tsx').then((module) => module.PaymentWidgets))

/** Who opened this page to pay is brought to the form, which stands below the goods. */
export function PayOnline({ target, payments }: { target: PayTarget; payments: ProviderWidgets }) {
  const form = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Browsers begin to answer with a promise, which is no way to clean up.
    form.current?.scrollIntoView({ block: 'center' })
  }, [])
  return (
    <div ref={form} className={styles.online}>
      {payments.isTest && (
        <p className={styles.test}>
          <Status tone="notice">Test mode</Status> No money moves.
        </p>
      )}
      <Suspense fallback={<div className={styles.loading} aria-busy="true" />}>
        <PaymentWidgets target={target} payments={payments} />
      </Suspense>
    </div>
  )
}
