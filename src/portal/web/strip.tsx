import { lazy, Suspense } from 'react'
import { useAttempt } from '#orders/web/checkout/order-attempt.ts'
import { useCustomer } from '#web/ordering-for.ts'
import { useUser } from '#web/session.ts'

const OrderingForBar = lazy(() =>
  import('#accounts/web/ordering-for-bar.tsx').then((module) => ({ default: module.OrderingForBar })),
)
const AttemptBar = lazy(() =>
  import('#orders/web/checkout/attempt-bar.tsx').then((module) => ({ default: module.AttemptBar })),
)

/** Nothing on most pages of most people, so that nothing of it is loaded there. */
export function Strip() {
  const user = useUser()
  const customer = useCustomer()
  const { attempt, isSending, fate } = useAttempt()
  return (
    <Suspense>
      {(customer || user?.isSalesRep) && <OrderingForBar />}
      {((attempt && !isSending) || fate) && <AttemptBar />}
    </Suspense>
  )
}
