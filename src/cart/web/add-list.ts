import type { ProductCard } from '#catalogue/contract.ts'
import { buyerPriceOf } from '#catalogue/web/buyer-price.tsx'
import type { Answer } from '#shared/endpoint.ts'
import { grouped } from '#shared/number-words.ts'
import { call } from '#web/api.ts'
import { session } from '#web/session.ts'
import { moreOf } from '../cart.ts'
import { quickOrder } from '../contract.ts'
import { addItem, cart } from './store.ts'

export interface Wanted {
  product: ProductCard
  quantity: number
}

interface Added {
  count: number
  /** What did not go in, and why. */
  left: (Wanted & { reason: string })[]
}

/** Puts a list into the cart: the server judges every line as it is now, what can be had goes in, the rest is said. */
export const addList = async (wanted: readonly Wanted[]): Promise<Added> => {
  const { lines, products } = await call(quickOrder.check, {
    body: { lines: wanted.map(({ product, quantity }) => ({ code: product.slug, quantity })) },
  })
  const today = new Map(products.map((product) => [product._id, product]))
  const left = wanted.flatMap((line, at) => {
    const product = today.get(line.product._id)
    const reason = reasonOf(lines[at], product) ?? putIn({ ...line, product: product ?? line.product })
    return reason === null ? [] : [{ ...line, reason }]
  })
  return { count: wanted.length - left.length, left }
}

/** Null where nothing is known against it. */
const reasonOf = (
  { verdict, available, reason }: Partial<Answer<typeof quickOrder.check>['lines'][number]> = {},
  product: ProductCard | undefined,
): string | null => {
  if (!product) return 'No longer in the catalog'
  if (verdict === 'ok' || verdict === 'specialOrder' || available === undefined) return null
  return reason ?? (available < 1 ? 'Out of stock' : `Only ${grouped(available)} in stock`)
}

const putIn = ({ product, quantity }: Wanted): string | null => {
  const item = moreOf(cart(), { ...product, price: buyerPriceOf(product, session().user?.email) }, quantity)
  if (typeof item === 'string') return item
  addItem(item)
  return null
}
