import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { savePaymentMethod } from '#cart/web/store.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { CheckoutSteps } from './checkout-steps.tsx'

/** Checkout is paid by invoice, so this step selects the method and redirects. */
export function PaymentPage() {
  const navigate = useNavigate()

  useEffect(() => {
    savePaymentMethod('By Invoice')
    void navigate({ to: '/placeorder', replace: true })
  }, [navigate])

  return (
    <>
      <PageHeading title="Payment" />
      <CheckoutSteps at="Place Order" />
    </>
  )
}
