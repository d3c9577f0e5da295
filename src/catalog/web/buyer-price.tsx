import { Money } from '#web/ui/money.tsx'
import { TextLink } from '#web/ui/button-link.tsx'
import { useUser } from '#web/session.ts'
import type { ProductCard } from '../contract.ts'
import { perPackage } from '../unit-words.ts'
import { priceByQuantity } from '../price-shapes.ts'
import styles from './buyer-price.module.css'

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
          <span className={styles.unseen}>List price </span>
          <Money amount={product.price} isStruck />
        </span>
      )}
      {sold && <span className={styles.unit}>{sold}</span>}
    </span>
  )
}
