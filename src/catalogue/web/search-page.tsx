import { PageHeading } from '#web/ui/page-heading.tsx'

export function SearchPage() {
  return <PageHeading title="Product Catalog" />
}
