import { create } from 'zustand'
import { onLeave } from '#web/session.ts'
import { onStoredElsewhere, readStored, readText, removeStored, writeStored, writeText } from '#web/storage.ts'
import * as rules from '../cart.ts'
import type { Cart, CartAddress, CartItem } from '../cart.ts'

const savedCart = (cart: Cart): Cart => ({
  ...rules.withItems(cart, readStored('cartItems', rules.SavedItems, [])),
  shippingAddress: readStored('shippingAddress', rules.CartAddress, rules.blankAddress),
  paymentMethod: readText('paymentMethod') || rules.emptyCart.paymentMethod,
})

/** The cart of this browser; every tab shows the same one. */
export const useCart = create<Cart>(() => savedCart(rules.emptyCart))

export const cart = (): Cart => useCart.getState()

export const addItem = (item: CartItem): void => {
  useCart.setState((now) => rules.addItem(now, item))
  writeStored('cartItems', cart().cartItems)
}

export const removeItem = (id: string): void => {
  useCart.setState((now) => rules.removeItem(now, id))
  writeStored('cartItems', cart().cartItems)
}

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

export const saveShippingMethod = (shippingMethod: string): void => useCart.setState({ shippingMethod })
export const savePurchaseOrder = (purchaseOrder: string): void => useCart.setState({ purchaseOrder })

onStoredElsewhere(['cartItems', 'shippingAddress', 'paymentMethod'], () => useCart.setState(savedCart))

onLeave(() => {
  useCart.setState(rules.emptyCart)
  removeStored('shippingAddress', 'paymentMethod', 'cartItems')
})
