import { Compass } from 'lucide-react'
import { ButtonLink } from '../ui/button-link.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeading } from '../ui/page-heading.tsx'

export function NotFoundPage() {
  return (
    <>
      <PageHeading title="Page not found" />
      <EmptyState icon={<Compass size={28} strokeWidth={1.5} />} title="There is no page at this address.">
        <p>It may have moved, or the address was typed differently: capital letters count.</p>
        <ButtonLink to="/">Go to the catalogue</ButtonLink>
      </EmptyState>
    </>
  )
}
