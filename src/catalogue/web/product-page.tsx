import { PageHeading } from '#web/ui/page-heading.tsx'

export function ProductDetailPage() {
  return <PageHeading title="Product" />
}
