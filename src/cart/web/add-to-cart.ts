import type { ProductCard } from '#catalog/contract.ts'
import { buyerPriceOf } from '#catalog/web/buyer-price.tsx'
import { viewerNote } from '#web/for-buyers.tsx'
import { session } from '#web/session.ts'
import { toastSuccess, toastWarning } from '#web/toast.ts'
import { countOf, moreOf, type Orderable, outOfStock } from '../cart.ts'
import { addToBrowserCart, cart, useCart } from './store.ts'

export const useCartCount = (): number => useCart((now) => countOf(now.cartItems))

/** Adds units of a product and shows a toast; returns false if it cannot be added. */
export const addToCart = (product: Orderable, quantity = 1): boolean => {
  if (session().user?.buyingRole === 'viewer') {
    toastWarning(viewerNote)
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

interface Pieces {
  product: Orderable & { name: string }
  quantity: number
}

/** Adds several products and shows one toast that names those that could not be added. */
export const addAllToCart = (all: readonly Pieces[]): void => {
  const left: { name: string; reason: string }[] = []
  for (const { product, quantity } of all) {
    const line = moreOf(cart(), product, quantity)
    if (typeof line === 'string') left.push({ name: product.name, reason: line })
    else addToBrowserCart(line)
  }
  const added = all.length - left.length
  const done = added === 0 ? '' : `${added} ${added === 1 ? 'product' : 'products'} added to the cart`
  if (left.length === 0) toastSuccess(done)
  else if (left.every(({ reason }) => reason === outOfStock))
    toastWarning(`${done && `${done}. `}Not added, not enough in stock: ${left.map(({ name }) => name).join(', ')}`)
  else
    toastWarning(
      `${done && `${done}. `}Not added: ${left.map(({ name, reason }) => `${name} (${reason.replace(/\.$/, '')})`).join('; ')}`,
    )
}

/** Adds a catalog product at the signed-in user's price. */
export const addProductToCart = (product: ProductCard, pieces?: number): boolean =>
  addToCart({ ...product, price: buyerPriceOf(product, session().user?.email) }, pieces)
