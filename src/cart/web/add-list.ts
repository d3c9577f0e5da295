import type { ProductCard } from '#catalog/contract.ts'
import { buyerPriceOf } from '#catalog/web/buyer-price.tsx'
import type { Answer } from '#shared/endpoint.ts'
import { grouped } from '#shared/number-words.ts'
import { call } from '#web/api.ts'
import { session } from '#web/session.ts'
import { mayHeal } from '#web/api-error.ts'
import { addItem, type Cart, type CartItem, moreOf } from '../cart.ts'
import { quickOrder } from '../contract.ts'
import { sendToCart } from './sync-cart.ts'

export interface RequestedLine {
  product: ProductCard
  quantity: number
}

/** A line that cannot be added, with the reason. */
type RefusedLine = RequestedLine & { reason: string }

interface Added {
  count: number
  left: RefusedLine[]
}

/**
 * The server checks every line, adds available products and returns the others with a reason. Nothing is added if
 * `accepts` declines the lines that cannot be.
 */
export const addList = async (
  wanted: readonly RequestedLine[],
  accepts?: (refused: RefusedLine[]) => Promise<boolean>,
): Promise<Added> => {
  const { lines, products } = await call(quickOrder.check, {
    body: { lines: wanted.map(({ product, quantity }) => ({ code: product.slug, quantity })) },
  })
  const today = new Map(products.map((product) => [product._id, product]))
  const checked = wanted.map((line, at) => {
    const product = today.get(line.product._id)
    return { ...line, product: product ?? line.product, reason: reasonOf(lines[at], product) }
  })
  const fine = checked.filter(({ reason }) => reason === null)
  const refused = checked.flatMap(({ reason, ...line }) => (reason === null ? [] : [{ ...line, reason }]))
  if (accepts && !(await accepts(refused))) return { count: 0, left: [] }
  const reasons = new Map((await putIntoCart(fine)).map((reason, at) => [fine[at], reason]))
  const left = checked.flatMap((line) => {
    const reason = line.reason ?? reasons.get(line) ?? null
    return reason === null ? [] : [{ ...line, reason }]
  })
  return { count: wanted.length - left.length, left }
}

/** Null if the line can be added. */
const reasonOf = (
  { verdict, available, reason }: Partial<Answer<typeof quickOrder.check>['lines'][number]> = {},
  product: ProductCard | undefined,
): string | null => {
  if (!product) return 'No longer in the catalog'
  if (verdict === 'ok' || verdict === 'specialOrder' || available === undefined) return null
  return reason ?? (available < 1 ? 'Out of stock' : `Only ${grouped(available)} in stock`)
}

/** Quantities sent without a response, by product. A retry compares them with the cart, to add nothing twice. */
let unanswered = new Map<string, number>()

/** Null for each line that is in the server's cart, else the reason; the same product is added up. */
export const putIntoCart = async (wanted: readonly RequestedLine[]): Promise<(string | null)[]> => {
  let reasons: (string | null)[] = wanted.map(() => 'Sign in again to order.')
  const asked = new Map<string, CartItem>()
  const choose = (now: Cart): CartItem[] => {
    const has = new Map(now.cartItems.map(({ _id, quantity }) => [_id, quantity]))
    let filled = now
    reasons = wanted.map(({ product, quantity }) => {
      if (unanswered.has(product._id) && unanswered.get(product._id) === has.get(product._id)) return null
      const item = moreOf(filled, { ...product, price: buyerPriceOf(product, session().user?.email) }, quantity)
      if (typeof item === 'string') return item
      filled = addItem(filled, item)
      asked.set(item._id, item)
      return null
    })
    return [...asked.values()]
  }
  const taken = await sendToCart(choose).catch((error: unknown) => {
    if (mayHeal(error)) unanswered = new Map([...asked].map(([id, { quantity }]) => [id, quantity]))
    throw error
  })
  unanswered = new Map()
  return reasons.map((reason, at) => {
    const item = asked.get(wanted[at]?.product._id ?? '')
    const isTaken = !item || (taken.get(item._id) ?? 0) >= item.quantity
    return reason ?? (isTaken ? null : 'No longer in the catalog')
  })
}
