import facts from '#web/ui/facts.module.css'
import { Money } from '#web/ui/money.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { grouped } from '#shared/number-words.ts'
import styles from './totals-list.module.css'

interface Props {
  totals: { itemsPrice: number; shippingPrice: number; taxPrice: number; totalPrice: number }
  /** Units, not lines. */
  count: number
  isKnown?: boolean
}

export function TotalsList({ totals, count, isKnown = true }: Props) {
  const pieces = `${grouped(count)} ${count === 1 ? 'piece' : 'pieces'}`
  // An amount that is unknown until the invoice is not shown as $0.00.
  const later = [totals.shippingPrice === 0 && 'shipping', totals.taxPrice === 0 && 'tax'].filter(Boolean)
  const rows: [string, number | null][] = [
    [`Items (${pieces})`, totals.itemsPrice],
    ['Shipping', totals.shippingPrice || null],
    ['Tax', totals.taxPrice || null],
    [later.length > 0 ? `Total before ${later.join(' and ')}` : 'Total', totals.totalPrice],
  ]
  return (
    <dl className={`${facts.facts} ${facts.amounts} ${styles.totals}`}>
      {rows.map(([word, amount]) => (
        <div key={word}>
          <dt>{word}</dt>
          <dd>
            {amount === null ? 'on the invoice' : isKnown ? <Money amount={amount} /> : <Skeleton width="4.5rem" />}
          </dd>
        </div>
      ))}
    </dl>
  )
}
