import type { ErpOrderRef, OutgoingOrder } from '../gateway/erp.ts'

export interface Match {
  keep: ErpOrderRef | null
  /** Unreleased duplicates: they move no goods yet. */
  discard: readonly ErpOrderRef[]
  /** In words for a person, who must decide. */
  conflict: string | null
}

/** Which of the ERP's orders with this reference is the portal's order. */
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

/** The same buyer and the same goods. */
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

/** The ERP pads numbers with zeros, or drops them, and writes ids in capitals. */
const written = (id: string) => (/^\d+$/.test(id) ? id.replace(/^0+(?=\d)/, '') : id.toUpperCase())
