import { Alert, Button } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useDeferredValue } from 'react'
import { ApiError } from '../api-error.ts'
import { PageSkeleton } from './skeleton.tsx'
import styles from './query-states.module.css'

interface Props<T> {
  query: UseQueryResult<T>
  /** Shaped like the result; the page's own when not given. */
  skeleton?: ReactNode
  /** Said where there is no such thing: a stranger's record and an id that is none are answered like one that does not exist. */
  missing?: ReactNode
  children: (data: T) => ReactNode
}

/**
 * One read on a page: why it failed, with a way to try again; its outline while it loads; then what it found. What comes
 * first is drawn in small steps, so that a slow phone answers meanwhile; what changes later is drawn at once.
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
    <Alert color="red" icon={<TriangleAlert size={18} aria-hidden />} role="alert">
      <div className={styles.failed}>
        <span>{error.message}</span>
        {retry && (
          <Button size="compact-sm" variant="default" onClick={retry}>
            Try again
          </Button>
        )}
      </div>
    </Alert>
  )
}
