import { entity } from './entities.ts'
import type { Entity, FunctionImport, Service } from './entities.ts'

const functions: readonly FunctionImport[] = [
  { name: 'Release', method: 'POST', parameters: ['ObjectID'] },
  {
    name: 'CustomerInvoiceQueryByElements2',
    method: 'GET',
    parameters: ['ID', 'ReleaseStatusCode', 'ItemBusinessTransactionDocumentReference_ID', 'StartRow', 'NumberOfRows'],
  },
]

const parts: readonly [string, Entity][] = [
  entity('BuyerParty', '', 'PartyID String60 fa', 'CustomerInvoice ^'),
  entity('InvolvedParty', '', 'PartyID String60 fa; RoleCode String10 f', 'CustomerInvoice ^'),
  entity(
    'CashDiscountTerms',
    'u',
    'PaymentTermsCode String4 uf; FullPaymentEndDate DateTime uf; PaymentBaselineDate DateTime uf',
    'CustomerInvoice ^',
  ),
  entity(
    'Item',
    'u',
    `ID String10 fa; ProductID String60 fa; Description String40 f; ProcessingTypeCode String4 f
     Quantity Decimal31 f; QuantityUnitCode String3 f; NetAmount Decimal28 f; NetAmountCurrencyCode String3 f codes=Currency
     GrossAmount Decimal28 f; GrossAmountCurrencyCode String3 f codes=Currency`,
    'CustomerInvoice ^; ItemBusinessTransactionDocumentReference[]',
  ),
  entity(
    'ItemBusinessTransactionDocumentReference',
    '',
    'ID String35 fa; ItemID String10 fa; TypeCode String15 f codes=DocumentType',
    'Item ^',
  ),
]

const navigations = 'BuyerParty; InvolvedParty[]; CashDiscountTerms; Item[]'

/** The invoice as the published samples model it: no moment of change, no key-user fields. */
export const sampleInvoiceService: Service = {
  name: 'khcustomerinvoice',
  root: 'CustomerInvoice',
  functions,
  entities: new Map([
    entity(
      'CustomerInvoice',
      'ru',
      `ID String35 fa; Date DateTime uf; CreationDateTime DateTimeOffset f; TypeCode String15 f codes=DocumentType
       ProcessingTypeCode String4 f; ReleaseStatusCode String2 f codes=Release; ConsistencyStatusCode String2 f codes=Consistency
       CancellationDocumentIndicator Boolean f
       TotalNetAmount Decimal28 f; TotalNetAmountCurrencyCode String3 f codes=Currency
       TotalTaxAmount Decimal28 f; TotalTaxAmountCurrencyCode String3 f codes=Currency
       TotalGrossAmount Decimal28 f; TotalGrossAmountCurrencyCode String3 f codes=Currency`,
      navigations,
    ),
    ...parts,
  ]),
}

/** The invoice as a customer's own service models it: flat, with the key-user fields. */
export const portalInvoiceService: Service = {
  name: 'portalinvoice',
  root: 'CustomerInvoice',
  functions,
  entities: new Map([
    entity(
      'CustomerInvoice',
      'ru',
      `ID String35 fa; Date DateTime uf; CreationDateTime DateTimeOffset f; LastChangeDateTime DateTimeOffset f
       ReleaseStatusCode String2 f codes=Release; CancellationDocumentIndicator Boolean f; ProcessingTypeCode String4 f
       TotalNetAmount Decimal28 f; TotalGrossAmount Decimal28 f
       currencyCode String3 f codes=Currency from=TotalGrossAmountCurrencyCode
       ShippingChargeAmountcontent_KUT Decimal28 uf; PurchaseOrder_KUT String60 uf; TrackingNumber_KUT String255 uf
       ShipVia_KUT String60 uf; FedExAccount_KUT String20 uf
       BuyerPartyID String60 fa from=BuyerParty/PartyID; PayerPartyID String60 fa from=PayerParty/PartyID`,
      navigations,
    ),
    ...parts,
  ]),
}
