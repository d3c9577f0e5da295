import type { Books, Order, OrderItem, PriceComponent } from './books.ts'
import type { Chance } from './chance.ts'
import { decimal, quantityText } from './decimal.ts'
import { openContents } from './deliveries.ts'
import { invoiceOrder, nextNumbers } from './invoices.ts'
import { complete, deliver, release } from './lifecycle.ts'
import { adopt, childOf, childrenOf, textOf } from './nodes.ts'
import type { Draft, Node } from './nodes.ts'
import { badRequest } from './odata-error.ts'
import { quantityOf } from './prices.ts'
import { isLive, newItem, orderingAccount, putOrder, totalOrder } from './sales-orders.ts'
import type { Change } from './store.ts'

/** Once the warehouse has taken an order, nobody changes it any more. */
const requireChangeable = (order: Order) => {
  if (['2', '3'].includes(order.LifeCycleStatusCode)) throw badRequest('Changing data not possible; data is read-only')
}

/** Sets fields on a node somewhere in the order and prices the order anew. */
export const changeOrder = (books: Books, original: Order, nodeId: string, draft: Draft, now: number): Change[] => {
  requireChangeable(original)
  const order = structuredClone(original)
  const node = findNode(order, nodeId)
  if (!node) throw badRequest(`Node ${nodeId} does not exist`)
  if (node === order.BuyerParty) orderingAccount(books, textOf(draft, 'PartyID'))
  Object.assign(node, draft)
  if ('DecimalValue' in draft) node['ManuallyChangedIndicator'] = true
  return finished(order, now)
}

/** Adds a node below another one, e.g. a price condition to an item. */
export const addToOrder = (books: Books, original: Order, parent: string, name: string, draft: Draft, now: number) => {
  requireChangeable(original)
  const order = structuredClone(original)
  const node = findNode(order, parent)
  if (!node) throw badRequest(`Node ${parent} does not exist`)
  const siblings = (node[name] ?? []) as Node[] // the caller checked that the navigation leads to many
  const added: Node = { ...draft, ObjectID: '' } as Node // a checked draft without parts has only values
  if (name === 'Item') {
    order.LastChangeDateTime = now
    const item = newItem(books, order, draft, order.Item.length)
    return { changes: finished(order, now), id: item.ObjectID }
  }
  if (name === 'ItemPriceComponent') completeCondition(order, added as PriceComponent)
  node[name] = [...siblings, added]
  adopt(order, now)
  return { changes: finished(order, now), id: added.ObjectID }
}

/** What a clerk does: cancels an order, or one of its lines, or takes that back. An order without a line left is canceled. */
export const setCanceled = (original: Order, line: string | null, isCanceled: boolean, now: number): Change[] => {
  const order = structuredClone(original)
  const code = isCanceled ? '4' : '1'
  if (line === null) order.CancellationStatusCode = code
  else {
    const item = order.Item.find(({ ID }) => ID === line)
    if (!item) throw badRequest(`Item ${line} does not exist`)
    item.CancellationStatusCode = code
    order.CancellationStatusCode = order.Item.some(isLive) ? '1' : '4'
  }
  return finished(order, now)
}

export type LineChange = { line: string; quantity?: string; price?: string; product?: string; substitute?: string }

/**
 * What a clerk does to a line: another quantity or price, another product on the same item, or a new item with a
 * substitute, for which the line is canceled as far as the substitute's quantity goes.
 */
export const changeLine = (books: Books, original: Order, change: LineChange, now: number): Change[] => {
  const order = structuredClone(original)
  const item = order.Item.find(({ ID }) => ID === change.line)
  if (!item) throw badRequest(`Item ${change.line} does not exist`)
  order.LastChangeDateTime = now
  if (change.substitute !== undefined) substitute(books, order, item, change.substitute, change.quantity)
  else {
    if (change.product !== undefined) {
      const material = books.materials.get(change.product)
      if (!material) throw badRequest(`Product ${change.product} does not exist`)
      item.ItemProduct.ProductID = change.product
      item.Description = material.Description
    }
    if (change.quantity !== undefined) setQuantity(item, change.quantity)
    const list = item.ItemPriceAndTaxCalculation.ItemPriceComponent.findLast(({ TypeCode }) => TypeCode === '7PR1')
    if (change.price !== undefined && list) list.DecimalValue = change.price
  }
  adopt(order, now)
  return finished(order, now)
}

export type ShipTo = { street: string; city?: string; region?: string; zip?: string }

