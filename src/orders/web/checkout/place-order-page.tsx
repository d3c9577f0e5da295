import { Link } from '@tanstack/react-router'
import type { ComponentType, SyntheticEvent } from 'react'
import { CustomerChooser } from '#accounts/web/customer-chooser.tsx'
import { LicenseNote } from '#accounts/web/license-note.tsx'
import { isCold } from '#cart/cart.ts'
import { limitNote } from '#order-limits/judge-limits.ts'
import type { SignedInUser } from '#shared/signed-in-user.ts'
import type { Customer } from '#web/ordering-for.ts'
import { useUser } from '#web/session.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { PageSkeleton } from '#web/ui/skeleton.tsx'
import { Status } from '#web/ui/status.tsx'
import { AddressBlock } from '../address-block.tsx'
import { LinesTable, type TableLine } from '../lines-table.tsx'
import { AddressSkeleton, LinesSkeleton } from './checkout-skeletons.tsx'
import { CheckoutSteps } from './checkout-steps.tsx'
import { CheckoutSummary } from './checkout-summary.tsx'
import { EmptyCartNote } from './empty-cart-note.tsx'
import styles from './place-order-page.module.css'
import { billToOf, type PreviewLine, shipToOf } from './preview-order.ts'
import { RepricedAlert, UnavailableDialog } from './refused-lines.tsx'
import { DeliveryPanel, ShippingPanel } from './shipping-panels.tsx'
import { type Checkout, useCheckout } from './use-checkout.ts'

interface PageProps {
  /** Handed over: says that somebody has to approve the order first. */
  ApprovalNote: ComponentType<{ lines: readonly { _id: string; quantity: number }[] }>
}

export function PlaceOrderPage(props: PageProps) {
  const user = useUser()
  return user && <PlaceOrder key={user._id} user={user} {...props} />
}

function PlaceOrder({ user, ApprovalNote }: PageProps & { user: SignedInUser }) {
  const checkout = useCheckout(user)
  const { isStaff, items, customer, lines, priced, unavailable, repriced } = checkout

  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    void checkout.place()
  }

  if (checkout.isLeaving) return <PageSkeleton />
  return (
    <>
      <PageHeading title="Place Order">{customer && <OrderingFor customer={customer} />}</PageHeading>
      <CheckoutSteps at="Place Order" />
      <form className={styles.columns} noValidate onSubmit={submit} aria-label="Order">
        <div className={styles.what}>
          {items.length === 0 && <EmptyCartNote />}
          {repriced && <RepricedAlert repriced={repriced} items={items} />}
          {isStaff && <CustomerPanel checkout={checkout} />}
          <LicenseNote email={isStaff ? customer?.email : user.email} />
          {isStaff ? <ShippingPanel checkout={checkout} /> : <DeliveryPanel checkout={checkout} />}
          {items.length > 0 && (
            <section className={styles.items} aria-labelledby="order-items">
              <div className={styles.head}>
                <h2 id="order-items" className={styles.title}>
                  Items
                </h2>
                <Link to="/cart" className={styles.edit}>
                  Edit cart
                </Link>
              </div>
              <QueryStates query={priced} skeleton={<LinesSkeleton count={items.length} />}>
                {() => <PreviewTable lines={lines} isStale={priced.isFetching} />}
              </QueryStates>
            </section>
          )}
        </div>
        <CheckoutSummary checkout={checkout} email={user.email}>
          <ApprovalNote lines={items} />
        </CheckoutSummary>
      </form>
      <UnavailableDialog
        unavailable={unavailable}
        items={items}
        adjust={checkout.adjustCart}
        close={checkout.forgetRefusal}
      />
    </>
  )
}

/** For whom a sales rep or an admin orders, and where the goods and the bill will go. */
function CustomerPanel({ checkout }: { checkout: Checkout }) {
  const { customer, choose, chooser, profile } = checkout
  return (
    <Panel>
      <CustomerChooser customer={customer} choose={choose} inputRef={chooser} />
      {customer && (
        <div className={styles.addresses}>
          <QueryStates query={profile} skeleton={<AddressSkeleton />}>
            {(found) => (
              <>
                <AddressBlock title="Ship to" address={shipToOf(found)} />
                <AddressBlock title="Bill to" address={billToOf(found)} />
              </>
            )}
          </QueryStates>
        </div>
      )}
    </Panel>
  )
}

/** Stays in the page's heading, so that nobody orders for the wrong business. */
function OrderingFor({ customer }: { customer: Customer }) {
  return (
    <output className={styles.for}>
      <span className={styles.label}>Ordering for</span>
      <strong>{customer.companyName || `${customer.name} ${customer.lastName}`}</strong>
      {customer.accountID && <span className={styles.account}>{customer.accountID}</span>}
    </output>
  )
}

interface Props {
  lines: PreviewLine[]
  /** True while newer prices are on their way. */
  isStale: boolean
}

function PreviewTable({ lines, isStale }: Props) {
  return (
    <div className={styles.preview} data-stale={isStale || undefined} aria-busy={isStale}>
      <LinesTable label="Items" lines={lines.map(asTableLine)} />
    </div>
  )
}

const asTableLine = (line: PreviewLine): TableLine => ({
  ...line.item,
  price: line.price,
  listPrice: line.listPrice,
  priceSource: line.priceSource,
  facts: <LineFacts line={line} />,
})

function LineFacts({ line }: { line: PreviewLine }) {
  const note = limitNote(line.item, line.item.quantity)
  return (
    <>
      {isCold(line) && <Status tone="cold">{line.coldStatus}</Status>}
      {line.item.isNonStocked && <Status tone="neutral">Special Order</Status>}
      {line.notice && <Status tone="bad">{line.notice}</Status>}
      {!line.notice && note && <Status tone="notice">{note}</Status>}
    </>
  )
}
