import styles from './in-cart.module.css'
import { useCart } from './store.ts'
import { grouped } from '#shared/number-words.ts'

/** How many pieces of a product are in the cart; nothing where there are none. */
export function InCart({ productId }: { productId: string }) {
  const pieces = useCart(({ cartItems }) => cartItems.find(({ _id }) => _id === productId)?.quantity)
  return pieces && <span className={styles.mark}>In cart: {grouped(pieces)}</span>
}
