import { addItem, type Cart, type CartItem, moreOf, outOfStock } from '#cart/cart.ts'
import { grouped } from '#shared/number-words.ts'
import type { ReorderLine } from '../../order-shapes.ts'

export interface Again {
  added: CartItem[]
  skipped: { line: ReorderLine; why: string }[]
}

/** Splits a reorder into lines to add and lines skipped for lack of stock, unless the buyer takes what is left. */
export const addAgain = (cart: Cart, lines: readonly ReorderLine[], takeWhatThereIs: boolean): Again => {
  const again: Again = { added: [], skipped: [] }
  let filled = cart
  for (const line of lines) {
    const item = line.price === null ? 'No longer available.' : itemOf(filled, line, takeWhatThereIs)
    if (typeof item === 'string') again.skipped.push({ line, why: item })
    else {
      again.added.push(item)
      filled = addItem(filled, item)
    }
  }
  return again
}

const itemOf = (cart: Cart, line: ReorderLine, takeWhatThereIs: boolean): CartItem | string => {
  const inCart = cart.cartItems.find(({ _id }) => _id === line._id)?.quantity ?? 0
  const left = line.countInStock - inCart
  const quantity = takeWhatThereIs && !line.isNonStocked ? Math.min(line.quantity, left) : line.quantity
  if (quantity < 1) return outOfStock
  const item = moreOf(cart, line, quantity)
  return item === outOfStock && line.countInStock > 0
    ? `Only ${grouped(line.countInStock)} in stock${inCart > 0 ? `, ${grouped(inCart)} in your cart` : ''}.`
    : item
}
