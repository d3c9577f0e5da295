import { Suspense } from 'react'
import { OrderingForBar } from '#customers/web/ordering-for-bar.tsx'
import { useAttempt } from '#orders/web/checkout/order-attempt.ts'
import { useCustomer } from '#web/ordering-for.ts'
import { useUser } from '#web/session.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { ReadOnlyBar } from './read-only-bar.tsx'

const AttemptBar = lazyPart(() => import('#orders/web/checkout/attempt-bar.tsx').then((module) => module.AttemptBar))

/** Bars known from the start come with the page: loaded later, they would move what is about to be pressed. */
export function Strip() {
  const user = useUser()
  const customer = useCustomer()
  const { attempt, isSending, outcome } = useAttempt()
  return (
    <Suspense>
      {user?.isReadOnly && <ReadOnlyBar />}
      {(customer || user?.isSalesRep) && <OrderingForBar />}
      {((attempt && !isSending) || outcome) && <AttemptBar />}
    </Suspense>
  )
}
