import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { useEffect } from 'react'
import { refreshCart } from '#cart/web/keep-cart.ts'
import { ApiError, retryDelay } from '#web/api-error.ts'
import { call } from '#web/api.ts'
import { useUser } from '#web/session.ts'
import { Money } from '#web/ui/money.tsx'
import { orders } from '../../contract.ts'
import styles from './attempt-bar.module.css'
import { type Attempt, attempt, endAttempt, forgetFate, useAttempt } from './order-attempt.ts'

/** On every page, until it is known what became of an order whose answer was lost. */
export function AttemptBar() {
  const user = useUser()
  const { attempt: lost, isSending, fate } = useAttempt()
  const isOpen = lost !== null && lost.userId === user?._id && !isSending

  useEffect(() => {
    if (!isOpen) return
    const asking = new AbortController()
    void settle(lost, asking.signal)
    return () => asking.abort()
  }, [isOpen, lost])

  if (!isOpen && !fate) return null
  return (
    <output className={styles.bar} data-done={fate ? true : undefined}>
      <span>
        {isOpen && (
          <>
            Your order may have been placed: checking… ({lost.lines === 1 ? '1 line' : `${lost.lines} lines`},{' '}
            <Money amount={lost.total} />)
          </>
        )}
        {fate?.orderId && (
          <>
            Your order was placed.{' '}
            <Link to="/order/$id" params={{ id: fate.orderId }} onClick={forgetFate}>
              View order
            </Link>
          </>
        )}
        {fate?.approvalId && (
          <>
            Your order is waiting for approval.{' '}
            <Link to="/approvals/$id" params={{ id: fate.approvalId }} onClick={forgetFate}>
              View request
            </Link>
          </>
        )}
        {fate?.orderId === null && !fate.approvalId && 'Your order was not placed. Check your cart and order again.'}
      </span>
      {fate && (
        <button type="button" aria-label="Close" onClick={forgetFate}>
          <X size={16} aria-hidden />
        </button>
      )}
    </output>
  )
}

/** Asks until it is answered; without a connection for as long as that lasts. */
const settle = async ({ key }: Attempt, signal: AbortSignal): Promise<void> => {
  for (let failures = 0; attempt()?.key === key; failures++) {
    try {
      const fate = await inTime(signal, (asking) => call(orders.settle, { body: { key } }, { signal: asking }))
      if (attempt()?.key === key) endAttempt(fate)
      return void refreshCart().catch(() => {})
    } catch (error) {
      if (signal.aborted || (error instanceof ApiError && error.status === 401)) return
      await new Promise((resolve) => setTimeout(resolve, Math.min(retryDelay(failures), 5_000)))
      if (signal.aborted) return
    }
  }
}

/** A question on a dead connection is answered by nobody, and a browser waits minutes for it. */
const patienceMilliseconds = 10_000

const inTime = async <T,>(signal: AbortSignal, ask: (asking: AbortSignal) => Promise<T>): Promise<T> => {
  const asking = new AbortController()
  const end = () => asking.abort()
  signal.addEventListener('abort', end)
  const timer = setTimeout(end, patienceMilliseconds)
  try {
    return await ask(asking.signal)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
  }
}
