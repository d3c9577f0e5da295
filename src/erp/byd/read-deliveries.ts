import * as z from 'zod/mini'
import type { DeliveryItem } from '#fulfillment/match-parcels.ts'
import type { ErpDelivery } from '../gateway/erp.ts'
import { isBelievable, type Parsed } from './keyset.ts'
import { type Fields, Text } from './mapping.ts'
import { childrenOf, field, readErpAmount, readMoment, readTracking, textIn } from './odata.ts'
import { optionalText } from './read-orders.ts'

export const deliveryPaths = (fields: Fields): string[] =>
  [
    'ObjectID',
    'ID',
    'CreationDateTime',
    'LastChangeDateTime',
    'ReleaseStatusCode',
    'CancellationStatusCode',
    fields.tracking,
    fields.shipVia,
    'ShippingPeriod/StartDateTime',
    'Item/ID',
    'Item/ProductID',
    fields.lot && `Item/${fields.lot}`,
    'Item/CancellationStatusCode',
    'Item/ItemDeliveryQuantity/Quantity',
    'Item/ItemDeliveryQuantity/UnitCode',
    'Item/ItemSalesOrderReference/ID',
    'Item/ItemSalesOrderReference/ItemID',
  ].filter(Boolean)

const Delivery = z.looseObject({
  ObjectID: z.string().check(z.regex(/^[\w-]{1,70}$/)),
  ID: z.string().check(z.regex(/^[\w.-]{1,35}$/)),
  ReleaseStatusCode: Text,
  CancellationStatusCode: Text,
})

const maxItems = 2_000
/** As long as a lot number in a GS1 barcode may be, with room for separators. */
const maxLot = 40
const released = '3'
const canceled = '4'

/** A delivery of the feed, or why it is not stored; `moment` is the field with its change timestamp. */
export const readDelivery = (row: unknown, fields: Fields, moment: string): Parsed<ErpDelivery> => {
  const { data } = Delivery.safeParse(row)
  if (!data) return { refusal: 'A delivery without a usable number was skipped.' }
  const leaveOut = (why: string) => ({ refusal: `Delivery ${data.ID} was skipped: ${why}.` })
  const changedAt = readMoment(data[moment])
  if (!changedAt || !isBelievable(changedAt)) return leaveOut('the ERP does not say when it changed')
  const items = childrenOf(data['Item']).filter((item) => field(item, 'CancellationStatusCode') !== canceled)
  if (items.length > maxItems) return leaveOut(`it has ${items.length} items`)
  const read = items.map((item) => readItem(item, fields))
  // A part of the contents would be wrong quantities.
  if (read.includes(null)) return leaveOut('an item has no usable quantity or product')
  return {
    row: {
      objectId: data.ObjectID,
      id: data.ID,
      changedAt,
      isShipped: data.ReleaseStatusCode === released && data.CancellationStatusCode !== canceled,
      shippedAt: readMoment(field(data['ShippingPeriod'], 'StartDateTime')),
      shippingMethod: optionalText(data, fields.shipVia, 60) ?? '',
      trackingCode: (fields.tracking ? readTracking(data[fields.tracking]) : null) ?? '',
      items: read.filter((item) => item !== null).filter(({ orderId }) => orderId !== ''),
    },
  }
}

const readItem = (item: unknown, fields: Fields): DeliveryItem | null => {
  const delivered = field(item, 'ItemDeliveryQuantity')
  const reference = field(item, 'ItemSalesOrderReference')
  const quantity = readErpAmount(field(delivered, 'Quantity'))
  const productId = textIn(item, 'ProductID', 60)
  const lot = fields.lot ? textIn(item, fields.lot, maxLot) : ''
  if (quantity === null || quantity < 0 || productId === '') return null
  return {
    orderId: textIn(reference, 'ID', 35),
    orderItem: textIn(reference, 'ItemID', 10),
    productId,
    quantity,
    unit: textIn(delivered, 'UnitCode', 10),
    ...(lot && { lot }),
  }
}
