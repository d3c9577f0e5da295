import { Alert, Button } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { PageSkeleton } from './skeleton.tsx'
import styles from './query-states.module.css'

interface Props<T> {
  query: UseQueryResult<T>
  /** Shaped like the result; the page's own when not given. */
  skeleton?: ReactNode
  children: (data: T) => ReactNode
}

/** One read on a page: why it failed, with a way to try again; its outline while it loads; then what it found. */
export function QueryStates<T>({ query, skeleton, children }: Props<T>) {
  if (query.isError && query.data === undefined)
    return <LoadFailed error={query.error} retry={() => void query.refetch()} />
  if (query.data === undefined) return skeleton ?? <PageSkeleton />
  return children(query.data)
}

interface FailedProps {
  error: Error
  retry?: () => void
}

export function LoadFailed({ error, retry }: FailedProps) {
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
