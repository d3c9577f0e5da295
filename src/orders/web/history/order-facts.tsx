import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { costCenterWords } from '#budgets/cost-center-shapes.ts'
import { trackingLinks } from '#shared/tracking.ts'
import { ReleaseBadge } from '#web/ui/release-badge.tsx'
import { Status } from '#web/ui/status.tsx'
import { dayIn } from '#web/ui/day.tsx'
import type { Order } from '../../order-shapes.ts'
import { AddressBlock } from '../address-block.tsx'
import styles from './order-facts.module.css'
import { TotalsList } from '../totals-list.tsx'

export function OrderFacts({ order }: { order: Order }) {
  const pieces = order.orderItems.reduce(
    (sum, { quantity, canceledQuantity = 0 }) => sum + quantity - canceledQuantity,
    0,
  )
  return (
    <aside className={styles.facts} aria-label="Order facts">
      <section>
        <TotalsList totals={order} count={pieces} />
      </section>
      <section>
        <dl className={styles.list}>
          <Fact word="Status">
            {order.isCancelled ? <Status tone="bad">Canceled</Status> : <ReleaseBadge code={order.orderStatusSap} />}
          </Fact>
          <Fact word="Payment">
            <Flag isTrue={order.isPaid} yes="Paid" no="Not paid" at={order.paidAt} />
          </Fact>
          <Fact word="Delivery">
            <Flag isTrue={order.isDelivered} yes="Delivered" no="Not delivered" at={order.deliveredAt} />
          </Fact>
        </dl>
      </section>
      <section>
        <AddressBlock title="Ship to" address={order.shippingAddress} />
      </section>
      <section>
        <dl className={styles.list}>
          <Fact word="Shipping method">{order.shippingMethod || '–'}</Fact>
          <Fact word="Tracking">
            <Tracking order={order} />
          </Fact>
          <Fact word="Payment method">{order.paymentMethod || '–'}</Fact>
          <Fact word="Purchase order">{order.purchaseOrder || '–'}</Fact>
          {order.costCenter && <Fact word="Cost center">{costCenterWords(order.costCenter)}</Fact>}
        </dl>
      </section>
    </aside>
  )
}

function Fact({ word, children }: { word: string; children: ReactNode }) {
  return (
    <div>
      <dt>{word}</dt>
      <dd>{children}</dd>
    </div>
  )
}

interface FlagProps {
  isTrue: boolean
  yes: string
  no: string
  at: string | null
}

function Flag({ isTrue, yes, no, at }: FlagProps) {
  if (!isTrue) return <Status tone="neutral">{no}</Status>
  return (
    <>
      <Status tone="good">{yes}</Status> {at && <time dateTime={at}>{dayIn(at)}</time>}
    </>
  )
}

function Tracking({ order: { trackingCode, shippingMethod } }: { order: Order }) {
  const links = trackingLinks(trackingCode, shippingMethod)
  if (links.length === 0) return '–'
  return links.map(({ number, carrier, link }) =>
    link ? (
      <a key={number} href={link} target="_blank" rel="noopener noreferrer" className={styles.tracking}>
        {number}
        <span className={styles.carrier}>
          {carrier} <ExternalLink size={13} aria-label="opens in a new tab" />
        </span>
      </a>
    ) : (
      <span key={number} className={styles.tracking}>
        {number}
      </span>
    ),
  )
}
