import { fittingQuantity } from '#catalog/order-quantity.ts'
import type { Tx } from '#platform/db/tables.ts'
import { countAllocations } from './count-allocations.ts'
import { allowedBy, limitBlock } from './check-limits.ts'

interface Line {
  quantity: number
  product: {
    id: string
    name: string
    order_minimum: number | null
    order_maximum: number | null
    order_multiple: number | null
    is_allocated: boolean
    dea_schedule: string
  } | null
}

interface Ordered {
  businessId: string | null
  lines: readonly Line[]
  timeZone: string
}

interface OverLimit {
  _id: string
  name: string
  reason: string
  /** The largest quantity within the limit. */
  fits: number
}

/** Without the figure: no distance to a limit of a controlled product leaves the portal. */
const quantityRefused = 'We can’t supply this quantity. Contact us.'

/**
 * Lines that exceed a limit. This transaction must have locked the products, so that it sees every order that counts
 * and concurrent orders of a business cannot take the same remainder.
 */
export const overLimits = async (tx: Tx, { businessId, lines, timeZone }: Ordered): Promise<OverLimit[]> => {
  const productIds = lines.flatMap(({ product }) => (product?.is_allocated ? [product.id] : []))
  const allocated = await countAllocations(tx, { businessId, productIds, timeZone, withControlled: true })
  return lines.flatMap(({ product, quantity }) => {
    if (!product) return []
    const allocation = allocated.get(product.id)
    const limits = {
      orderMinimum: product.order_minimum,
      orderMaximum: product.order_maximum,
      orderMultiple: product.order_multiple,
    }
    if (product.dea_schedule !== '' && quantity > allowedBy(allocation) && !limitBlock(limits, quantity))
      return [{ _id: product.id, name: product.name, reason: quantityRefused, fits: 0 }]
    const reason = limitBlock({ ...limits, allocation }, quantity)
    const fits = fittingQuantity(limits, quantity, allowedBy(allocation))
    return reason ? [{ _id: product.id, name: product.name, reason, fits }] : []
  })
}
