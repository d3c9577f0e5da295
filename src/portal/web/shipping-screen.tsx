import { useCostCenterChoices } from '#purchasing/web/cost-centers/use-cost-center-choices.ts'
import { ShippingPage } from '#orders/web/checkout/shipping-page.tsx'
import { useCustomer } from '#web/ordering-for.ts'

export function ShippingScreen() {
  const { data: choices } = useCostCenterChoices(useCustomer()?._id)
  return <ShippingPage needsNumber={choices?.needsPurchaseOrder === true} />
}
