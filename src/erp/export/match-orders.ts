import type { ErpOrderRef, OutgoingOrder } from '../gateway/erp.ts'

export interface Match {
  keep: ErpOrderRef | null
  /** Unreleased duplicates, which have moved no goods. */
  discard: readonly ErpOrderRef[]
  /** A message for the person who must decide. */
  conflict: string | null
}

/** Finds the portal's order among the ERP orders with its reference. */
export const matchOrders = (order: OutgoingOrder, found: readonly ErpOrderRef[]): Match => {
  const stranger = found.find((one) => !isSameOrder(order, one))
  if (stranger)
    return inConflict(`Order ${stranger.id} of the ERP carries this order’s reference but has other content.`)
  const released = found.filter(({ isReleased }) => isReleased)
  if (released.length > 1)
    return inConflict(`The ERP has this order more than once and released: ${released.map(({ id }) => id).join(', ')}.`)
  const keep = released[0] ?? found.toSorted(byNumber)[0] ?? null
  return { keep, discard: found.filter((one) => one !== keep), conflict: null }
}

const inConflict = (conflict: string): Match => ({ keep: null, discard: [], conflict })

const byNumber = (one: ErpOrderRef, other: ErpOrderRef) => one.id.localeCompare(other.id, 'en', { numeric: true })

/** True if buyer and lines are the same. */
export const isSameOrder = (order: OutgoingOrder, found: ErpOrderRef): boolean =>
  written(order.accountId) === written(found.accountId) && contentOf(order.lines) === contentOf(found.lines)

const contentOf = (lines: readonly { productId: string; quantity: number }[]): string => {
  const quantities = new Map<string, number>()
  for (const { productId, quantity } of lines) {
    const id = written(productId)
    quantities.set(id, (quantities.get(id) ?? 0) + quantity)
  }
  return JSON.stringify([...quantities].toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** The ERP adds or drops leading zeros and writes ids in uppercase. */
const written = (id: string) => (/^\d+$/.test(id) ? id.replace(/^0+(?=\d)/, '') : id.toUpperCase())
