import { orderingForHeader } from '#shared/endpoint.ts'
import { ApiError } from '#web/api-error.ts'
import { call } from '#web/api.ts'
import { customer, onCustomerChange } from '#web/ordering-for.ts'
import { onPortalBack } from '#web/outage.ts'
import { onUserChange, session } from '#web/session.ts'
import { toastError, toastSuccess } from '#web/toast.ts'
import { type Cart, type CartItem, maxLines, maxPurchaseOrderLength, maxLinePieces } from '../cart.ts'
import { carts, type CartChange, type CartLine, type CartProduct, type SavedCart } from '../contract.ts'
import { cart, type StoredCart, onCartChange, showCart, type Unsent } from './store.ts'

/** Between the first of several presses and the call that tells the server of all of them. */
const milliseconds = 120

const cartOwnerKey = (): string | null => {
  const { user } = session()
  return user && `${user._id} ${customer()?._id ?? user._id}`
}

/** Refreshes prices and stock of the cart, after sending local changes. */
export const refreshCart = async (): Promise<void> => {
  if (!session().user) return lookAgain()
  await inTurn(exchange)
}

/** The same for a cart that is opened or returned to: those who ask while a look waits for its turn share its answer. */
export const refreshOpenedCart = async (): Promise<void> => {
  if (!session().user) return lookAgain()
  look ??= inTurn(() => {
    look = null
    return exchange()
  })
  await look
}

let look: Promise<void> | null = null

let turn: Promise<void> = Promise.resolve()

/** One exchange after the other, so that no older answer overwrites a newer one. */
const inTurn = (work: () => Promise<void>): Promise<void> => {
  const mine = turn.then(work)
  turn = mine.catch(() => {})
  return mine
}

const exchange = async (): Promise<void> => {
  const whose = cartOwnerKey()
  if (!whose) return
  const { kept } = cart()
  if (kept && kept.whose !== whose) showCart({ ...blank, kept: null })
  if (kept?.whose !== whose) return join(whose, cart().cartItems)
  const sent = { ...kept, unsent: partOf(kept.unsent) }
  const lines = linesOf(sent.unsent)
  const { hasUnsentShipping, shippingMethod, purchaseOrder } = kept
  const reply =
    lines.length > 0 || hasUnsentShipping
      ? await call(carts.change, {
          body: { lines, ...(hasUnsentShipping && { shippingMethod, purchaseOrder: whole(purchaseOrder) }) },
        })
      : await call(carts.read)
  if (whose === cartOwnerKey()) take(whose, reply, sent)
}

/** A number that is too long stays here, to be shortened by who typed it; elsewhere it is none rather than a part of it. */
const whole = (purchaseOrder: string): string => {
  const typed = purchaseOrder.trim()
  return typed.length > maxPurchaseOrderLength ? '' : typed
}

/** As many as one call may hold; what leaves the cart makes room for what comes. */
const partOf = (unsent: Unsent): Unsent =>
  Object.fromEntries(
    Object.entries(unsent)
      .toSorted(([, one], [, other]) => Number(one.quantity > 0) - Number(other.quantity > 0))
      .slice(0, maxLines),
  )

/**
 * Sends lines that are chosen by the cart as the server has it, and shows them once it took them: nothing stands in the cart that
 * may be taken back. Resolves with what is in the cart then, by product.
 */
export const sendToCart = async (choose: (now: Cart) => CartItem[]): Promise<Map<string, number>> => {
  let taken = new Map<string, number>()
  await inTurn(async () => {
    await exchange()
    const [whose, { kept }] = [cartOwnerKey(), cart()]
    if (!whose || !kept) return
    const items = choose(cart())
    if (items.length === 0) return
    const lines = items.map(({ _id, quantity, price }) => ({ _id, quantity, price }))
    const answer = await call(carts.change, { body: { lines } })
    taken = new Map(answer.lines.map(({ _id, quantity }) => [_id, quantity]))
    // What was set meanwhile is sent by itself.
    if (whose === cartOwnerKey()) take(whose, answer, { ...kept, unsent: {} })
  })
  return taken
}

const blank = { cartItems: [], isKnown: false, shippingMethod: '', purchaseOrder: '' }

const linesOf = (unsent: Unsent): CartChange['lines'] =>
  Object.entries(unsent).map(([_id, { quantity, price }]) => ({ _id, quantity, ...(price !== undefined && { price }) }))

/** The first look at the cart of whoever is signed in; what a visitor put into this browser comes along. */
const join = async (whose: string, visitors: CartItem[]): Promise<void> => {
  const found = await call(carts.read)
  const mayOrder = session().user?.buyingRole !== 'viewer'
  const lines = (mayOrder ? visitors : [])
    .filter(({ quantity }) => quantity >= 1 && quantity <= maxLinePieces)
    .map(({ _id, quantity }) => ({ _id, quantity }))
  const answer = lines.length > 0 ? await call(carts.change, { body: { lines, keepsHigher: true } }) : found
  if (whose !== cartOwnerKey()) return
  const later = cart().cartItems.filter((item) => !visitors.includes(item))
  const unsent = Object.fromEntries(later.map(({ _id, quantity, price }) => [_id, { quantity, price }]))
  // What was typed before this answer is newer than what it says.
  const { shippingMethod, purchaseOrder } = cart()
  const typed = { ...(shippingMethod && { shippingMethod }), ...(purchaseOrder && { purchaseOrder }) }
  const told = { ...answer, whose, unsent: {}, hasUnsentShipping: false }
  showCart({ kept: { ...told, ...typed, unsent } })
  take(whose, answer, told)
  if (lines.length > 0 && found.lines.length > 0)
    toastSuccess('We merged your saved cart with this one, using the higher quantity of each product.')
}

