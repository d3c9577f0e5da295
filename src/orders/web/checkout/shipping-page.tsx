import { Button, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type SyntheticEvent, useRef, useState } from 'react'
import { useAddressProfile } from '#customers/web/use-address-profile.ts'
import { LicenseNote } from '#customers/web/license-note.tsx'
import { isCold } from '#cart/cart.ts'
import { saveDetails, saveShippingAddress, useCart } from '#cart/web/store.ts'
import { ArrivalNote } from '#ordering-rules/web/delivery/arrival-note.tsx'
import { shippingFor } from '#ordering-rules/methods/method-shapes.ts'
import { useOpenDays } from '#ordering-rules/web/delivery/use-open-days.ts'
import { useOpenMethods } from '#ordering-rules/web/methods/use-open-methods.ts'
import { useCustomer } from '#web/ordering-for.ts'
import { useUser } from '#web/session.ts'
import { useIsFirstLoadDone } from '#web/use-first-load.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { AddressSkeleton } from './checkout-skeletons.tsx'
import { CheckoutSteps } from './checkout-steps.tsx'
import { usePricedLines } from './hooks.ts'
import { addressLines, cartAddressOf, previewLines, profileShipTo } from './preview-order.ts'
import { EmptyCheckout, StoppedLines } from './refused-lines.tsx'
import { ShipToChoice } from './ship-to-choice.tsx'
import { ShippingFields } from './shipping-fields.tsx'
import styles from './shipping-page.module.css'
import { useShipTo } from '#colleagues/web/ship-to/use-ship-to.ts'

/** `needsNumber`: the business requires a purchase order number. */
export function ShippingPage({ needsNumber }: { needsNumber: boolean }) {
  const navigate = useNavigate()
  const email = useUser()?.email
  const customer = useCustomer()
  const profile = useAddressProfile(email)
  const to = useShipTo(profile.data?._id)
  const cart = useCart()
  const priced = usePricedLines(cart.cartItems)

  const isEmpty = cart.cartItems.length === 0 && cart.isKnown
  const hasCold = (priced.data ?? cart.cartItems).some(isCold)
  const open = useOpenMethods()
  const isSettled = useIsFirstLoadDone()
  const [isTried, setIsTried] = useState(false)
  const numberInput = useRef<HTMLInputElement>(null)
  const lacksNumber = needsNumber && cart.purchaseOrder.trim() === ''
  const shippingMethod = shippingFor(cart.shippingMethod, hasCold, open.data?.shipping)
  const days = useOpenDays(priced.data ?? cart.cartItems, shippingMethod)
  const stopped = priced.data ? previewLines(cart.cartItems, priced.data).filter(({ notice }) => notice) : []
  // If the server does not respond, the last step checks again.
  const isLooking = !isEmpty && priced.isFetching && !priced.isError

  const goOn = (event: SyntheticEvent) => {
    event.preventDefault()
    if (!profile.data || !shippingMethod || isLooking || stopped.length > 0) return
    setIsTried(true)
    if (lacksNumber) return numberInput.current?.focus()
    const address = to.chosen ? addressLines(to.chosen) : profileShipTo(profile.data)
    saveShippingAddress(cartAddressOf(address, shippingMethod))
    saveDetails({ shippingMethod })
    void navigate({ to: '/payment' })
  }

  if (isEmpty)
    return (
      <div className={styles.page}>
        <PageHeading title="Shipping" />
        <CheckoutSteps at="Shipping" />
        <EmptyCheckout />
      </div>
    )
  return (
    <form className={styles.page} onSubmit={goOn}>
      <PageHeading title="Shipping" />
      <CheckoutSteps at="Shipping" />
      {stopped.length > 0 && <StoppedLines lines={stopped} />}
      <LicenseNote email={customer?.email ?? email} />
      <Panel>
        <ShippingFields
          value={{ ...cart, shippingMethod }}
          hasCold={hasCold}
          open={open.data?.shipping}
          number={{ needsNumber, isNumberMissing: isTried && lacksNumber, numberInput }}
          days={days}
          change={saveDetails}
        />
        {!cart.requestedDay && <ArrivalNote items={cart.cartItems} method={shippingMethod ?? ''} />}
        <hr className={styles.line} />
        <QueryStates query={profile} skeleton={<AddressSkeleton />}>
          {(found) => <ShipToChoice forUser={found._id} own={profileShipTo(found)} />}
        </QueryStates>
        <Text mt="sm" c="dimmed" fz="sm">
          {to.options.length > 0
            ? 'We ship to the account’s licensed address and to verified addresses only.'
            : 'We ship to the account’s licensed address. To change it, contact sales.'}
        </Text>
      </Panel>
      <div className={styles.actions}>
        <ButtonLink variant="default" size="md" to="/cart">
          Back to cart
        </ButtonLink>
        <Button
          type="submit"
          size="md"
          disabled={!profile.data || !shippingMethod || !isSettled || isLooking || stopped.length > 0}
        >
          Continue
        </Button>
      </div>
    </form>
  )
}
