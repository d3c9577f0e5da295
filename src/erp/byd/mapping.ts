import * as z from 'zod/mini'
import { accountNumber } from '#shared/account-number.ts'
import type { ErpOrderRef, OutgoingLine, OutgoingOrder } from '../gateway/erp.ts'
import { childrenOf, field, readDecimal, readMoment, textIn } from './odata.ts'

/** Names that differ between tenants. */
export interface Fields {
  reference: string
  /** Not sent if empty, like the two below. */
  purchaseOrder: string
  shipVia: string
  textType: string
  salesUnit: string
  tracking: string
  /** Field of an item with the number of the item that it replaces; not read if empty. */
  substitute: string
  /** A field of a delivery's items; not read if empty. */
  lot: string
  fedExAccount: string
  shippingCharge: string
  paid: string
  /** Fields of the account; not read if empty. */
  creditLimit: string
  creditLeft: string
  creditCurrency: string
  /** The ERP's type codes for credit memos. */
  creditMemos: readonly string[]
}

export const salesOrderSet = 'SalesOrderCollection'

/** The relations to expand when an order is read back. */
export const orderParts = 'BuyerParty,Item/ItemProduct,Item/ItemScheduleLine'

export const toSalesOrder = (order: OutgoingOrder, fields: Fields): object => {
  const { purchaseOrder, shippingMethod, shipTo, requestedDay, backorders } = order
  const text = textOf(order)
  return {
    [fields.reference]: order.reference,
    Name: `Portal order${purchaseOrder && `, PO ${purchaseOrder}`}${backorders ? backorderNotes[backorders] : ''}`,
    ...(fields.purchaseOrder && purchaseOrder && { [fields.purchaseOrder]: purchaseOrder }),
    ...(fields.shipVia && shippingMethod && { [fields.shipVia]: shippingMethod }),
    ...(backorders === 'shipComplete' && { CompleteDeliveryRequestedIndicator: true }),
    BuyerParty: { PartyID: order.accountId },
    ...(shipTo && { ProductRecipientParty: { PartyID: order.accountId, AddressReferenceUUID: shipTo } }),
    ...(requestedDay && {
      RequestedFulfillmentPeriod: { StartDateTime: noonOf(requestedDay), EndDateTime: noonOf(requestedDay) },
    }),
    ...(fields.salesUnit && { SalesUnitParty: { PartyID: fields.salesUnit } }),
    PricingTerms: { CurrencyCode: 'USD', GrossAmountIndicator: false },
    ...(fields.textType && text && { Text: [{ TypeCode: fields.textType, LanguageCode: 'EN', TextContent: text }] }),
    Item: order.lines.map(toItem),
  }
}

/** In the name, which clerks always see: the ERP has no field for canceling what it cannot ship. */
const backorderNotes = {
  shipPartial: '',
  shipComplete: ', ship complete only',
  cancelRest: ', cancel backorders',
}

/** What people wrote, in one text: the service has neither a text of an item nor a name line of the standard address. */
const textOf = ({ attention, note, lines, comments, placedBy }: OutgoingOrder): string =>
  [
    attention && `Attention: ${attention}`,
    note,
    ...lines.map((line) => line.note && `Item ${itemNumber(line.lineNo)} (${line.productId}): ${line.note}`),
    comments,
    placedBy && `Placed by ${placedBy}.`,
  ]
    .filter(Boolean)
    .join('\n')

/** The same calendar day in every time zone of the United States. */
const noonOf = (day: string): string => `${day}T18:00:00Z`

/** By line and not by position, because a withdrawn line is not sent. */
export const itemNumber = (lineNo: number): string => String(lineNo * 10)

const toItem = ({ lineNo, productId, quantity, unit }: OutgoingLine): object => ({
  ID: itemNumber(lineNo),
  ProcessingTypeCode: 'TAN',
  ItemProduct: { ProductID: productId },
  ItemScheduleLine: [{ Quantity: String(quantity), ...(isUnitCode(unit) && { unitCode: unit }) }],
})

// The ERP's field has three characters. A longer unit is omitted, and the ERP uses the product's own.
const isUnitCode = (unit: string) => /^[A-Z0-9]{1,3}$/.test(unit)

export const Text = z.nullish(z.string())
export const Decimal = z.nullish(z.union([z.string(), z.number()]))

const SalesOrder = z.looseObject({
  ObjectID: z.string().check(z.regex(/^[\w-]{1,70}$/)),
  ID: z.string().check(z.regex(/^\S{1,35}$/)),
  LifeCycleStatusCode: Text,
  ReleaseStatusCode: Text,
  NetAmount: Decimal,
  LastChangeDateTime: Text,
})

/** Null if this is not a valid sales order. */
export const fromSalesOrder = (row: unknown, fields: Pick<Fields, 'reference'>): ErpOrderRef | null => {
  const { data } = SalesOrder.safeParse(row)
  if (!data) return null
  const reference = data[fields.reference]
  const status = data.LifeCycleStatusCode ?? ''
  const release = data.ReleaseStatusCode ?? ''
  return {
    objectId: data.ObjectID,
    id: data.ID,
    reference: typeof reference === 'string' ? reference : '',
    accountId: partyIn(data, 'BuyerParty'),
    status,
    isReleased: !['', '1'].includes(release) || !['', '4'].includes(status),
    netAmount: readDecimal(data.NetAmount),
    lines: childrenOf(data['Item']).map((item) => ({
      productId: textIn(field(item, 'ItemProduct'), 'ProductID', 60),
      quantity: requestedQuantity(field(item, 'ItemScheduleLine')),
    })),
    changedAt: readMoment(data.LastChangeDateTime),
  }
}

/** The account number of a party of an order or invoice. */
export const partyIn = (row: unknown, name: string): string => accountNumber(textIn(field(row, name), 'PartyID', 60))

/** The type of schedule lines with confirmed quantities. */
export const confirmed = '2'

export const requestedQuantity = (scheduleLines: unknown): number =>
  childrenOf(scheduleLines)
    .filter((line) => field(line, 'TypeCode') !== confirmed)
    .reduce<number>((sum, line) => sum + (readDecimal(field(line, 'Quantity')) ?? 0), 0)
