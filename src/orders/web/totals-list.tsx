import { Money } from '#web/ui/money.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { grouped } from '#shared/number-words.ts'
import styles from './totals-list.module.css'

interface Props {
  totals: { itemsPrice: number; shippingPrice: number; taxPrice: number; totalPrice: number }
  /** Pieces, not lines. */
  count: number
  isKnown?: boolean
}

export function TotalsList({ totals, count, isKnown = true }: Props) {
  const pieces = `${grouped(count)} ${count === 1 ? 'piece' : 'pieces'}`
  const rows: [string, number][] = [
    [`Items (${pieces})`, totals.itemsPrice],
    ['Shipping', totals.shippingPrice],
    ['Tax', totals.taxPrice],
    ['Total', totals.totalPrice],
  ]
  return (
    <dl className={styles.totals}>
      {rows.map(([word, amount]) => (
        <div key={word}>
          <dt>{word}</dt>
          <dd>{isKnown ? <Money amount={amount} /> : <Skeleton width="4.5rem" />}</dd>
        </div>
      ))}
    </dl>
  )
}
