import type { ProductCard } from '#catalog/contract.ts'
import { buyerPriceOf } from '#catalog/web/buyer-price.tsx'
import { viewerNote } from '#web/for-buyers.tsx'
import { session } from '#web/session.ts'
import { toastSuccess, toastWarning } from '#web/toast.ts'
import { countOf, moreOf, type Orderable } from '../cart.ts'
import { addToBrowserCart, cart, useCart } from './store.ts'

export const useCartCount = (): number => useCart((now) => countOf(now.cartItems))

/** Adds units of a product and shows a toast; returns false if it cannot be added. */
const addToCart = (product: Orderable, quantity = 1): boolean => {
  if (session().user?.buyingRole === 'viewer') {
    toastWarning(viewerNote())
    return false
  }
  const line = moreOf(cart(), product, quantity)
  if (typeof line === 'string') {
    toastWarning(line)
    return false
  }
  addToBrowserCart(line)
  toastSuccess('Product added to the cart')
  return true
}

/** Adds a catalog product at the signed-in user's price. */
export const addProductToCart = (product: ProductCard, pieces?: number): boolean =>
  addToCart({ ...product, price: buyerPriceOf(product, session().user?.email) }, pieces)
