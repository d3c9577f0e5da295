import { TextLink } from '#web/ui/button-link.tsx'
import { Money } from '#web/ui/money.tsx'
import { useUser } from '#web/session.ts'
import type { ProductCard } from '../contract.ts'
import { perPackage } from '../unit-words.ts'
import { buyerPriceOf } from './buyer-price.tsx'
import styles from './row-price.module.css'

/** The buyer's price, marked if it is a contract price, with the unit it applies to. */
export function RowPrice({
  product,
}: {
  product: Pick<ProductCard, 'price' | 'customPricingList' | 'unitOfMeasure' | 'packQuantity' | 'packUnit'>
}) {
  const email = useUser()?.email
  const price = buyerPriceOf(product, email)
  const isContract = product.customPricingList.some((entry) => entry.email === email)
  if (price === null)
    return (
      <TextLink to="/signin" size="xs">
        Sign in
      </TextLink>
    )
  return (
    <span className={styles.price}>
      {isContract && (
        <abbr className={styles.contract} title="Contract price">
          Contract
        </abbr>
      )}
      <Money amount={price} />
      <span className={styles.sold}>{perPackage(product)}</span>
    </span>
  )
}
