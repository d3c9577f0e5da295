import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { SyntheticEvent } from 'react'
import { useAddressProfile } from '#accounts/web/hooks.ts'
import { LicenseNote } from '#accounts/web/license-note.tsx'
import { isCold } from '#cart/cart.ts'
import { savePurchaseOrder, saveShippingAddress, saveShippingMethod, useCart } from '#cart/web/store.ts'
import { methodFor } from '#delivery/delivery-shapes.ts'
import { ArrivalNote } from '#delivery/web/arrival-note.tsx'
import { useCustomer } from '#web/ordering-for.ts'
import { useUser } from '#web/session.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { AddressBlock } from '../address-block.tsx'
import { AddressSkeleton } from './checkout-skeletons.tsx'
import { CheckoutSteps } from './checkout-steps.tsx'
import { EmptyCartNote } from './empty-cart-note.tsx'
import { usePricedLines } from './hooks.ts'
import { cartAddressOf, shipToOf } from './preview-order.ts'
import { ShippingFields } from './shipping-fields.tsx'
import styles from './shipping-page.module.css'

export function ShippingPage() {
  const navigate = useNavigate()
  const email = useUser()?.email
  const customer = useCustomer()
  const profile = useAddressProfile(email)
  const cart = useCart()
  const priced = usePricedLines(cart.cartItems)

  const isEmpty = cart.cartItems.length === 0 && cart.isKnown
  const hasCold = !isEmpty && (priced.data ?? cart.cartItems).some(isCold)
  const shippingMethod = methodFor(cart.shippingMethod, hasCold)

  const goOn = (event: SyntheticEvent) => {
    event.preventDefault()
    if (!profile.data || isEmpty) return
    saveShippingAddress(cartAddressOf(shipToOf(profile.data), shippingMethod))
    saveShippingMethod(shippingMethod)
    void navigate({ to: '/payment' })
  }

  return (
    <form className={styles.page} onSubmit={goOn}>
      <PageHeading title="Shipping" />
      <CheckoutSteps at="Shipping" />
      {isEmpty && <EmptyCartNote />}
      <LicenseNote email={customer?.email ?? email} />
      <Panel>
        <ShippingFields
          value={{ purchaseOrder: cart.purchaseOrder, shippingMethod }}
          hasCold={hasCold}
          change={(patch) => {
            if (patch.purchaseOrder !== undefined) savePurchaseOrder(patch.purchaseOrder)
            if (patch.shippingMethod) saveShippingMethod(patch.shippingMethod)
          }}
        />
        <ArrivalNote items={cart.cartItems} method={shippingMethod} />
        <hr className={styles.line} />
        <QueryStates query={profile} skeleton={<AddressSkeleton />}>
          {(found) => <AddressBlock title="Ship to" address={shipToOf(found)} />}
        </QueryStates>
        <p className={styles.hint}>Goods go to the licensed address of the account. To change it, contact sales.</p>
      </Panel>
      <div className={styles.actions}>
        <ButtonLink variant="default" size="md" to="/cart">
          Back to cart
        </ButtonLink>
        <Button type="submit" size="md" disabled={isEmpty || !profile.data}>
          Continue
        </Button>
      </div>
    </form>
  )
}
