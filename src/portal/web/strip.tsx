import { Suspense } from 'react'
import { useAttempt } from '#orders/web/checkout/order-attempt.ts'
import type { SignedInUser } from '#shared/signed-in-user.ts'
import { customer as customerNow, useCustomer } from '#web/ordering-for.ts'
import { useUser } from '#web/session.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'

const OrderingForBar = lazyPart(() =>
  import('#customers/web/ordering-for-bar.tsx').then((module) => module.OrderingForBar),
)
const AttemptBar = lazyPart(() => import('#orders/web/checkout/attempt-bar.tsx').then((module) => module.AttemptBar))

const ReadOnlyBar = lazyPart(() => import('./read-only-bar.tsx').then((module) => module.ReadOnlyBar))

/** Loads the bars known from the start: if they came later, they would move what is about to be pressed. */
export const preloadStrip = async ({ isSalesRep, isReadOnly }: SignedInUser): Promise<void> => {
  await Promise.all([(isSalesRep || customerNow()) && OrderingForBar.preload(), isReadOnly && ReadOnlyBar.preload()])
}

/** Lazy parts, because most users see nothing here. */
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
