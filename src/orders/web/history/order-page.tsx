import { Stack } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { PackageX } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import { backorderChoiceWords } from '#fulfillment/backorder-shapes.ts'
import { LineMarks } from '#catalog/web/line-marks.tsx'
import panel from '#web/ui/panel.module.css'
import { lineCents, toDollars } from '#shared/money.ts'
import { dayWords } from '#shared/day-words.ts'
import { grouped } from '#shared/number-words.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Day } from '#web/ui/day.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Status } from '#web/ui/status.tsx'
import type { Order, OrderLine } from '../../order-shapes.ts'
import { LinesSkeleton } from '../checkout/checkout-skeletons.tsx'
import { LinesTable, type TableLine } from '../lines-table.tsx'
import { useOrder, useTimeline } from './hooks.ts'
import { isPaymentDue } from './evaluate-progress.ts'
import { OrderActions } from './order-actions.tsx'
import facts from '#web/ui/facts.module.css'
import styles from './order-page.module.css'
import { LineOutcomeCell, Substitutes } from './line-outcome.tsx'
import { OrderParcels } from './order-parcels.tsx'
import { OrderProgress } from './order-progress.tsx'
import { RestAgain } from './rest-again.tsx'
import { OrderTimeline } from './order-timeline.tsx'
import { costCenterWords } from '../../charge-shapes.ts'
import { AddressBlock } from '../address-block.tsx'
import { TotalsList } from '../totals-list.tsx'

interface Props {
  PaymentPanel: ComponentType<{ order: Order }>
  /** A link to the payment form, for orders that can be paid online. */
  PayLink: ComponentType<{ order: Order }>
  /** Transaction data of a line, below its name. */
  TraceMark: ComponentType<{ orderId: string; number: string }>
  /** Transaction data of the whole order. */
  TracePanel: ComponentType<{ orderId: string }>
  /** Whether the parts can be rendered without shifting the page. */
  arePartsLoading: boolean
  /** A link to the form for returns, for orders that shipped. */
  ReturnLink: ComponentType<{ order: string }>
  /** Cancels the order or lowers quantities. */
  ChangeButton: ComponentType<{ order: Order }>
  /** The changes that were asked, with their outcomes, and those that the ERP made. */
  ChangesPanel: ComponentType<{ orderId: string; events: Order['changes']; children: ReactNode }>
  /** Substitutes that need the buyer's yes. */
  SubstitutesPanel: ComponentType<{ orderId: string }>
}

type LineMark = Props['TraceMark']

export function OrderPage(props: Props) {
  const { id = '' } = useParams({ strict: false })
  return <OrderById key={id} id={id} {...props} />
}

function OrderById({ id, ...parts }: Props & { id: string }) {
  const query = useOrder(id)
  return (
    <>
      {query.error && !query.data && <PageHeading title="Order" />}
      <QueryStates query={query} skeleton={<OrderSkeleton />} missing={<NoOrder />}>
        {(order) => <OrderDetail order={order} {...parts} />}
      </QueryStates>
    </>
  )
}

function NoOrder() {
  return (
    <EmptyState icon={<PackageX size={28} strokeWidth={1.5} />} title="no order data">
      <p>This order does not exist, or it belongs to another account.</p>
      <ButtonLink variant="default" to="/orderhistory">
        Order History
      </ButtonLink>
    </EmptyState>
  )
}

function OrderDetail({
  order,
  PaymentPanel,
  PayLink,
  TraceMark,
  TracePanel,
  ReturnLink,
  ChangeButton,
  ChangesPanel,
  SubstitutesPanel,
  arePartsLoading,
}: Props & { order: Order }) {
  // Waits for the timeline, because the progress panel grows with it and would shift the page.
  const { data: steps, isLoading, failureCount } = useTimeline(order)
  if ((isLoading && failureCount === 0) || arePartsLoading) return <OrderSkeleton />
  return (
    <>
      <PageHeading title={order.orderIdSap ? `Order ${order.orderIdSap}` : 'Order'} lead={<Provenance order={order} />}>
        {isPaymentDue(order, steps) && <PayLink order={order} />}
        <ChangeButton order={order} />
        <OrderActions order={order}>{hasShipped(order) && <ReturnLink order={order._id} />}</OrderActions>
      </PageHeading>
      <OrderProgress order={order} />
      <div className={styles.question}>
        <SubstitutesPanel orderId={order._id} />
      </div>
      <div className={styles.columns}>
        <OrderFacts order={order} />
        <Stack gap="lg" miw={0}>
          <OrderLines order={order} TraceMark={TraceMark} />
          <ChangesPanel orderId={order._id} events={order.changes}>
            <RestAgain order={order} />
          </ChangesPanel>
          <OrderParcels order={order} />
          <TracePanel orderId={order._id} />
          <PaymentPanel order={order} />
          <div className={styles.history}>
            <OrderTimeline order={order} />
          </div>
        </Stack>
      </div>
    </>
  )
}

