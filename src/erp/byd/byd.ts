import type { Config } from '#platform/config.ts'
import { type Erp, ErpError, type ErpOrderRef, type OutgoingLine, type PaidOrder } from '../gateway/erp.ts'
import { changeErpOrder } from './change-order.ts'
import { checkTenant } from './check-tenant.ts'
import { connectFeeds } from './feeds.ts'
import { type ExchangeLimits, usualLimits } from './exchange.ts'
import { type Fields, fromSalesOrder, itemNumber, orderParts, salesOrderSet, toSalesOrder } from './mapping.ts'
import { quote, rowsOf, childrenOf, field, readDecimal, textIn } from './odata.ts'
import { readCurrentOrder } from './read-current-order.ts'
import { openErpSession, type ErpSession } from './session.ts'

/** The adapter for SAP Business ByDesign. */
export const createByd = (config: Config, limits: Partial<ExchangeLimits> = {}, pageSize?: number): Erp => {
  const fields = fieldsOf(config)
  const session = openErpSession(config, { ...usualLimits, ...limits })

  const find = async (filter: string, signal: AbortSignal | undefined): Promise<ErpOrderRef[]> => {
    const body = await session.read(salesOrderSet, { $top: '20', $filter: filter, $expand: orderParts }, signal)
    return rowsOf(body).map((row) => {
      const order = fromSalesOrder(row, fields)
      if (!order)
        throw new ErpError('not-sent', 'The ERP’s list of orders could not be understood.', { needsOperator: true })
      return order
    })
  }

  return {
    isConnected: true,

    placeOrder: async (order, signal) => {
      const body = await session.write('POST', salesOrderSet, toSalesOrder(order, fields), signal)
      const created = fromSalesOrder(rowsOf(body)[0], fields)
      if (!created) throw new ErpError('unknown', 'The ERP’s answer to the new order could not be understood.')
      return created
    },

    // The ERP's comparison accepts wildcards and pads numbers; only an identical reference counts.
    findOrders: async (reference, signal) =>
      (await find(`${fields.reference} eq ${quote(reference)}`, signal)).filter(
        (order) => order.reference === reference,
      ),

    discardOrder: async ({ objectId, id }, signal) => {
      const [current] = await find(`ObjectID eq ${quote(objectId)}`, signal)
      if (!current) return
      if (current.isReleased) throw new ErpError('rejected', `Order ${id} has since been released in the ERP.`)
      await session.write('DELETE', `${salesOrderSet}(${quote(objectId)})`, null, signal)
    },

    setPrices: (objectId, lines, signal) => setPrices(session, objectId, lines, signal),
    releaseOrder: (objectId, signal) => releaseErpOrder(session, objectId, signal),
    notePaid: (order, signal) => markOrderPaid(session, fields.paid, order, signal),
    changeOrder: (change, maySend, signal) => changeErpOrder(session, { change, maySend, signal }),
    ...connectFeeds({ session, config, fields, pageSize }),
    probe: async (signal) => void (await session.read('', {}, signal)),
    check: () => checkTenant(session, config, fields),
    close: session.close,
  }
}

const fieldsOf = (config: Config): Fields => ({
  reference: config.ERP_REFERENCE_FIELD,
  purchaseOrder: config.ERP_FIELD_PURCHASE_ORDER,
  shipVia: config.ERP_FIELD_SHIP_VIA,
  textType: config.ERP_TEXT_TYPE,
  salesUnit: config.ERP_SALES_UNIT,
  tracking: config.ERP_FIELD_TRACKING,
  substitute: config.ERP_FIELD_SUBSTITUTE,
  lot: config.ERP_FIELD_LOT,
  fedExAccount: config.ERP_FIELD_FEDEX_ACCOUNT,
  shippingCharge: config.ERP_FIELD_SHIPPING_CHARGE,
  paid: config.ERP_FIELD_PAID,
  creditLimit: config.ERP_FIELD_CREDIT_LIMIT,
  creditLeft: config.ERP_FIELD_CREDIT_LEFT,
  creditCurrency: config.ERP_FIELD_CREDIT_CURRENCY,
  creditMemos: config.ERP_CREDIT_MEMOS.split(',').filter(Boolean),
})

const listPrice = '7PR1'
const components = 'ItemPriceAndTaxCalculation/ItemPriceComponent'

/** Net prices are added after a new order; correct ones are skipped, so the call can be repeated. */
const setPrices = async (
  session: ErpSession,
  objectId: string,
  lines: readonly OutgoingLine[],
  signal: AbortSignal | undefined,
): Promise<void> => {
  const order = await readCurrentOrder(
    session,
    objectId,
    `Item/ItemProduct,Item/ItemScheduleLine,Item/${components}`,
    signal,
  )
  const items = childrenOf(field(order, 'Item'))
  for (const line of lines) {
    const number = itemNumber(line.lineNo)
    const item = items.find((one) => field(one, 'ID') === number)
    const calculation = field(item, 'ItemPriceAndTaxCalculation')
    const parent = field(calculation, 'ObjectID')
    if (typeof parent !== 'string')
      throw new ErpError('rejected', `Item ${number} of the ERP’s order has no price to set.`)
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
        BaseMeasureUnitCode: textIn(schedule, 'unitCode', 3),
      },
      signal,
    )
  }
}

const priceOf = (component: unknown): number | null => {
  const value = readDecimal(field(component, 'DecimalValue'))
  return value === null ? null : value / (readDecimal(field(component, 'BaseDecimalValue')) || 1)
}

/** Releasing twice is an error in the ERP, so the status is read first. */
const releaseErpOrder = async (
  session: ErpSession,
  objectId: string,
  signal: AbortSignal | undefined,
): Promise<void> => {
  const order = await readCurrentOrder(session, objectId, 'BuyerParty', signal)
  if (field(order, 'ReleaseStatusCode') !== '1') return
  await session.write('POST', `SalesOrderRelease3?ObjectID=${quote(objectId)}`, null, signal)
}

/** Reads first, so that a repeat does not change the order again. */
const markOrderPaid = async (
  session: ErpSession,
  name: string,
  { objectId, paidOn }: PaidOrder,
  signal: AbortSignal | undefined,
): Promise<void> => {
  const order = await readCurrentOrder(session, objectId, 'BuyerParty', signal)
  if (field(order, name) === paidOn) return
  await session.write('MERGE', `${salesOrderSet}(${quote(objectId)})`, { [name]: paidOn }, signal)
}
