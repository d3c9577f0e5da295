import { CircleCheck, Clock } from 'lucide-react'
import type { Order } from '../../order-shapes.ts'
import styles from './hand-over-notice.module.css'
import { hasNumber } from './hooks.ts'

/** Where the order is on its way into the ERP; it is read out when the number arrives. */
export function HandOverNotice({ order }: { order: Order }) {
  const isDone = hasNumber(order)
  return (
    <output className={styles.notice} data-tone={isDone ? 'good' : 'notice'}>
      {isDone ? <CircleCheck size={20} aria-hidden /> : <Clock size={20} aria-hidden />}
      <span>{isDone ? `Order placed. Your order number is ${order.orderIdSap}.` : waitingText(order)}</span>
    </output>
  )
}

const waitingText = ({ handOver }: Order): string => {
  if (handOver === 'held') return 'Order placed. It waits for the license to be renewed; the order ID will follow then.'
  if (handOver === 'rejected' || handOver === 'conflict')
    return 'Order placed. We are checking this order with our system; the order ID will follow.'
  return 'Order placed. The order ID will follow in a moment.'
}
