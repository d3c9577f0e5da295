import type { UseQueryResult } from '@tanstack/react-query'
import { UserRoundSearch } from 'lucide-react'
import type { ReactNode } from 'react'
import { ApiError } from '#web/api-error.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'

interface Props<T> {
  query: UseQueryResult<T>
  missing?: ReactNode
  children: (data: T) => ReactNode
}

/** A sales rep needs a customer to see guides. Without one, they get a hint instead of an error with a retry. */
export function GuideStates<T>(props: Props<T>) {
  const { error } = props.query
  if (!(error instanceof ApiError && error.status === 409)) return <QueryStates {...props} />
  return (
    <EmptyState icon={<UserRoundSearch size={28} strokeWidth={1.5} />} title={error.message}>
      Choose a customer to see their order guides.
    </EmptyState>
  )
}
