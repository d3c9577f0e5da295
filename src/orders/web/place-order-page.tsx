import { PageHeading } from '#web/ui/page-heading.tsx'

export function PlaceOrderPage() {
  return <PageHeading title="Place Order" />
}
