import tag from '#web/ui/tag.module.css'
import { useCart } from './store.ts'
import { grouped } from '#shared/number-words.ts'

/** The quantity of a product in the cart, if any. */
export function InCart({ productId }: { productId: string }) {
  const pieces = useCart(({ cartItems }) => cartItems.find(({ _id }) => _id === productId)?.quantity)
  return pieces && <span className={`${tag.tag} ${tag.own}`}>In cart: {grouped(pieces)}</span>
}
