import { create } from 'zustand'
import { onLeave } from '#web/session.ts'
import { onStoredElsewhere, readStored, readText, removeStored, writeStored, writeText } from '#web/storage.ts'
import * as rules from '../cart.ts'
import type { Cart, CartAddress, CartItem, MapLocation } from '../cart.ts'

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
export const clearCart = (): void => useCart.setState(rules.clearCart)

/** Removes the saved lines, so that they do not come back with the next page load. */
export const forgetItems = (): void => removeStored('cartItems')

export const saveShippingAddress = (address: CartAddress): void => {
  useCart.setState((now) => rules.saveShippingAddress(now, address))
  writeStored('shippingAddress', address)
}

/** Part of the client state, though no screen shows a map yet. @public */
export const saveMapLocation = (location: MapLocation): void => {
  useCart.setState((now) => rules.saveMapLocation(now, location))
  writeStored('shippingAddress', cart().shippingAddress)
}

export const savePaymentMethod = (method: string): void => {
  useCart.setState((now) => rules.savePaymentMethod(now, method))
  writeText('paymentMethod', method)
}

export const saveShippingMethod = (method: string): void =>
  useCart.setState((now) => rules.saveShippingMethod(now, method))

export const savePurchaseOrder = (number: string): void =>
  useCart.setState((now) => rules.savePurchaseOrder(now, number))

onStoredElsewhere(['cartItems', 'shippingAddress', 'paymentMethod'], () => useCart.setState(savedCart))

onLeave(() => {
  useCart.setState(rules.signOut())
  removeStored('shippingAddress', 'paymentMethod', 'cartItems')
})
