import * as z from 'zod/mini'
import { accountNumber } from '#shared/account-number.ts'
import { type ErpOrder, type ErpOrderLine } from '../gateway/erp.ts'
import type { Parsed } from './keyset.ts'
import { isBelievable } from './keyset.ts'
import { type Fields, fromSalesOrder, requestedQuantity } from './mapping.ts'
import { childOf, childrenOf, field, readErpAmount, readMoment, readErpText, readTracking } from './odata.ts'

export const orderPaths = (fields: Fields): string[] =>
  [
    'ObjectID',
    'ID',
    fields.reference,
    'LifeCycleStatusCode',
    'ReleaseStatusCode',
    'CancellationStatusCode',
    'NetAmount',
    'CreationDateTime',
    'LastChangeDateTime',
    fields.purchaseOrder,
    fields.shipVia,
    fields.tracking,
    'BuyerParty/PartyID',
    'BillToParty/PartyID',
    'Item/ID',
    'Item/Description',
    'Item/NetAmount',
    'Item/CancellationStatusCode',
    'Item/ItemProduct/ProductID',
    'Item/ItemScheduleLine/TypeCode',
    'Item/ItemScheduleLine/Quantity',
    'Item/ItemScheduleLine/unitCode',
  ].filter(Boolean)

const Text = z.nullish(z.string())
const Decimal = z.nullish(z.union([z.string(), z.number()]))
const Order = z.looseObject({ CancellationStatusCode: Text, CreationDateTime: Text })
const Item = z.looseObject({ Description: Text, NetAmount: Decimal, CancellationStatusCode: Text })
const Product = z.object({ ProductID: Text })
const ScheduleLine = z.object({ unitCode: Text })
const Party = z.object({ PartyID: Text })

const maxLines = 2_000

/** An order of the feed, or why it is not stored. */
export const readOrder = (row: unknown, fields: Fields): Parsed<ErpOrder> => {
  const order = fromSalesOrder(row, fields)
  const { data } = Order.safeParse(row)
  if (!order || !data) return { refusal: 'An order without a usable number was skipped.' }
  if (!order.changedAt || !isBelievable(order.changedAt))
    return { refusal: `Order ${order.id} was skipped: the ERP does not say when it changed.` }
  const items = childrenOf(data['Item'])
  if (items.length > maxLines) return { refusal: `Order ${order.id} was skipped: it has ${items.length} lines.` }
  const lines = items.flatMap(readLine)
  // An order whose lines are all canceled is canceled, whatever its own status says.
  const isEmpty = lines.length > 0 && lines.every(({ isCancelled }) => isCancelled)
  return {
    row: {
      ...order,
      reference: readErpText(order.reference, 35) ?? '',
      accountId: accountNumber(readErpText(order.accountId, 60) ?? ''),
      status: /^[1-4]$/.test(order.status) ? order.status : '',
      netAmount: readErpAmount(order.netAmount),
      isCancelled: data.CancellationStatusCode === canceled || isEmpty,
      billToPartyId: accountNumber(readErpText(Party.safeParse(childOf(data['BillToParty'])).data?.PartyID, 60) ?? ''),
      createdAt: readMoment(data.CreationDateTime),
      purchaseOrder: optionalText(data, fields.purchaseOrder, 60),
      shippingMethod: optionalText(data, fields.shipVia, 60),
      trackingCode: fields.tracking ? readTracking(data[fields.tracking]) : null,
      lines,
    },
  }
}

const canceled = '4'

export const optionalText = (data: unknown, name: string, most: number): string | null =>
  name ? readErpText(field(data, name), most) : null

const readLine = (row: unknown): ErpOrderLine[] => {
  const { data } = Item.safeParse(row)
  if (!data) return []
  const [schedule] = childrenOf(data['ItemScheduleLine'])
  return [
    {
      productId: readErpText(Product.safeParse(childOf(data['ItemProduct'])).data?.ProductID, 60) ?? '',
      description: readErpText(data.Description, 120) ?? '',
      quantity: requestedQuantity(data['ItemScheduleLine']),
      unit: readErpText(ScheduleLine.safeParse(schedule).data?.unitCode, 10) ?? '',
      netAmount: readErpAmount(data.NetAmount),
      isCancelled: data.CancellationStatusCode ? data.CancellationStatusCode === canceled : null,
    },
  ]
}
