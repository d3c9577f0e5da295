import type { Db, Tx } from '#platform/db/tables.ts'
import { listParcels } from './list-parcels.ts'
import { deliveriesOf, linesOf } from './read-backorders.ts'

/** Whether an item of the ERP with a substitute is wholly in parcels of the order. */
export const findShippedSubstitutes = async (
  db: Db | Tx,
  orderId: string,
): Promise<(lineNo: number, item: string) => boolean> => {
  const { lines, deliveries } = await db
    .selectFrom('sales_order')
    .where('id', '=', orderId)
    .select([linesOf.as('lines'), deliveriesOf.as('deliveries')])
    .executeTakeFirstOrThrow()
  const { substitutes } = listParcels({ lines, deliveries, isClosed: false })
  return (lineNo, item) => {
    const at = lines.findIndex((line) => line.lineNo === lineNo)
    const place = lines[at]?.inErp?.substitutes.findIndex((one) => one.item === item) ?? -1
    const found = substitutes[at]?.[place]
    return found !== undefined && found.shipped >= found.quantity
  }
}
