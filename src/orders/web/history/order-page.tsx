import { useParams } from '@tanstack/react-router'
import { CircleCheck, Clock, PackageX } from 'lucide-react'
import type { ComponentType } from 'react'
import { useUser } from '#web/session.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Status } from '#web/ui/status.tsx'
import type { Order, OrderLine } from '../../order-shapes.ts'
import { LinesSkeleton } from '../checkout/checkout-skeletons.tsx'
import { LinesTable, type TableLine } from '../lines-table.tsx'
import { hasNumber, useOrder } from './hooks.ts'
import { OrderActions } from './order-actions.tsx'
import { OrderFacts } from './order-facts.tsx'
import styles from './order-page.module.css'
import { hitchOf } from './order-status.tsx'
import { OrderTimeline } from './order-timeline.tsx'

interface Props {
  PaymentPanel: ComponentType<{ order: Order }>
}

export function OrderPage(props: Props) {
  const { id = '' } = useParams({ strict: false })
  return <OrderById key={id} id={id} {...props} />
}

function OrderById({ id, PaymentPanel }: Props & { id: string }) {
  const query = useOrder(id)
  return (
    <>
      {!query.data && <PageHeading title="Order" />}
      <QueryStates query={query} skeleton={<OrderSkeleton />} missing={<NoOrder />}>
        {(order) => <OrderDetail order={order} PaymentPanel={PaymentPanel} />}
      </QueryStates>
    </>
  )
}

function NoOrder() {
  return (
    <EmptyState icon={<PackageX size={28} strokeWidth={1.5} />} title="no order data">
      <p>There is no order at this address, or it belongs to another account.</p>
      <ButtonLink variant="default" to="/orderhistory">
        Order History
      </ButtonLink>
    </EmptyState>
  )
}

function OrderDetail({ order, PaymentPanel }: Props & { order: Order }) {
  return (
    <>
      <PageHeading title={hasNumber(order) ? `Order ${order.orderIdSap}` : 'Order'} lead={<Provenance order={order} />}>
        <OrderActions order={order} />
      </PageHeading>
      <ExportNotice order={order} />
      <PaymentPanel order={order} />
      <div className={styles.columns}>
        <div className={styles.main}>
          <OrderLines order={order} />
          <OrderTimeline order={order} />
        </div>
        <OrderFacts order={order} />
      </div>
    </>
  )
}

function Provenance({ order: { createdAt, placedBy, user } }: { order: Order }) {
  const day = <time dateTime={createdAt}>{createdAt.slice(0, 10)}</time>
  if (!placedBy) return <>Placed on {day}</>
  const actor = `${placedBy.name} ${placedBy.lastName}`.trim()
  return (
    <>
      Placed by {actor} ({placedBy.role}) for {user.companyName || `${user.name} ${user.lastName}`.trim()} on {day}
    </>
  )
}

function OrderLines({ order }: { order: Order }) {
  return <LinesTable label="Items" lines={order.orderItems.map((line) => asTableLine(line, order))} />
}

/** Refrigerated goods may travel another way than the rest of the order. */
const asTableLine = (line: OrderLine, { shippingMethod }: Order): TableLine => ({
  ...line,
  facts: (
    <>
      {line.isNonStocked && <Status tone="neutral">Special Order</Status>}
      {line.shipMethod && line.shipMethod !== shippingMethod && <Status tone="cold">{line.shipMethod}</Status>}
    </>
  ),
})

function OrderSkeleton() {
  return (
    <div className={styles.columns} aria-busy="true">
      <LinesSkeleton count={4} />
      <Skeleton height="22rem" />
    </div>
  )
}

/** Where the order is on its way into the ERP; it is read out when the number arrives. */
function ExportNotice({ order }: { order: Order }) {
  const isAdmin = useUser()?.isAdmin ?? false
  const hitch = hitchOf(order, isAdmin)
  const isDone = hasNumber(order)
  return (
    <output className={styles.notice} data-tone={isDone ? 'good' : 'notice'}>
      {isDone ? <CircleCheck size={20} aria-hidden /> : <Clock size={20} aria-hidden />}
      <span>
        {isDone
          ? `Order placed. Your order number is ${order.orderIdSap}.`
          : `Order placed. ${hitch ? `${hitch.word}: ${hitch.text}` : 'The order ID will follow in a moment.'}`}
      </span>
    </output>
  )
}
