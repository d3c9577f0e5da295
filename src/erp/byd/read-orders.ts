import type { ErpOrder, ErpOrderLine, ErpShipTo } from '../gateway/erp.ts'
import { isBelievable, type Parsed } from './keyset.ts'
import { confirmed, type Fields, fromSalesOrder, partyIn, requestedQuantity } from './mapping.ts'
import type { LineSchedule } from '#fulfillment/evaluate-line.ts'
import { childrenOf, field, readDay, readErpAmount, readMoment, readErpText, readTracking, textIn } from './odata.ts'

const recipientDetails = 'ProductRecipientParty/ProductRecipientPartyDetails'

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
    'ProductRecipientParty/AddressReferenceUUID',
    ...['StreetName', 'HouseID', 'CityName', 'RegionCode', 'StreetPostalCode', 'CareOfName'].map(
      (name) => `${recipientDetails}/ProductRecipientPartyPostalAddress/${name}`,
    ),
    `${recipientDetails}/ProductRecipientPartyName/FirstLineName`,
    'Item/ID',
    'Item/Description',
    'Item/NetAmount',
    'Item/CancellationStatusCode',
    fields.substitute && `Item/${fields.substitute}`,
    'Item/ItemProduct/ProductID',
    'Item/ItemScheduleLine/TypeCode',
    'Item/ItemScheduleLine/Quantity',
    'Item/ItemScheduleLine/unitCode',
    'Item/ItemScheduleLine/StartDateTime',
  ].filter(Boolean)

const maxLines = 2_000

/** An order of the feed, or why it is not stored. */
export const readOrder = (row: unknown, fields: Fields): Parsed<ErpOrder> => {
  const order = fromSalesOrder(row, fields)
  if (!order) return { refusal: 'An order without a usable number was skipped.' }
  if (!order.changedAt || !isBelievable(order.changedAt))
    return { refusal: `Order ${order.id} was skipped: the ERP does not say when it changed.` }
  const cancellation = field(row, 'CancellationStatusCode') ?? ''
  if (typeof cancellation !== 'string')
    return { refusal: `Order ${order.id} was skipped: its cancellation status in the ERP can’t be read.` }
  const items = childrenOf(field(row, 'Item'))
  if (items.length > maxLines) return { refusal: `Order ${order.id} was skipped: it has ${items.length} lines.` }
  const lines = items.map((item) => readLine(item, fields))
  // An order whose lines are all canceled is canceled, whatever its own status says.
  const isEmpty = lines.length > 0 && lines.every(({ isCancelled }) => isCancelled)
  return {
    row: {
      ...order,
      reference: readErpText(order.reference, 35) ?? '',
      status: /^[1-4]$/.test(order.status) ? order.status : '',
      netAmount: readErpAmount(order.netAmount),
      isCancelled: cancellation === canceled || isEmpty,
      billToPartyId: partyIn(row, 'BillToParty'),
      createdAt: readMoment(field(row, 'CreationDateTime')),
      purchaseOrder: optionalText(row, fields.purchaseOrder, 60),
      shippingMethod: optionalText(row, fields.shipVia, 60),
      trackingCode: fields.tracking ? readTracking(field(row, fields.tracking)) : null,
      shipTo: readShipTo(field(row, 'ProductRecipientParty')),
      lines,
    },
  }
}

const canceled = '4'

export const optionalText = (data: unknown, name: string, most: number): string | null =>
  name ? readErpText(field(data, name), most) : null

/** Null if the ERP does not show a whole address: half of one would look like a change. */
const readShipTo = (party: unknown): ErpShipTo | null => {
  const details = field(party, 'ProductRecipientPartyDetails')
  const [postal] = childrenOf(field(details, 'ProductRecipientPartyPostalAddress'))
  const [named] = childrenOf(field(details, 'ProductRecipientPartyName'))
  const part = (name: string, most: number) => textIn(postal, name, most)
  const street = `${part('StreetName', 100)} ${part('HouseID', 20)}`.trim()
  const [city, zip] = [part('CityName', 80), part('StreetPostalCode', 20)]
  if (!street || !city || !zip) return null
  const name = part('CareOfName', 80) || textIn(named, 'FirstLineName', 80)
  return {
    addressId: textIn(party, 'AddressReferenceUUID', 36),
    address: [name, street, city, `${part('RegionCode', 10)} ${zip}`.trim()].filter(Boolean).join(', '),
    zip,
  }
}

const readLine = (item: unknown, fields: Fields): ErpOrderLine => {
  const schedule = field(item, 'ItemScheduleLine')
  const cancellation = field(item, 'CancellationStatusCode')
  return {
    item: itemNumber(textIn(item, 'ID', 10)),
    replaces: fields.substitute ? itemNumber(textIn(item, fields.substitute, 10)) : '',
    productId: textIn(field(item, 'ItemProduct'), 'ProductID', 60),
    description: textIn(item, 'Description', 120),
    quantity: requestedQuantity(schedule),
    unit: textIn(childrenOf(schedule)[0], 'unitCode', 10),
    netAmount: readErpAmount(field(item, 'NetAmount')),
    schedule: readSchedule(schedule),
    isCancelled: typeof cancellation === 'string' && cancellation !== '' ? cancellation === canceled : null,
  }
}

/** Some services show item numbers with leading zeros. */
const itemNumber = (text: string): string => text.replace(/^0+(?=\d)/, '')

/** Lines of type 1 are the request and those of type 2 what the ERP confirms; a line without a type is the request. */
const readSchedule = (scheduleLines: unknown): LineSchedule | null => {
  const all = childrenOf(scheduleLines)
  const isConfirmed = (line: unknown) => field(line, 'TypeCode') === confirmed
  const requestedOn = all
    .filter((line) => !isConfirmed(line))
    .map((line) => readDay(field(line, 'StartDateTime')))
    .find((day) => day !== null)
  const lines = all.filter(isConfirmed).flatMap((line) => {
    const quantity = readErpAmount(field(line, 'Quantity'))
    return quantity === null || quantity < 0
      ? []
      : [{ quantity: Math.round(quantity), on: readDay(field(line, 'StartDateTime')) }]
  })
  if (lines.length === 0) return null
  return { unit: textIn(all[0], 'unitCode', 10), requestedOn: requestedOn ?? null, confirmed: lines }
}
