import { orderingForHeader } from '#shared/endpoint.ts'
import { ApiError } from '#web/api-error.ts'
import { call } from '#web/api.ts'
import { customer, onCustomerChange } from '#web/ordering-for.ts'
import { onPortalBack } from '#web/outage.ts'
import { onUserChange, session } from '#web/session.ts'
import { toastError, toastSuccess } from '#web/toast.ts'
import {
  type Cart,
  type CartDetails,
  type CartItem,
  detailsOf,
  emptyDetails,
  maxLines,
  maxPurchaseOrderLength,
  maxLinePieces,
} from '../cart.ts'
import { maxAttentionLength, maxNoteLength } from '../detail-shapes.ts'
import { carts, type CartChange, type CartLine, type CartProduct, type SavedCart } from '../contract.ts'
import { cart, type StoredCart, onCartChange, showCart, type Unsent } from './store.ts'

/** Debounce between the first of several clicks and the call that sends all of them. */
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

/** The same when the cart page is opened or focused; calls made while a refresh is queued share its result. */
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

/** Runs exchanges one after the other, so that an older response never overwrites a newer one. */
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
  const reply =
    lines.length > 0 || kept.hasUnsentShipping
      ? await call(carts.change, {
          body: { lines, ...(kept.hasUnsentShipping && sentDetails(kept)) },
        })
      : await call(carts.read)
  if (whose === cartOwnerKey()) take(whose, reply, sent)
}

const sentDetails = (details: CartDetails): CartDetails => ({
  ...detailsOf(details),
  purchaseOrder: whole(details.purchaseOrder, maxPurchaseOrderLength),
  note: whole(details.note, maxNoteLength),
  attention: whole(details.attention, maxAttentionLength),
})

/** Text that is too long stays in the field; the server gets none rather than a truncated one. */
const whole = (text: string, most: number): string => {
  const typed = text.trim()
  return typed.length > most ? '' : typed
}

/** As many lines as one call accepts; removals come first to make room for additions. */
const partOf = (unsent: Unsent): Unsent =>
  Object.fromEntries(
    Object.entries(unsent)
      .toSorted(([, one], [, other]) => Number(one.quantity > 0) - Number(other.quantity > 0))
      .slice(0, maxLines),
  )

/** Sends lines that `choose` derives from the server's cart, shown once accepted. Resolves with the quantities. */
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
    // Later local changes are sent by the next exchange.
    if (whose === cartOwnerKey()) take(whose, answer, { ...kept, unsent: {} })
  })
  return taken
}

const blank = { cartItems: [], isKnown: false, ...emptyDetails }

const linesOf = (unsent: Unsent): CartChange['lines'] =>
  Object.entries(unsent).map(([_id, { quantity, price, note }]) => ({
    _id,
    quantity,
    ...(price !== undefined && { price }),
    ...(note !== undefined && { note }),
  }))

/** The first exchange after sign-in: merges the visitor's lines into the server cart. */
const join = async (whose: string, visitors: CartItem[]): Promise<void> => {
  const found = await call(carts.read)
  const mayOrder = session().user?.buyingRole !== 'viewer'
  const lines = (mayOrder ? visitors : [])
    .filter(({ quantity }) => quantity >= 1 && quantity <= maxLinePieces)
    .map(({ _id, quantity, note }) => ({ _id, quantity, ...(note && { note }) }))
  const answer = lines.length > 0 ? await call(carts.change, { body: { lines, keepsHigher: true } }) : found
  if (whose !== cartOwnerKey()) return
  const later = cart().cartItems.filter((item) => !visitors.includes(item))
  const unsent = Object.fromEntries(later.map(({ _id, quantity, price }) => [_id, { quantity, price }]))
  // Values typed before this response are newer than it.
  const typed = Object.fromEntries(Object.entries(detailsOf(cart())).filter(([, value]) => value))
  const told = { ...answer, whose, unsent: {}, hasUnsentShipping: false }
  showCart({ kept: { ...told, ...typed, unsent } })
  take(whose, answer, told)
  if (lines.length > 0 && found.lines.length > 0)
    toastSuccess('We merged your saved cart with this one, using the higher quantity of each product.')
}

/** Shows the server's cart and keeps local changes made in the meantime. */
const take = (whose: string, answer: SavedCart, sent: StoredCart): void => {
  const { kept: now, cartItems } = cart()
  const unsent = Object.fromEntries(
    Object.entries(now?.whose === whose ? now.unsent : {}).filter(([id, line]) => sent.unsent[id] !== line),
  )
  const typed = new Map(cartItems.map((item) => [item._id, item]))
  const told = answer.lines.filter(({ _id }) => unsent[_id]?.quantity !== 0).map(itemOf)
  const items = told.map((item) => {
    const own = typed.get(item._id)
    return own && (unsent[item._id] || own.quantity < 1)
      ? { ...item, quantity: own.quantity, ...(own.note !== undefined && { note: own.note }) }
      : item
  })
  const added = Object.keys(unsent).flatMap((id) => (told.some(({ _id }) => _id === id) ? [] : (typed.get(id) ?? [])))
  const isChanged = now !== null && shippingOf(now) !== shippingOf(sent)
  // Keeps a trailing space the user has just typed.
  const isSame = now !== null && JSON.stringify(sentDetails(now)) === JSON.stringify(detailsOf(answer))
  const details = detailsOf(isChanged || isSame ? now : answer)
  showCart({
    cartItems: [...items, ...added],
    kept: { whose, orderKey: answer.orderKey, ...details, unsent, hasUnsentShipping: isChanged },
    ...details,
    isKnown: true,
  })
  if (Object.keys(unsent).length > 0 || isChanged) soon()
}

const shippingOf = (stored: StoredCart): string => JSON.stringify(detailsOf(stored))

const itemOf = ({ isSold, isAllocated: _, price, seenPrice, ...line }: CartLine): CartItem => ({
  ...line,
  price: price ?? seenPrice,
  ...(price !== null && price !== seenPrice && { seenPrice }),
  ...(!isSold && { isGone: true }),
})

/** The same for a visitor, whose cart exists only in this browser. */
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

/** Unsent changes wait for the next change or refresh. */
const failed = (error: unknown): void => {
  if (!(error instanceof ApiError) || error.status === 0 || error.status === 401 || error.status >= 500) return
  const { kept } = cart()
  if (kept) showCart({ kept: { ...kept, unsent: {} } })
  toastError(error.message)
  void refreshCart().catch(() => {})
}

const quietly = (): void => void refreshCart().catch(failed)

/** Lines added before staff chose a customer move to that customer's cart. */
let carried: CartItem[] = []

/** Starts syncing this browser's cart with the server. */
export const startCartSync = (): void => {
  onCartChange(soon)
  onUserChange((user) => {
    if (user) quietly()
  })
  onCustomerChange({
    before: () => {
      const lines = linesOf(cart().kept?.unsent ?? {})
      // Sent now, because the next exchange is for another customer.
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
