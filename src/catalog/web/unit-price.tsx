import { asDollars } from '#shared/money.ts'
import { unitPriceOf } from '../fact-shapes.ts'
import type { ProductCard } from '../contract.ts'
import styles from './unit-price.module.css'

const perUnit: Record<string, string> = { EA: 'each', mL: 'per mL', g: 'per g' }

interface Props {
  product: Pick<ProductCard, 'packQuantity' | 'packUnit'>
  /** What the reader pays for the package. */
  price: number | null
}

/** Lets packs of different sizes be compared; nothing where the contents of the package are not known. */
export function UnitPrice({ product, price }: Props) {
  const each = price === null ? null : unitPriceOf(price, product)
  if (each === null) return null
  return (
    <span className={styles.unit}>
      {/* Of less than a dollar the parts of a cent tell packs apart. */}
      {each < 1 ? `$${each.toFixed(4)}` : asDollars(each)} {perUnit[product.packUnit]}
    </span>
  )
}
