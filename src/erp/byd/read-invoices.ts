import * as z from 'zod/mini'
import { accountNumber } from '#shared/account-number.ts'
import type { ErpInvoice, ErpInvoiceLine } from '../gateway/erp.ts'
import { isBelievable, type Parsed } from './keyset.ts'
import { Decimal, type Fields, partyIn, Text } from './mapping.ts'
import { childrenOf, field, readErpAmount, readDay, readMoment, readTracking, textIn } from './odata.ts'
import { optionalText } from './read-orders.ts'

const itemReference = 'ItemBusinessTransactionDocumentReference'

export const invoicePaths = (fields: Fields): string[] =>
  [
    'ObjectID',
    'ID',
    'Date',
    'CreationDateTime',
    'LastChangeDateTime',
    'ReleaseStatusCode',
    'CancellationDocumentIndicator',
    ...(fields.creditMemos.length > 0 ? ['ProcessingTypeCode'] : []),
    'TotalNetAmount',
    'TotalGrossAmount',
    'currencyCode',
    'TotalGrossAmountCurrencyCode',
    fields.shippingCharge,
    fields.purchaseOrder,
    fields.tracking,
    fields.shipVia,
    fields.fedExAccount,
    'BuyerPartyID',
    'PayerPartyID',
    'BuyerParty/PartyID',
    'CashDiscountTerms/FullPaymentEndDate',
    ...['ProductID', 'Description', 'Quantity', 'QuantityUnitCode', 'NetAmount'].map((name) => `Item/${name}`),
    `Item/${itemReference}/ID`,
    `Item/${itemReference}/TypeCode`,
  ].filter(Boolean)

const Invoice = z.looseObject({
  ObjectID: z.string().check(z.regex(/^[\w-]{1,70}$/)),
  ID: z.string().check(z.regex(/^[\w.-]{1,35}$/)),
  Date: Text,
  CreationDateTime: Text,
  ReleaseStatusCode: Text,
  CancellationDocumentIndicator: z.nullish(z.union([z.boolean(), z.string()])),
  ProcessingTypeCode: Text,
  TotalNetAmount: Decimal,
  TotalGrossAmount: Decimal,
  currencyCode: Text,
  TotalGrossAmountCurrencyCode: Text,
  BuyerPartyID: Text,
  PayerPartyID: Text,
})
/** An invoice of the feed, or why it is not stored; `moment` is the field with its change timestamp. */
export const readInvoice = (row: unknown, fields: Fields, moment: string): Parsed<ErpInvoice> => {
  const { data } = Invoice.safeParse(row)
  if (!data) return { refusal: 'An invoice without a usable number was skipped.' }
  const leaveOut = (why: string) => ({ refusal: `Invoice ${data.ID} was skipped: ${why}.` })
  const changedAt = readMoment(data[moment])
  if (!changedAt || !isBelievable(changedAt)) return leaveOut('the ERP does not say when it changed')
  const [netAmount, grossAmount] = [readErpAmount(data.TotalNetAmount), readErpAmount(data.TotalGrossAmount)]
  if (netAmount === null || grossAmount === null) return leaveOut('its amounts are not plain numbers')
  const currency = data.currencyCode || data.TotalGrossAmountCurrencyCode || 'USD'
  if (!/^[A-Z]{3}$/.test(currency)) return leaveOut('its currency is not known')
  const isCancellation = String(data.CancellationDocumentIndicator) === 'true'
  const buyerPartyId = accountNumber(textIn(data, 'BuyerPartyID', 60)) || partyIn(data, 'BuyerParty')
  return {
    row: {
      objectId: data.ObjectID,
      id: data.ID,
      buyerPartyId,
      payerPartyId: accountNumber(textIn(data, 'PayerPartyID', 60)) || buyerPartyId,
      orderId: orderOf(data),
      date: readDay(data.Date),
      dueDate: readDay(field(data['CashDiscountTerms'], 'FullPaymentEndDate')),
      createdAt: readMoment(data.CreationDateTime),
      changedAt,
      releaseStatus: /^[1-6]$/.test(data.ReleaseStatusCode ?? '') ? (data.ReleaseStatusCode ?? '') : '',
      isCancellation,
      isCredit: data.ProcessingTypeCode
        ? !isCancellation && fields.creditMemos.includes(data.ProcessingTypeCode)
        : null,
      cancels: isCancellation ? cancelledIn(data) : '',
      netAmount,
      grossAmount,
      shippingCharge: fields.shippingCharge ? readErpAmount(data[fields.shippingCharge]) : null,
      currency,
      purchaseOrder: optionalText(data, fields.purchaseOrder, 60),
      shippingMethod: optionalText(data, fields.shipVia, 60),
      trackingCode: fields.tracking ? readTracking(data[fields.tracking]) : null,
      fedExAccount: optionalText(data, fields.fedExAccount, 40),
      lines: linesIn(data),
    },
  }
}

const maxLines = 2_000

/** Null if the service has no items, or none with a product or description. */
const linesIn = (invoice: unknown): ErpInvoiceLine[] | null => {
  const lines = childrenOf(field(invoice, 'Item')).slice(0, maxLines).map(lineOf)
  return lines.some(({ productId, description }) => productId !== '' || description !== '') ? lines : null
}

const lineOf = (item: unknown): ErpInvoiceLine => ({
  productId: textIn(item, 'ProductID', 60),
  description: textIn(item, 'Description', 200),
  quantity: readErpAmount(field(item, 'Quantity')),
  unit: textIn(item, 'QuantityUnitCode', 20),
  netAmount: readErpAmount(field(item, 'NetAmount')),
})

const salesOrder = '114'
const customerInvoice = '28'

const referencesOf = (invoice: unknown) =>
  childrenOf(field(invoice, 'Item'))
    .flatMap((item) => childrenOf(field(item, itemReference)))
    .map((reference) => ({ id: textIn(reference, 'ID', 35), type: textIn(reference, 'TypeCode', 10) }))

/** The sales order that its items reference. */
const orderOf = (invoice: unknown): string => {
  const references = referencesOf(invoice)
  return (references.find(({ type }) => type === salesOrder) ?? references.find(({ type }) => type === ''))?.id ?? ''
}

/** The one referenced invoice; a cancellation with several references is ambiguous and returns none. */
const cancelledIn = (invoice: unknown): string => {
  const named = referencesOf(invoice).filter(({ type }) => type === customerInvoice)
  const [only = '', ...others] = [...new Set(named.map(({ id }) => id))]
  return others.length === 0 ? only : ''
}
