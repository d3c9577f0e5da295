import { asDollars } from '#shared/money.ts'
import { unitPriceOf } from '../fact-shapes.ts'
import type { ProductCard } from '../contract.ts'
import styles from './unit-price.module.css'

const perUnit: Record<string, string> = { EA: 'each', mL: 'per mL', g: 'per g' }

interface Props {
  product: Pick<ProductCard, 'packQuantity' | 'packUnit'>
  /** The user's price for the package. */
  price: number | null
}

/** Unit price for comparing pack sizes; renders nothing if the contents are unknown. */
export function UnitPrice({ product, price }: Props) {
  const each = price === null ? null : unitPriceOf(price, product)
  if (each === null) return null
  return (
    <span className={styles.unit}>
      {/* Below a dollar, fractions of a cent distinguish packs. */}
      {each < 1 ? `$${each.toFixed(4)}` : asDollars(each)} {perUnit[product.packUnit]}
    </span>
  )
}
