import { entity } from './entities.ts'
import type { Service } from './entities.ts'

const party = 'PartyID String60 cufa'

export const salesOrderService: Service = {
  name: 'khsalesorder',
  root: 'SalesOrder',
  functions: [
    { name: 'SalesOrderReleaseCustomerRequest2', method: 'POST', parameters: ['ObjectID'] },
    { name: 'SalesOrderRelease3', method: 'POST', parameters: ['ObjectID'] },
    { name: 'SalesOrderCancel', method: 'POST', parameters: ['ObjectID'] },
    { name: 'ItemCancel', method: 'POST', parameters: ['ObjectID'] },
    { name: 'ReleaseAllItemsToExecution', method: 'POST', parameters: ['ObjectID'] },
    { name: 'FinishFulfilmentProcessingOfAllItems', method: 'POST', parameters: ['ObjectID'] },
    {
      name: 'SalesOrderQueryByElements',
      method: 'GET',
      parameters: [
        'ID',
        'BuyerID',
        'Name',
        'PartyID',
        'ReleaseStatusCode',
        'DataOriginTypeCode',
        'StartRow',
        'NumberOfRows',
      ],
    },
  ],
  entities: new Map([
    entity(
      'SalesOrder',
      'rcud',
      `UUID Guid36 f
       ID String35 fa
       ExternalReference String35 cufa
       Name String255 cuf
       DataOriginTypeCode String3 cf codes=DataOrigin
       PostingDateTime DateTimeOffset cuf
       LifeCycleStatusCode String2 f codes=LifeCycle
       ReleaseStatusCode String2 f codes=Release
       ConsistencyStatusCode String2 f codes=Consistency
       DeliveryStatusCode String2 f codes=Progress
       InvoiceStatusCode String2 f codes=Progress
       CancellationStatusCode String2 f codes=Cancellation
       ApprovalStatusCode String2 f codes=Approval
       CreditWorthinessStatusCode String2 f codes=CreditWorthiness
       DeliveryBlockingStatusCode String2 f codes=Blocking
       InvoicingBlockingStatusCode String2 f codes=Blocking
       ExecutionReleaseStatusCode String2 f codes=Release
       CompleteDeliveryRequestedIndicator Boolean cuf
       NetAmount Decimal28 f; NetAmountCurrencyCode String3 f codes=Currency
       TaxAmount Decimal28 f; TaxAmountCurrencyCode String3 f codes=Currency
       GrossAmount Decimal28 f; GrossAmountCurrencyCode String3 f codes=Currency
       SalesOrganisationID String20 f
       CreationDateTime DateTimeOffset f
       LastChangeDateTime DateTimeOffset f
       PurchaseOrder_KUT String60 cuf
       ShipVia_KUT String60 cuf
       FedExAccount_KUT String20 cuf
       TrackingNumber_KUT String255 cuf
       PaidOn_KUT String20 cuf`,
      `BuyerParty c; BillToParty c; PayerParty c; SalesUnitParty c; ProductRecipientParty c; PricingTerms c
       RequestedFulfillmentPeriod c; Text[] c; DocumentReference[]; Item[] c`,
    ),
    entity('BuyerParty', 'cu', party, 'SalesOrder ^'),
    entity('BillToParty', 'cu', party, 'SalesOrder ^'),
    entity('PayerParty', 'cu', party, 'SalesOrder ^'),
    entity('SalesUnitParty', 'cu', party, 'SalesOrder ^'),
    entity(
      'ProductRecipientParty',
      'cu',
      `${party}; AddressReferenceUUID Guid36 cuf`,
      'SalesOrder ^; ProductRecipientPartyDetails',
    ),
    entity(
      'ProductRecipientPartyDetails',
      'u',
      'FormattedName String80 f; DefaultEMailURI String255 uf; DefaultPhoneFormattedNumber String40 uf',
      'ProductRecipientPartyPostalAddress[] c; ProductRecipientPartyName[] c',
    ),
    entity(
      'ProductRecipientPartyPostalAddress',
      'cud',
      `StreetName String60 cuf; HouseID String10 cuf; CityName String40 cuf; RegionCode String6 cuf
       StreetPostalCode String10 cuf; CountryCode String3 cuf codes=Country; CareOfName String40 cuf`,
      'ProductRecipientPartyDetails ^',
    ),
    entity(
      'ProductRecipientPartyName',
      'cud',
      'FirstLineName String40 cuf; SecondLineName String40 cuf',
      'ProductRecipientPartyDetails ^',
    ),
    entity(
      'PricingTerms',
      'cu',
      'CurrencyCode String3 cuf codes=Currency; GrossAmountIndicator Boolean cuf; PriceDateTime DateTimeOffset f',
      'SalesOrder ^',
    ),
    entity('RequestedFulfillmentPeriod', 'cu', 'StartDateTime String33 cuf; EndDateTime String33 cuf', 'SalesOrder ^'),
    entity(
      'Text',
      'cud',
      'TypeCode String5 cuf; LanguageCode String2 cuf; TextContent String cuf; CreatedOn DateTimeOffset f',
      'SalesOrder ^',
    ),
    entity(
      'DocumentReference',
      '',
      'ID String35 f; TypeCode String15 f codes=DocumentType; UUID Guid36 f',
      'SalesOrder ^',
    ),
    entity(
      'Item',
      'cud',
      `UUID Guid36 f; ID String10 cufa; Description String40 cuf; ProcessingTypeCode String4 cuf
       ExternalItemReference String10 cuf; SubstituteFor_KUT String10 cuf; NetAmount Decimal28 f; NetAmountCurrencyCode String3 f codes=Currency
       ReleaseStatusCode String2 f codes=Release; CancellationStatusCode String2 f codes=Cancellation
       FulfilmentProcessingStatusCode String2 f codes=Progress; InvoiceProcessingStatusCode String2 f codes=Progress`,
      'SalesOrder ^; ItemProduct c; ItemScheduleLine[] c; ItemPriceAndTaxCalculation',
    ),
    entity('ItemProduct', 'cu', 'ProductID String60 cufa; ProductTypeCode String2 f', 'Item ^'),
    entity(
      'ItemScheduleLine',
      'cud',
      'TypeCode String2 f codes=ScheduleLineType; Quantity Decimal31 cuf; unitCode String3 cuf; StartDateTime DateTimeOffset cuf',
      'Item ^',
    ),
    entity('ItemPriceAndTaxCalculation', 'u', 'CountryCode String3 uf codes=Country', 'Item ^; ItemPriceComponent[] c'),
    entity(
      'ItemPriceComponent',
      'cud',
      `TypeCode String4 cuf codes=PriceComponentType; Description String40 cuf; DecimalValue Decimal31 cuf
       CurrencyCode String3 cuf codes=Currency; BaseDecimalValue Decimal31 cuf; BaseMeasureUnitCode String3 cuf
       CalculatedAmount Decimal28 f; CalculatedAmountCurrencyCode String3 f codes=Currency; ManuallyChangedIndicator Boolean f`,
      'ItemPriceAndTaxCalculation ^',
    ),
  ]),
}