const hasShipped = ({ isCancelled, isDelivered, orderStatusSap, trackingCode }: Order): boolean =>
  !isCancelled && (isDelivered || orderStatusSap === '2' || orderStatusSap === '3' || trackingCode !== '')

function Provenance({ order: { createdAt, placedBy, approvedBy, user } }: { order: Order }) {
  const day = <Day at={createdAt} />
  if (approvedBy)
    return (
      <>
        Placed by {`${user.name} ${user.lastName}`.trim()}, approved by{' '}
        {`${approvedBy.name} ${approvedBy.lastName}`.trim()} on {day}
      </>
    )
  if (!placedBy) return <>Placed on {day}</>
  const actor = `${placedBy.name} ${placedBy.lastName}`.trim()
  return (
    <>
      Placed by {actor} ({placedBy.role}) for {user.companyName || `${user.name} ${user.lastName}`.trim()} on {day}
    </>
  )
}

function OrderLines({ order, TraceMark }: { order: Order; TraceMark: LineMark }) {
  return <LinesTable label="Items" lines={order.orderItems.map((line) => asTableLine(line, order, TraceMark))} />
}

/** Refrigerated products may ship by another method than the rest of the order. */
const asTableLine = (
  line: OrderLine,
  { _id, shippingMethod, orderStatusSap }: Order,
  TraceMark: LineMark,
): TableLine => ({
  ...line,
  ...(line.canceledQuantity && {
    total: toDollars(lineCents({ ...line, quantity: line.quantity - line.canceledQuantity })),
  }),
  facts: (
    <>
      {line.canceledQuantity && <Status tone="bad">{canceledWords(line, line.canceledQuantity)}</Status>}
      <Substitutes line={line} />
      <LineOutcomeCell line={line} isCompleted={orderStatusSap === '3'} />
      <LineMarks line={line} />
      {line.isNonStocked && <Status tone="neutral">Special Order</Status>}
      {line.shipMethod && line.shipMethod !== shippingMethod && <Status tone="cold">{line.shipMethod}</Status>}
      <TraceMark orderId={_id} number={line.slug} />
    </>
  ),
})

const canceledWords = ({ quantity }: OrderLine, canceled: number): string =>
  canceled === quantity ? 'Canceled' : `${grouped(canceled)} of ${grouped(quantity)} canceled`

function OrderSkeleton() {
  return (
    <>
      <PageHeading title="Order" />
      <div className={styles.columns} aria-busy="true">
        <LinesSkeleton count={4} />
        <Skeleton height="22rem" />
      </div>
    </>
  )
}

function OrderFacts({ order }: { order: Order }) {
  const pieces = order.orderItems.reduce(
    (sum, { quantity, canceledQuantity = 0 }) => sum + quantity - canceledQuantity,
    0,
  )
  return (
    <aside className={`${panel.surface} ${styles.facts}`} aria-label="Order facts">
      <section>
        <TotalsList totals={order} count={pieces} />
      </section>
      <section>
        <AddressBlock title="Ship to" address={order.shippingAddress} attention={order.attention} />
        <ChangedAddress order={order} />
      </section>
      <section>
        <dl className={facts.facts}>
          <Fact word="Shipping method">{order.shippingMethod || '–'}</Fact>
          <Fact word="Payment method">{order.paymentMethod || '–'}</Fact>
          <Fact word="Purchase order">{order.purchaseOrder || '–'}</Fact>
          {order.backorders && (
            <Fact word="If items are backordered">
              {backorderChoiceWords(order.backorders, order.isBackordersDefault ?? false)}
            </Fact>
          )}
          {order.requestedDay && <Fact word="Requested delivery">{dayWords(order.requestedDay)}</Fact>}
          {order.note && (
            <Fact word="Note to the wholesaler">
              <span className={styles.note}>{order.note}</span>
            </Fact>
          )}
          {order.costCenter && <Fact word="Cost center">{costCenterWords(order.costCenter)}</Fact>}
        </dl>
      </section>
    </aside>
  )
}

/** The ERP's address, which is not the one that the buyer chose. */
function ChangedAddress({ order: { changes = [], orderItems } }: { order: Order }) {
  const moved = changes.findLast(({ field }) => field === 'address')
  if (!moved) return null
  const isControlled = orderItems.some(({ deaSchedule }) => deaSchedule !== '')
  return (
    <p>
      <Status tone={isControlled ? 'bad' : 'notice'}>Address changed</Status> Now ships to {moved.after}.
      {isControlled && ' We check this address because the order has controlled items.'}
    </p>
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