/** What a clerk does: another delivery address, for this order only. */
export const changeShipTo = (original: Order, shipTo: ShipTo, now: number): Change[] => {
  const order = structuredClone(original)
  const details = childOf(childOf(order, 'ProductRecipientParty'), 'ProductRecipientPartyDetails')
  const [address] = childrenOf(details, 'ProductRecipientPartyPostalAddress')
  if (!address) throw badRequest(`Order ${order.ID} has no ship-to address`)
  Object.assign(address, {
    StreetName: shipTo.street,
    HouseID: '',
    ...(shipTo.city !== undefined && { CityName: shipTo.city }),
    ...(shipTo.region !== undefined && { RegionCode: shipTo.region }),
    ...(shipTo.zip !== undefined && { StreetPostalCode: shipTo.zip }),
  })
  return finished(order, now)
}

const substitute = (books: Books, order: Order, item: OrderItem, product: string, wanted: string | undefined) => {
  const ordered = quantityOf(item)
  const quantity = wanted === undefined ? ordered : decimal(wanted)
  newItem(
    books,
    order,
    {
      ItemProduct: { ProductID: product },
      ItemScheduleLine: [{ Quantity: quantityText(quantity) }],
      SubstituteFor_KUT: item.ID,
    },
    order.Item.length,
  )
  const replaced = order.Item.find(({ ID }) => ID === item.ID)
  if (!replaced) return
  if (quantity >= ordered) replaced.CancellationStatusCode = '4'
  else setQuantity(replaced, quantityText(ordered - quantity))
}

const setQuantity = (item: OrderItem, quantity: string) => {
  const [requested, ...others] = item.ItemScheduleLine.filter(({ TypeCode }) => TypeCode !== '2')
  if (!requested || others.length > 0) throw badRequest(`Item ${item.ID} has several schedule lines`)
  requested.Quantity = quantityText(decimal(quantity))
}

/** What an interface does: as long as the warehouse has not taken the order. */
const cancel = (order: Order, line: string | null, now: number): Change[] => {
  requireChangeable(order)
  return setCanceled(order, line, true, now)
}

export const cancelItem = (order: Order, item: Node, now: number): Change[] => {
  if (order.CancellationStatusCode === '4' || textOf(item, 'CancellationStatusCode') === '4')
    throw badRequest('Action ItemCancel is not possible; action is disabled')
  return cancel(order, textOf(item, 'ID'), now)
}

export const deleteOrder = (order: Order): Change[] => {
  if (order.ReleaseStatusCode !== '1')
    throw badRequest(`Sales order ${order.ID} has been released and cannot be deleted`)
  return [['orders', order.ObjectID, null]]
}

export const actOnOrder = (books: Books, action: string, order: Order, now: number, chance: Chance): Change[] => {
  const counters = nextNumbers(books)
  const status = order.LifeCycleStatusCode
  const refused = badRequest(`Action ${action} is not possible; action is disabled`)
  if (order.CancellationStatusCode === '4' || order.ConsistencyStatusCode !== '3') throw refused
  switch (action) {
    case 'SalesOrderReleaseCustomerRequest2':
    case 'SalesOrderRelease3':
      if (order.ReleaseStatusCode !== '1') throw refused
      return [putOrder(release(order, now))]
    case 'SalesOrderCancel':
      return cancel(order, null, now)
    case 'ReleaseAllItemsToExecution':
      if (status !== '1') throw refused
      return [
        ...deliver(counters, order, openContents(books, order), now, chance).changes,
        ['counters', 'all', counters],
      ]
    case 'FinishFulfilmentProcessingOfAllItems':
      if (status !== '2') throw refused
      return [
        putOrder(complete(order, now)),
        ...invoiceOrder(books, counters, order, now, chance),
        ['counters', 'all', counters],
      ]
    default:
      throw badRequest(`Action ${action} does not exist`)
  }
}

const finished = (order: Order, now: number): Change[] => {
  totalOrder(order)
  order.LastChangeDateTime = now
  return [putOrder(order)]
}

const findNode = (start: Node, id: string): Node | null => {
  if (start.ObjectID === id) return start
  for (const child of Object.values(start)) {
    const nodes = Array.isArray(child) ? child : typeof child === 'object' && child !== null ? [child] : []
    for (const node of nodes) {
      const found = findNode(node, id)
      if (found) return found
    }
  }
  return null
}

const completeCondition = (order: Order, condition: PriceComponent) => {
  if (!['7PR1', '7PR6'].includes(condition.TypeCode))
    throw badRequest(`Price component type ${condition.TypeCode || '(none)'} is not allowed`)
  if (!condition.DecimalValue) throw badRequest('Enter a value for the price component')
  condition.BaseDecimalValue ||= '1.00000000000000'
  condition['CurrencyCode'] ||= condition.TypeCode === '7PR1' ? order.NetAmountCurrencyCode : ''
  condition['CalculatedAmountCurrencyCode'] = order.NetAmountCurrencyCode
  condition['ManuallyChangedIndicator'] = true
}
