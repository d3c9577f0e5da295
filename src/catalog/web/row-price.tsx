import { TextLink } from '#web/ui/button-link.tsx'
import { Money } from '#web/ui/money.tsx'
import { useUser } from '#web/session.ts'
import type { ProductCard } from '../contract.ts'
import { perPackage } from '../unit-words.ts'
import { buyerPriceOf } from './buyer-price.tsx'
import styles from './row-price.module.css'
import { asDollars } from '#shared/money.ts'
import { unitPriceOf } from '../fact-shapes.ts'

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

const perUnit: Record<string, string> = { EA: 'each', mL: 'per mL', g: 'per g' }

interface UnitPriceProps {
  product: Pick<ProductCard, 'packQuantity' | 'packUnit'>
  /** The user's price for the package. */
  price: number | null
}

/** Unit price for comparing pack sizes; renders nothing if the contents are unknown. */
export function UnitPrice({ product, price }: UnitPriceProps) {
  const each = price === null ? null : unitPriceOf(price, product)
  if (each === null) return null
  return (
    <span className={styles.unit}>
      {/* Below a dollar, fractions of a cent distinguish packs. */}
      {each < 1 ? `$${each.toFixed(4)}` : asDollars(each)} {perUnit[product.packUnit]}
    </span>
  )
}
