import { PageHeading } from '#web/ui/page-heading.tsx'

export function OrderPage() {
  return <PageHeading title="Order" />
}
