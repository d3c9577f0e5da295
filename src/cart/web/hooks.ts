import { toastSuccess, toastWarning } from '#web/toast.ts'
import { countOf, moreOf, type Orderable } from '../cart.ts'
import { addItem, cart, useCart } from './store.ts'

export const useCartCount = (): number => useCart((now) => countOf(now.cartItems))

/** Adds pieces of a product and says so; false when the stock does not allow it. */
export const addToCart = (product: Orderable, quantity = 1): boolean => {
  const line = moreOf(cart(), product, quantity)
  if (typeof line === 'string') {
    toastWarning(line)
    return false
  }
  addItem(line)
  toastSuccess('Product added to the cart')
  return true
}
