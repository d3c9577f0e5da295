import { useQuery } from '@tanstack/react-query'
import { users } from '#customers/contract.ts'
import { queryOf } from '#web/api.ts'
import { useUser } from '#web/session.ts'
import tag from '#web/ui/tag.module.css'

/** Number of customers waiting for approval; hidden if zero. */
export function WaitingCustomers() {
  const email = useUser()?.email ?? ''
  const { data } = useQuery({ ...queryOf(users.notifications, { params: { email } }), staleTime: 30_000 })
  if (!data?.inActiveCustomers) return null
  return (
    <span className={tag.tag} title="Customers waiting for approval">
      {data.inActiveCustomers}
    </span>
  )
}
