import { Stack } from '@mantine/core'
import { MomentText } from '#web/ui/day.tsx'
import { Fold } from '#web/ui/fold.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TrackingLinks } from '#web/ui/tracking-links.tsx'
import type { Order, TimelineStep } from '../../order-shapes.ts'
import { InvoiceLink } from '../invoice-link.tsx'
import styles from './order-timeline.module.css'
import { useTimeline } from './hooks.ts'

const words: Record<TimelineStep['what'], string> = {
  placed: 'Placed',
  handedOver: 'Sent for processing',
  numbered: 'Order ID assigned',
  released: 'Released for delivery',
  shipped: 'Shipped',
  invoiced: 'Invoiced',
  paid: 'Paid',
  delivered: 'Delivered',
  linesCanceled: 'Lines canceled:',
  canceled: 'Canceled',
  reinstated: 'Cancellation reversed',
}

/** Known events of the order; the time is omitted where it was not recorded. */
export function OrderTimeline({ order }: { order: Order }) {
  const timeline = useTimeline(order)
  return (
    <Fold title="Timeline">
      <QueryStates query={timeline} skeleton={<Outline />}>
        {(steps) => (
          <ol>
            {steps.map((step, at) => (
              <Step key={`${step.what}-${at}`} step={step} shipVia={order.shippingMethod} />
            ))}
          </ol>
        )}
      </QueryStates>
    </Fold>
  )
}

function Step({ step, shipVia }: { step: TimelineStep; shipVia: string }) {
  const { what, at, detail, trackingCode, invoiceID } = step
  return (
    <li className={styles.step}>
      <span className={styles.what}>
        <strong>{words[what]}</strong> {detail}
        {invoiceID && <InvoiceLink id={invoiceID} />}
      </span>
      {at && (
        <span className={styles.when}>
          <MomentText at={at} />
        </span>
      )}
      {trackingCode && (
        <span className={styles.more}>
          <TrackingLinks codes={trackingCode} shipVia={shipVia} />
        </span>
      )}
    </li>
  )
}

function Outline() {
  return (
    <Stack component="output" gap="sm" aria-label="Loading">
      <Skeleton width="70%" />
      <Skeleton width="55%" />
      <Skeleton width="62%" />
    </Stack>
  )
}
