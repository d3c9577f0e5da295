import { Money } from '#web/ui/money.tsx'
import { TextLink } from '#web/ui/button-link.tsx'
import { useUser } from '#web/session.ts'
import type { ProductCard } from '../contract.ts'
import { perPackage } from '../unit-words.ts'
import { describePriceSource, priceByQuantity, type PriceSource, type PriceTier } from '../price-shapes.ts'
import text from '#web/ui/text.module.css'
import styles from './buyer-price.module.css'
import { asDollars } from '#shared/money.ts'
import { grouped } from '#shared/number-words.ts'

type Priced = Pick<ProductCard, 'price' | 'customPricingList' | 'priceTiers'>

/** The signed-in customer's unit price: the contract price, or else the list price; null if prices are hidden. */
export const buyerPriceOf = (
  { price, customPricingList, priceTiers }: Priced,
  email: string | undefined,
  quantity = 1,
): number | null =>
  priceByQuantity(customPricingList.find((entry) => entry.email === email)?.price ?? price, priceTiers, quantity)

interface Props {
  quantity?: number
  product: Priced & Pick<ProductCard, 'unitOfMeasure' | 'packQuantity' | 'packUnit'>
}

export function BuyerPrice({ product, quantity }: Props) {
  const price = buyerPriceOf(product, useUser()?.email, quantity)
  const sold = perPackage(product)
  if (price === null)
    return (
      <TextLink to="/signin" size="sm">
        Sign in to see prices
      </TextLink>
    )
  return (
    <span className={styles.price}>
      <Money amount={price} />
      {product.price !== null && price !== product.price && (
        <span className={styles.list}>
          <span className={text.unseen}>List price </span>
          <Money amount={product.price} isStruck />
        </span>
      )}
      {sold && <span className={text.small}>{sold}</span>}
    </span>
  )
}

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