/** Shows what the server said; what was set meanwhile stays. */
const take = (whose: string, answer: SavedCart, sent: StoredCart): void => {
  const { kept: now, cartItems } = cart()
  const unsent = Object.fromEntries(
    Object.entries(now?.whose === whose ? now.unsent : {}).filter(([id, line]) => sent.unsent[id] !== line),
  )
  const typed = new Map(cartItems.map((item) => [item._id, item]))
  const told = answer.lines.filter(({ _id }) => unsent[_id]?.quantity !== 0).map(itemOf)
  const items = told.map((item) => {
    const own = typed.get(item._id)
    return own && (unsent[item._id] || own.quantity < 1) ? { ...item, quantity: own.quantity } : item
  })
  const added = Object.keys(unsent).flatMap((id) => (told.some(({ _id }) => _id === id) ? [] : (typed.get(id) ?? [])))
  const isChanged = now !== null && shippingOf(now) !== shippingOf(sent)
  const { shippingMethod } = isChanged ? now : answer
  // The blank at its end may be followed by more.
  const { purchaseOrder } = now && (isChanged || whole(now.purchaseOrder) === answer.purchaseOrder) ? now : answer
  showCart({
    cartItems: [...items, ...added],
    kept: { whose, orderKey: answer.orderKey, shippingMethod, purchaseOrder, unsent, hasUnsentShipping: isChanged },
    shippingMethod,
    purchaseOrder,
    isKnown: true,
  })
  if (Object.keys(unsent).length > 0 || isChanged) soon()
}

const shippingOf = ({ shippingMethod, purchaseOrder }: StoredCart): string => `${shippingMethod}\n${purchaseOrder}`

const itemOf = ({ isSold, isAllocated: _, price, seenPrice, ...line }: CartLine): CartItem => ({
  ...line,
  price: price ?? seenPrice,
  ...(price !== null && price !== seenPrice && { seenPrice }),
  ...(!isSold && { isGone: true }),
})

/** The same for a visitor, whose cart only this browser knows. */
const lookAgain = async (): Promise<void> => {
  const ids = cart().cartItems.map(({ _id }) => _id)
  if (ids.length === 0) return
  const today = new Map((await call(carts.look, { body: { ids } })).map((product) => [product._id, product]))
  if (session().user) return
  showCart({ cartItems: cart().cartItems.map((item) => asToday(item, ids, today.get(item._id))) })
}

const asToday = (item: CartItem, asked: string[], product: CartProduct | undefined): CartItem => {
  if (!product) return asked.includes(item._id) ? { ...item, isGone: true } : item
  const { isGone: _, seenPrice = item.price, ...line } = item
  const { isSold: __, isAllocated: ___, price, ...facts } = product
  const now = price ?? item.price
  return { ...line, ...facts, price: now, ...(now !== seenPrice && { seenPrice }) }
}

let timer: ReturnType<typeof setTimeout> | undefined

const soon = (): void => {
  if (!session().user) return
  clearTimeout(timer)
  timer = setTimeout(() => void refreshCart().catch(failed), milliseconds)
}

/** What could not be sent waits for the next change or the next look. */
const failed = (error: unknown): void => {
  if (!(error instanceof ApiError) || error.status === 0 || error.status === 401 || error.status >= 500) return
  const { kept } = cart()
  if (kept) showCart({ kept: { ...kept, unsent: {} } })
  toastError(error.message)
  void refreshCart().catch(() => {})
}

const quietly = (): void => void refreshCart().catch(failed)

/** Lines that were gathered before a customer was chosen are for him. */
let carried: CartItem[] = []

/** Keeps this browser's cart and the server's the same from now on. */
export const startCartSync = (): void => {
  onCartChange(soon)
  onUserChange((user) => {
    if (user) quietly()
  })
  onCustomerChange({
    before: () => {
      const lines = linesOf(cart().kept?.unsent ?? {})
      // Now, because the next turn is for somebody else.
      if (lines.length > 0) void call(carts.change, { body: { lines } }).catch(failed)
      carried = customer() ? [] : cart().cartItems
    },
    after: () => {
      const lines = customer() ? carried : []
      showCart({ ...blank, kept: null })
      void inTurn(() => carryOver(lines)).catch(failed)
    },
  })
  addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && session().user) quietly()
  })
  addEventListener('online', quietly)
  onPortalBack(quietly)
  if (session().user) quietly()
}

const carryOver = async (lines: CartItem[]): Promise<void> => {
  const whose = cartOwnerKey()
  if (!whose) return
  await join(whose, lines)
  if (lines.length === 0) return
  const body = { lines: lines.map(({ _id }) => ({ _id, quantity: 0 })) }
  await call(carts.change, { body }, { headers: { [orderingForHeader]: '' } })
}
