import { ErpError, type OutgoingLine, type PaidOrder } from '../gateway/erp.ts'
import { salesOrderSet } from './mapping.ts'
import { childOf, childrenOf, field, quote, readDecimal, readErpText, rowsOf } from './odata.ts'
import type { ErpSession } from './session.ts'

const listPrice = '7PR1'
const components = 'ItemPriceAndTaxCalculation/ItemPriceComponent'

/**
 * Net prices cannot be sent with a new order: each is a separate record, added afterwards. Correct prices are skipped,
 * so a call with an unknown outcome can be repeated.
 */
export const setPrices = async (
  session: ErpSession,
  objectId: string,
  lines: readonly OutgoingLine[],
  signal: AbortSignal | undefined,
): Promise<void> => {
  const order = await readOrder(session, objectId, `Item/ItemProduct,Item/ItemScheduleLine,Item/${components}`, signal)
  const items = childrenOf(field(order, 'Item'))
  for (const [position, line] of lines.entries()) {
    const item = items.find((one) => field(one, 'ID') === String((position + 1) * 10))
    const calculation = childOf(field(item, 'ItemPriceAndTaxCalculation'))
    const parent = field(calculation, 'ObjectID')
    if (typeof parent !== 'string')
      throw new ErpError('rejected', `Item ${(position + 1) * 10} of the ERP’s order has no price to set.`)
    const current = childrenOf(field(calculation, 'ItemPriceComponent')).findLast(
      (component) => field(component, 'TypeCode') === listPrice,
    )
    if (priceOf(current) === line.price) continue
    const schedule = childrenOf(field(item, 'ItemScheduleLine'))[0]
    await session.write(
      'POST',
      'ItemPriceComponentCollection',
      {
        ParentObjectID: parent,
        TypeCode: listPrice,
        DecimalValue: line.price.toFixed(2),
        CurrencyCode: 'USD',
        BaseDecimalValue: '1',
        BaseMeasureUnitCode: readErpText(field(schedule, 'unitCode'), 3) ?? '',
      },
      signal,
    )
  }
}

const priceOf = (component: unknown): number | null => {
  const [value, base] = [field(component, 'DecimalValue'), field(component, 'BaseDecimalValue')].map((one) =>
    readDecimal(typeof one === 'string' || typeof one === 'number' ? one : null),
  )
  return value === null || value === undefined ? null : value / (base || 1)
}

/** Releasing twice is an error in the ERP, so the status is read first. */
export const releaseErpOrder = async (
  session: ErpSession,
  objectId: string,
  signal: AbortSignal | undefined,
): Promise<void> => {
  const order = await readOrder(session, objectId, 'BuyerParty', signal)
  if (field(order, 'ReleaseStatusCode') !== '1') return
  await session.write('POST', `SalesOrderRelease3?ObjectID=${quote(objectId)}`, null, signal)
}

/** Reads first, so that a repeat does not change the order again. */
export const markOrderPaid = async (
  session: ErpSession,
  name: string,
  { objectId, paidOn }: PaidOrder,
  signal: AbortSignal | undefined,
): Promise<void> => {
  const order = await readOrder(session, objectId, 'BuyerParty', signal)
  if (field(order, name) === paidOn) return
  await session.write('MERGE', `${salesOrderSet}(${quote(objectId)})`, { [name]: paidOn }, signal)
}

const readOrder = async (session: ErpSession, objectId: string, $expand: string, signal: AbortSignal | undefined) => {
  const body = await session.read(
    salesOrderSet,
    { $filter: `ObjectID eq ${quote(objectId)}`, $top: '1', $expand },
    signal,
  )
  const [order] = rowsOf(body)
  if (!order) throw new ErpError('rejected', 'The ERP no longer has this order.')
  return order
}
