import { Status } from '#web/ui/status.tsx'
import type { Order, OrderLine } from '../../order-shapes.ts'
import { LinesTable, type TableLine } from '../lines-table.tsx'

export function OrderLines({ order }: { order: Order }) {
  return <LinesTable label="Items" lines={order.orderItems.map((line) => asTableLine(line, order))} />
}

/** Refrigerated goods may travel another way than the rest of the order. */
const asTableLine = (line: OrderLine, { shippingMethod }: Order): TableLine => ({
  ...line,
  facts: (
    <>
      {line.isNonStocked && <Status tone="neutral">Special Order</Status>}
      {line.shipMethod && line.shipMethod !== shippingMethod && <Status tone="cold">{line.shipMethod}</Status>}
    </>
  ),
})
