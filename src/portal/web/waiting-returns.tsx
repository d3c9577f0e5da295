import { useQuery } from '@tanstack/react-query'
import { returns } from '#returns/contract.ts'
import { queryOf } from '#web/api.ts'
import tag from '#web/ui/tag.module.css'

/** Number of returns waiting for an answer; hidden if zero. */
export function WaitingReturns() {
  const { data } = useQuery({ ...queryOf(returns.waiting), staleTime: 30_000 })
  if (!data?.count) return null
  return (
    <span className={tag.tag} title="Returns waiting for an answer">
      {data.count}
    </span>
  )
}
