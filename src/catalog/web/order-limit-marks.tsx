import { Suspense, useContext } from 'react'
import { SlotsContext } from '#web/slots.ts'
import type { ProductCard } from '../contract.ts'
import { limitWords, onHoldByWholesaler } from '../order-quantity.ts'
import text from '#web/ui/text.module.css'
import styles from './order-limit-marks.module.css'

/** Quantity limits and the remaining allocation, or that the product is on hold; renders nothing if there are none. */
export function OrderLimitMarks({ product }: { product: ProductCard }) {
  const { AllocationMark } = useContext(SlotsContext)
  const words = product.isOnHold ? onHoldByWholesaler : limitWords(product)
  if (!words && !product.isAllocated) return null
  return (
    <span className={styles.marks}>
      {words && <span className={text.small}>{words}</span>}
      {product.isAllocated && AllocationMark && (
        <Suspense>
          <AllocationMark productId={product._id} />
        </Suspense>
      )}
    </span>
  )
}
