import { orderBlock, orderBlockWords } from '../order-quantity.ts'
import styles from './order-block-text.module.css'

/** In place of the button that adds a product, why it cannot be ordered here in any quantity. */
export function OrderBlockText({ product }: { product: Parameters<typeof orderBlock>[0] }) {
  return (
    <span className={styles.closed} title={orderBlock(product) ?? ''}>
      {orderBlockWords(product)}
    </span>
  )
}
