import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { useEffect } from 'react'
import { refreshCart } from '#cart/web/sync-cart.ts'
import { ApiError, retryDelay } from '#web/api-error.ts'
import { call } from '#web/api.ts'
import { useUser } from '#web/session.ts'
import { Money } from '#web/ui/money.tsx'
import { orders } from '../../contract.ts'
import styles from './attempt-bar.module.css'
import { type Attempt, currentAttempt, endAttempt, clearOutcome, useAttempt } from './order-attempt.ts'

/** Shown on every page until the outcome of an order with a lost response is known. */
export function AttemptBar() {
  const user = useUser()
  const { attempt: lost, isSending, outcome } = useAttempt()
  const isOpen = lost !== null && lost.userId === user?._id && !isSending

  useEffect(() => {
    if (!isOpen) return
    const asking = new AbortController()
    void settle(lost, asking.signal)
    return () => asking.abort()
  }, [isOpen, lost])

  if (!isOpen && !outcome) return null
  return (
    <output className={styles.bar} data-done={outcome ? true : undefined}>
      <span>
        {isOpen && (
          <>
            Your order may have been placed: checking… ({lost.lines === 1 ? '1 line' : `${lost.lines} lines`},{' '}
            <Money amount={lost.total} />)
          </>
        )}
        {outcome?.orderId && (
          <>
            Your order was placed.{' '}
            <Link to="/order/$id" params={{ id: outcome.orderId }} onClick={clearOutcome}>
              View order
            </Link>
          </>
        )}
        {outcome?.approvalId && (
          <>
            Your order is waiting for approval.{' '}
            <Link to="/approvals/$id" params={{ id: outcome.approvalId }} onClick={clearOutcome}>
              View request
            </Link>
          </>
        )}
        {outcome?.orderId === null &&
          !outcome.approvalId &&
          'Your order was not placed. Check your cart and order again.'}
      </span>
      {outcome && (
        <button type="button" aria-label="Close" onClick={clearOutcome}>
          <X size={16} aria-hidden />
        </button>
      )}
    </output>
  )
}

/** Retries until the server answers, however long the connection is down. */
const settle = async ({ key }: Attempt, signal: AbortSignal): Promise<void> => {
  for (let failures = 0; currentAttempt()?.key === key; failures++) {
    try {
      const outcome = await inTime(signal, (asking) => call(orders.settle, { body: { key } }, { signal: asking }))
      if (currentAttempt()?.key === key) endAttempt(outcome)
      return void refreshCart().catch(() => {})
    } catch (error) {
      if (signal.aborted || (error instanceof ApiError && error.status === 401)) return
      await new Promise((resolve) => setTimeout(resolve, Math.min(retryDelay(failures), 5_000)))
      if (signal.aborted) return
    }
  }
}

/** Aborts a request on a dead connection, which a browser would keep open for minutes. */
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
