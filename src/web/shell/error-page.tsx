import { Button } from '@mantine/core'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { Compass, TriangleAlert } from 'lucide-react'
import { ButtonLink } from '../ui/button-link.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeading } from '../ui/page-heading.tsx'

/** Shown when a page fails to render or its code fails to load. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  return (
    <>
      <PageHeading title="Something went wrong" />
      <EmptyState icon={<TriangleAlert size={28} strokeWidth={1.5} />} title="This page could not be shown.">
        <p>{error instanceof Error ? error.message : 'Something unexpected happened.'}</p>
        <Button onClick={reset}>Try again</Button>
      </EmptyState>
    </>
  )
}

export function NotFoundPage() {
  return (
    <>
      <PageHeading title="Page not found" />
      <EmptyState icon={<Compass size={28} strokeWidth={1.5} />} title="There is no page at this address.">
        <p>It may have moved, or the address has a typo. Addresses are case-sensitive.</p>
        <ButtonLink to="/">Go to the catalog</ButtonLink>
      </EmptyState>
    </>
  )
}
