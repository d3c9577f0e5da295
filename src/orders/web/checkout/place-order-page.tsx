import { Link } from '@tanstack/react-router'
import type { SyntheticEvent } from 'react'
import type { SignedInUser } from '#shared/signed-in-user.ts'
import { useUser } from '#web/session.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { PageSkeleton } from '#web/ui/skeleton.tsx'
import { LinesSkeleton } from './checkout-skeletons.tsx'
import { CheckoutSteps } from './checkout-steps.tsx'
import { CheckoutSummary } from './checkout-summary.tsx'
import { CustomerPanel, OrderingFor } from './customer-panel.tsx'
import { EmptyCartNote } from './empty-cart-note.tsx'
import styles from './place-order-page.module.css'
import { PreviewTable } from './preview-table.tsx'
import { RepricedAlert } from './repriced-alert.tsx'
import { DeliveryPanel, ShippingPanel } from './shipping-panels.tsx'
import { UnavailableDialog } from './unavailable-dialog.tsx'
import { useCheckout } from './use-checkout.ts'

export function PlaceOrderPage() {
  const user = useUser()
  return user && <PlaceOrder key={user._id} user={user} />
}

function PlaceOrder({ user }: { user: SignedInUser }) {
  const checkout = useCheckout(user)
  const { isStaff, items, customer, lines, priced, unavailable, repriced } = checkout

  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    checkout.place()
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
        <CheckoutSummary checkout={checkout} email={user.email} />
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
