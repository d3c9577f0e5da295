import { Button } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useDeferredValue } from 'react'
import { ApiError } from '../api-error.ts'
import { PageSkeleton } from './skeleton.tsx'
import { Callout } from './callout.tsx'

interface Props<T> {
  query: UseQueryResult<T>
  /** In the shape of the result; a page skeleton by default. */
  skeleton?: ReactNode
  /** Shown for a 404: records of others and invalid ids are answered like missing ones. */
  missing?: ReactNode
  children: (data: T) => ReactNode
}

/**
 * Renders a query: an error with a retry button, a skeleton, then the data. The first render is deferred in small steps
 * to keep slow phones responsive; later changes render immediately.
 */
export function QueryStates<T>({ query, skeleton, missing, children }: Props<T>) {
  const { data, error } = query
  const isKnown = data !== undefined
  const isShown = useDeferredValue(isKnown)
  if (isKnown && isShown) return children(data)
  if (isKnown || !error) return skeleton ?? <PageSkeleton />
  if (missing && error instanceof ApiError && [400, 404].includes(error.status)) return missing
  return <LoadFailed error={error} retry={() => void query.refetch()} />
}

export function LoadFailed({ error, retry }: { error: Error; retry?: () => void }) {
  return (
    <Callout
      tone="bad"
      icon={<TriangleAlert size={18} aria-hidden />}
      action={
        retry && (
          <Button size="compact-sm" variant="default" onClick={retry}>
            Try again
          </Button>
        )
      }
    >
      {error.message}
    </Callout>
  )
}
