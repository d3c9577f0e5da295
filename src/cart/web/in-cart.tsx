import styles from './in-cart.module.css'
import { useCart } from './store.ts'
import { grouped } from '#shared/number-words.ts'

/** The quantity of a product in the cart, if any. */
export function InCart({ productId }: { productId: string }) {
  const pieces = useCart(({ cartItems }) => cartItems.find(({ _id }) => _id === productId)?.quantity)
  return pieces && <span className={styles.mark}>In cart: {grouped(pieces)}</span>
}
