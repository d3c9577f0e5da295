import * as z from 'zod/mini'
import { create } from 'zustand'
import { onSignOut, session } from '#web/session.ts'
import { onStoredElsewhere, readStored, readText, removeStored, writeStored, writeText } from '#web/storage.ts'
import * as rules from '../cart.ts'
import type { Cart, CartAddress, CartItem } from '../cart.ts'

const Unsent = z.record(z.string(), z.object({ quantity: z.number(), price: z.optional(z.number()) }))
export type Unsent = z.infer<typeof Unsent>

/** What this browser keeps of a cart that lives on the server, beside its lines; a visitor's has none of it. */
const StoredCart = z.object({
  /** Whose cart the lines are: a user's, or his for a customer. */
  whose: z.string(),
  /** The Idempotency-Key of the order that is made of it. */
  orderKey: z.nullable(z.string()),
  shippingMethod: z.string(),
  purchaseOrder: z.string(),
  /** Lines as they were last set here, until the server has them. */
  unsent: Unsent,
  /** Whether method or number were set here and the server does not have them. */
  hasUnsentShipping: z.boolean(),
})
export type StoredCart = z.infer<typeof StoredCart>

export interface BrowserCart extends Cart {
  kept: StoredCart | null
  /** Whether this page has heard of the server what is in it. */
  isKnown: boolean
}

const savedCart = (cart: BrowserCart): BrowserCart => {
  const kept = readStored('cartKept', StoredCart, null)
  return {
    ...cart,
    ...rules.withItems(cart, readStored('cartItems', rules.SavedItems, [])),
    kept,
    shippingMethod: kept?.shippingMethod ?? '',
    purchaseOrder: kept?.purchaseOrder ?? '',
    shippingAddress: readStored('shippingAddress', rules.CartAddress, rules.blankAddress),
    paymentMethod: readText('paymentMethod') || rules.emptyCart.paymentMethod,
  }
}

const nothing: BrowserCart = { ...rules.emptyCart, kept: null, isKnown: false }

/** The cart of this browser; every tab that works for the same customer shows the same one. */
export const useCart = create<BrowserCart>(() => savedCart(nothing))

export const cart = (): BrowserCart => useCart.getState()

let changed = (): void => {}

/** Is called when something was changed here that the server does not know yet. */
export const onCartChange = (notify: () => void): void => {
  changed = notify
}

/** Takes over a cart, and keeps it for the next page. */
export const showCart = (next: Partial<BrowserCart>): void => {
  useCart.setState((now) => ({ ...now, ...next, ...rules.totals(next.cartItems ?? now.cartItems) }))
  const { cartItems, kept } = cart()
  // An empty cart that nobody filled leaves no trace.
  if (cartItems.length > 0 || readText('cartItems') !== null) writeStored('cartItems', cartItems)
  if (kept) writeStored('cartKept', kept)
  else removeStored('cartKept')
}

const set = (next: Cart, id: string, line: Unsent[string]): void => {
  const { kept } = cart()
  showCart({ ...next, kept: kept && { ...kept, unsent: { ...kept.unsent, [id]: line } } })
  changed()
}

/** Puts pieces of a product in at the price that was shown with it. */
export const addToBrowserCart = (item: CartItem): void =>
  set(rules.addItem(cart(), item), item._id, { quantity: item.quantity, price: item.price })

/** Another quantity of a line that stands in the cart. */
export const setQuantity = (item: CartItem, quantity: number): void => {
  const next = rules.addItem(cart(), { ...item, quantity })
  // What is being typed is no quantity yet.
  if (quantity >= 1 && quantity <= rules.maxLinePieces) set(next, item._id, { quantity })
  else showCart(next)
}

export const removeFromBrowserCart = (id: string): void => set(rules.removeItem(cart(), id), id, { quantity: 0 })

/** Empties the cart in memory only: the screen that placed the order also calls `forgetItems`. */
export const clearCart = (): void => useCart.setState((now) => rules.withItems(now, []))

/** Removes the saved lines, so that they do not come back with the next page load. */
export const forgetItems = (): void => removeStored('cartItems')

export const saveShippingAddress = (shippingAddress: CartAddress): void => {
  useCart.setState({ shippingAddress })
  writeStored('shippingAddress', shippingAddress)
}

export const savePaymentMethod = (paymentMethod: string): void => {
  useCart.setState({ paymentMethod })
  writeText('paymentMethod', paymentMethod)
}

export const saveShippingMethod = (shippingMethod: string): void => saveShipping({ shippingMethod })
export const savePurchaseOrder = (purchaseOrder: string): void => saveShipping({ purchaseOrder })

const saveShipping = (part: { shippingMethod?: string; purchaseOrder?: string }): void => {
  const { kept } = cart()
  showCart({ ...part, kept: kept && { ...kept, ...part, hasUnsentShipping: true } })
  changed()
}

onStoredElsewhere(['cartItems', 'shippingAddress', 'paymentMethod', 'cartKept'], () => {
  const saved = savedCart(cart())
  // Another tab may work for another customer, or may have signed out.
  if (saved.kept?.whose === cart().kept?.whose || !session().user) useCart.setState(saved)
})

onSignOut(() => {
  useCart.setState(nothing)
  removeStored('shippingAddress', 'paymentMethod', 'cartItems', 'cartKept')
})
