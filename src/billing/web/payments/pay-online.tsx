import { Group } from '@mantine/core'
import { Suspense, useEffect, useRef } from 'react'
import { Status } from '#web/ui/status.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import type { ProviderWidgets } from '../../payments/contract.ts'
import type { PayTarget } from './hooks.ts'
import styles from './payment-panel.module.css'

/** All provider code is in this chunk, which is loaded only for what can be paid. */
const PaymentWidgets = lazyPart(() => import('./payment-widgets.tsx').then((module) => module.PaymentWidgets))

/** Scrolls to the form below the items, because the user opened this page to pay. */
export function PayOnline({ target, payments }: { target: PayTarget; payments: ProviderWidgets }) {
  const form = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The braces drop the return value: scrollIntoView may return a promise, which is not a cleanup function.
    form.current?.scrollIntoView({ block: 'center' })
  }, [])
  return (
    <div ref={form} className={styles.online}>
      {payments.isTest && (
        <Group component="p" gap={8} wrap="nowrap" c="dimmed">
          <Status tone="notice">Test mode</Status> No money moves.
        </Group>
      )}
      <Suspense fallback={<div className={styles.loading} aria-busy="true" />}>
        <PaymentWidgets target={target} payments={payments} />
      </Suspense>
    </div>
  )
}
