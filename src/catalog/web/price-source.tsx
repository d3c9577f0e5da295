import { useUser } from '#web/session.ts'
import { asDollars } from '#shared/money.ts'
import { grouped } from '#shared/number-words.ts'
import { type PriceSource, type PriceTier, describePriceSource } from '../price-shapes.ts'
import styles from './buyer-price.module.css'

/** The contract behind a price. Staff also see its number and last day. */
export function SourceOfPrice({ source }: { source: PriceSource | null | undefined }) {
  const user = useUser()
  if (!source) return null
  return (
    <span className={styles.source}>{describePriceSource(source, Boolean(user?.isAdmin || user?.isSalesRep))}</span>
  )
}

/** Quantity breaks; renders nothing if there are none. */
export function Tiers({ tiers }: { tiers: readonly PriceTier[] | undefined }) {
  const larger = tiers?.filter(({ fromQuantity }) => fromQuantity > 1) ?? []
  if (larger.length === 0) return null
  return (
    <ul className={styles.tiers} aria-label="Prices by quantity">
      {larger.map(({ fromQuantity, price }) => (
        <li key={fromQuantity}>
          {grouped(fromQuantity)} or more: {asDollars(price)}
        </li>
      ))}
    </ul>
  )
}
