import type { Books, Counters, Delivery, Order, OrderItem } from './books.ts'
import type { Chance } from './chance.ts'
import { decimal, quantityText } from './decimal.ts'
import type { Decimal } from './decimal.ts'
import { adopt, objectId, uuidOf } from './nodes.ts'
import { lotOf } from './number-lots.ts'
import { quantityOf } from './prices.ts'
import { isLive } from './sales-orders.ts'
import type { Change } from './store.ts'

export type Content = { item: OrderItem; quantity: Decimal }

/** What no delivery of the order contains yet. */
export const openContents = (books: Books, order: Order): Content[] => {
  const items = [...books.deliveries.values()]
    .filter(({ CancellationStatusCode }) => CancellationStatusCode !== '4')
    .flatMap(({ Item }) => Item)
    .filter(({ ItemSalesOrderReference }) => ItemSalesOrderReference.ID === order.ID)
  return order.Item.filter(isLive)
    .map((item) => {
      const delivered = items
        .filter(({ ItemSalesOrderReference }) => ItemSalesOrderReference.ItemID === item.ID)
        .reduce((sum, { ItemDeliveryQuantity }) => sum + decimal(ItemDeliveryQuantity.Quantity), 0n)
      return { item, quantity: quantityOf(item) - delivered }
    })
    .filter(({ quantity }) => quantity > 0n)
}

/** Puts a part of an order into one parcel; null if there is nothing to ship. */
export const newDelivery = (
  counters: Counters,
  order: Order,
  contents: readonly Content[],
  { tracking, now }: { tracking: string; now: number },
): Delivery | null => {
  if (contents.length === 0) return null
  const id = String(counters.delivery)
  counters.delivery += 1
  const root = objectId('OutboundDelivery', id)
  const delivery: Delivery = {
    ObjectID: root,
    UUID: uuidOf(root),
    ID: id,
    TypeCode: '73',
    ReleaseStatusCode: '3',
    DeliveryProcessingStatusCode: '3',
    ConsistencyStatusCode: '3',
    CancellationStatusCode: '1',
    CreationDateTime: now,
    LastChangeDateTime: now,
    TrackingNumber_KUT: tracking,
    ShipVia_KUT: order.ShipVia_KUT,
    BuyerParty: { ObjectID: '', PartyID: order.BuyerParty.PartyID },
    ShippingPeriod: { ObjectID: '', StartDateTime: now, EndDateTime: now },
    Item: contents.map(({ item, quantity }, position) => ({
      ObjectID: '',
      UUID: uuidOf(objectId(root, 'Item', position)),
      ID: String((position + 1) * 10),
      ProductID: item.ItemProduct.ProductID,
      IdentifiedStockID: lotOf(item.ItemProduct.ProductID),
      CancellationStatusCode: '1',
      ItemDeliveryQuantity: {
        ObjectID: '',
        Quantity: quantityText(quantity),
        UnitCode: item.ItemScheduleLine[0]?.unitCode ?? '',
      },
      ItemSalesOrderReference: { ObjectID: '', ID: order.ID, ItemID: item.ID },
    })),
  }
  adopt(delivery)
  return delivery
}

export const putDelivery = (delivery: Delivery): Change => ['deliveries', delivery.ObjectID, delivery]

/** What a clerk learns from the warehouse: when which part of an item can be shipped. */
export const confirmItem = (
  order: Order,
  line: string,
  confirmed: readonly { quantity: string; on: number | null }[],
  now: number,
): Order => {
  const changed = structuredClone(order)
  const item = changed.Item.find(({ ID }) => ID === line)
  if (!item) throw new Error(`item ${line} does not exist`)
  const requested = item.ItemScheduleLine.filter(({ TypeCode }) => TypeCode !== '2')
  const unitCode = requested[0]?.unitCode ?? ''
  item.ItemScheduleLine = [
    ...requested.map((one) => ({ ...one, StartDateTime: one['StartDateTime'] ?? order.CreationDateTime })),
    ...confirmed.map(({ quantity, on }, position) => ({
      ObjectID: objectId(item.ObjectID, 'confirmed', position),
      TypeCode: '2',
      Quantity: quantityText(decimal(quantity)),
      unitCode,
      StartDateTime: on,
    })),
  ]
  changed.LastChangeDateTime = now
  adopt(changed)
  return changed
}

const day = 24 * 60 * 60 * 1000

/** Some orders of a demo ship in two parts: half of an item is confirmed for four days later. */
export const splitContents = (order: Order, contents: readonly Content[], now: number, chance: Chance) => {
  const short = contents.find(({ quantity }) => quantity >= 2n * decimal('1'))
  if (!short || chance(order.ID, 'backorder') >= 0.2) return { order, contents }
  const pieces = short.quantity / decimal('1')
  const ready = (pieces / 2n) * decimal('1')
  const today = now - (now % day)
  const confirmed = [
    { quantity: quantityText(ready), on: today },
    { quantity: quantityText(short.quantity - ready), on: today + 4 * day },
  ]
  return {
    order: confirmItem(order, short.item.ID, confirmed, now),
    contents: contents.map((one) => (one === short ? { ...one, quantity: ready } : one)),
  }
}
