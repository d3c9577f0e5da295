import * as z from 'zod/mini'
import { create } from 'zustand'
import { onSignOut, session } from '#web/session.ts'
import { onStoredElsewhere, readStored, readText, removeStored, writeStored, writeText } from '#web/storage.ts'
import * as rules from '../cart.ts'
import type { Cart, CartAddress, CartDetails, CartItem } from '../cart.ts'
import { maxLineNoteLength } from '../detail-shapes.ts'

const Unsent = z.record(
  z.string(),
  z.object({ quantity: z.number(), price: z.optional(z.number()), note: z.optional(z.string()) }),
)
export type Unsent = z.infer<typeof Unsent>

/** Browser state of a server-side cart, next to its lines; visitors do not have it. */
const StoredCart = z.object({
  /** The user and the customer the lines belong to. */
  whose: z.string(),
  /** The Idempotency-Key for the order placed from this cart. */
  orderKey: z.nullable(z.string()),
  shippingMethod: z.string(),
  purchaseOrder: z.string(),
  note: z._default(z.string(), ''),
  attention: z._default(z.string(), ''),
  requestedDay: z._default(z.nullable(z.string()), null),
  /** Lines changed here that the server does not have yet. */
  unsent: Unsent,
  /** Whether a detail such as the PO number changed here and was not sent yet. */
  hasUnsentShipping: z.boolean(),
})
export type StoredCart = z.infer<typeof StoredCart>

export interface BrowserCart extends Cart {
  kept: StoredCart | null
  /** Whether this page has loaded the cart from the server. */
  isKnown: boolean
}

const savedCart = (cart: BrowserCart): BrowserCart => {
  const kept = readStored('cartKept', StoredCart, null)
  return {
    ...cart,
    ...rules.withItems(cart, readStored('cartItems', rules.SavedItems, [])),
    kept,
    ...rules.detailsOf(kept ?? rules.emptyDetails),
    shippingAddress: readStored('shippingAddress', rules.CartAddress, rules.blankAddress),
    paymentMethod: readText('paymentMethod') || rules.emptyCart.paymentMethod,
  }
}

const nothing: BrowserCart = { ...rules.emptyCart, kept: null, isKnown: false }

/** This browser's cart, shared by all tabs that work for the same customer. */
export const useCart = create<BrowserCart>(() => savedCart(nothing))

export const cart = (): BrowserCart => useCart.getState()

let changed = (): void => {}

/** Registers the callback for changes that must be sent to the server. */
export const onCartChange = (notify: () => void): void => {
  changed = notify
}

/** Replaces the cart and saves it for the next page load. */
export const showCart = (next: Partial<BrowserCart>): void => {
  useCart.setState((now) => ({ ...now, ...next, ...rules.totals(next.cartItems ?? now.cartItems) }))
  const { cartItems, kept } = cart()
  // A cart that was always empty is not stored.
  if (cartItems.length > 0 || readText('cartItems') !== null) writeStored('cartItems', cartItems)
  if (kept) writeStored('cartKept', kept)
  else removeStored('cartKept')
}

const set = (next: Cart, id: string, line: Unsent[string]): void => {
  const { kept } = cart()
  showCart({ ...next, kept: kept && { ...kept, unsent: { ...kept.unsent, [id]: withNote(line, kept.unsent[id]) } } })
  changed()
}

/** A note that was not sent yet stays with its line. */
const withNote = (line: Unsent[string], before: Unsent[string] | undefined): Unsent[string] =>
  line.quantity > 0 && before?.note !== undefined ? { note: before.note, ...line } : line

/** Adds units of a product at the price shown with it. */
export const addToBrowserCart = (item: CartItem): void =>
  set(rules.addItem(cart(), item), item._id, {
    quantity: item.quantity,
    price: item.price,
    ...(item.note !== undefined && { note: item.note }),
  })

/** Changes the quantity of a line in the cart. */
export const setQuantity = (item: CartItem, quantity: number): void => {
  const next = rules.addItem(cart(), { ...item, quantity })
  // An invalid quantity is still being typed, so it is not sent.
  if (quantity >= 1 && quantity <= rules.maxLinePieces) set(next, item._id, { quantity })
  else showCart(next)
}

/** A note that is too long is still being typed, so it is not sent. */
export const setLineNote = (item: CartItem, note: string): void => {
  const next = rules.addItem(cart(), { ...item, note })
  const isSent = item.quantity >= 1 && item.quantity <= rules.maxLinePieces && note.trim().length <= maxLineNoteLength
  if (isSent) set(next, item._id, { quantity: item.quantity, note })
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

export const saveDetails = (part: Partial<CartDetails>): void => {
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
