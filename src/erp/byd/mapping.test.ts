import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OutgoingOrder } from '../gateway/erp.ts'
import { type Fields, fromSalesOrder, toSalesOrder } from './mapping.ts'

const fields: Fields = {
  reference: 'ExternalReference',
  purchaseOrder: 'PurchaseOrder_KUT',
  shipVia: 'ShipVia_KUT',
  textType: '10024',
  salesUnit: 'S1100',
  tracking: 'TrackingNumber_KUT',
  substitute: 'SubstituteFor_KUT',
  lot: 'IdentifiedStockID',
  fedExAccount: 'FedExAccount_KUT',
  shippingCharge: 'ShippingChargeAmountcontent_KUT',
  creditLimit: 'CreditLimitcontent_KUT',
  creditLeft: 'CreditLeftcontent_KUT',
  creditCurrency: 'CreditLimitcurrencyCode_KUT',
  creditMemos: ['CCM'],
  paid: 'PaidOn_KUT',
}

const order: OutgoingOrder = {
  reference: 'AP-01JD3K8ZQ4T7M2F6C9XH5V0BNE',
  accountId: '4000123',
  purchaseOrder: 'PO-7781',
  shippingMethod: 'UPS GROUND',
  comments: 'Order placed through the customer portal',
  note: '',
  attention: '',
  requestedDay: null,
  placedBy: 'Rita Rep',
  shipTo: null,
  backorders: null,
  createdAt: new Date('2026-11-20T10:00:00Z'),
  lines: [
    { lineNo: 1, productId: '00093-0058-01', quantity: 12, unit: 'EA', price: 1.5, note: '' },
    { lineNo: 2, productId: 'ITEM-7', quantity: 3, unit: 'Bottle', price: 2, note: '' },
  ],
}

test('an order is written with the tenant’s own field names', () => {
  assert.deepEqual(toSalesOrder(order, fields), {
    ExternalReference: 'AP-01JD3K8ZQ4T7M2F6C9XH5V0BNE',
    Name: 'Portal order, PO PO-7781',
    PurchaseOrder_KUT: 'PO-7781',
    ShipVia_KUT: 'UPS GROUND',
    BuyerParty: { PartyID: '4000123' },
    SalesUnitParty: { PartyID: 'S1100' },
    PricingTerms: { CurrencyCode: 'USD', GrossAmountIndicator: false },
    Text: [
      {
        TypeCode: '10024',
        LanguageCode: 'EN',
        TextContent: 'Order placed through the customer portal\nPlaced by Rita Rep.',
      },
    ],
    Item: [
      {
        ID: '10',
        ProcessingTypeCode: 'TAN',
        ItemProduct: { ProductID: '00093-0058-01' },
        ItemScheduleLine: [{ Quantity: '12', unitCode: 'EA' }],
      },
      {
        ID: '20',
        ProcessingTypeCode: 'TAN',
        ItemProduct: { ProductID: 'ITEM-7' },
        ItemScheduleLine: [{ Quantity: '3' }],
      },
    ],
  })
})

test('an order carries what its buyer wrote, and the requested day', () => {
  const written = toSalesOrder(
    {
      ...order,
      note: 'Use the back door.\nRing twice.',
      attention: 'Dock 3',
      requestedDay: '2026-12-03',
      lines: order.lines.map((line, at) => ({ ...line, note: at === 1 ? 'Longest dating' : '' })),
    },
    fields,
  )
  assert.deepEqual(Object(written).Text, [
    {
      TypeCode: '10024',
      LanguageCode: 'EN',
      TextContent:
        'Attention: Dock 3\nUse the back door.\nRing twice.\nItem 20 (ITEM-7): Longest dating\nOrder placed through the customer portal\nPlaced by Rita Rep.',
    },
  ])
  assert.deepEqual(Object(written).RequestedFulfillmentPeriod, {
    StartDateTime: '2026-12-03T18:00:00Z',
    EndDateTime: '2026-12-03T18:00:00Z',
  })
})

test('what a tenant has no field for is left out', () => {
  const written = toSalesOrder(order, {
    ...fields,
    reference: 'Name2_KUT',
    purchaseOrder: '',
    shipVia: '',
    textType: '',
    salesUnit: '',
  })
  assert.deepEqual(Object.keys(written), ['Name2_KUT', 'Name', 'BuyerParty', 'PricingTerms', 'Item'])
})

const row = {
  ObjectID: '00163E7A11C21EEFA0B1C2D3E4F50617',
  ID: '8412',
  ExternalReference: 'AP-1',
  LifeCycleStatusCode: '4',
  ReleaseStatusCode: '1',
  NetAmount: '1505.880000',
  LastChangeDateTime: '/Date(1795176000123+0000)/',
  BuyerParty: { PartyID: '4000123' },
  Item: {
    results: [
      {
        ItemProduct: { ProductID: 'A' },
        ItemScheduleLine: [
          { TypeCode: '1', Quantity: '12.00000000000000' },
          { TypeCode: '2', Quantity: '10.00000000000000' },
        ],
      },
      { ItemProduct: { ProductID: 'B' }, ItemScheduleLine: { results: [{ Quantity: '1' }] } },
    ],
  },
}

test('an order of the ERP is read with its requested quantities', () => {
  assert.deepEqual(fromSalesOrder(row, fields), {
    objectId: '00163E7A11C21EEFA0B1C2D3E4F50617',
    id: '8412',
    reference: 'AP-1',
    accountId: '4000123',
    status: '4',
    isReleased: false,
    netAmount: 1505.88,
    lines: [
      { productId: 'A', quantity: 12 },
      { productId: 'B', quantity: 1 },
    ],
    changedAt: new Date(1_795_176_000_123),
  })
})

test('an order without its parts is still an order', () => {
  const link = { __deferred: { uri: 'https://erp.example/x' } }
  const read = fromSalesOrder({ ObjectID: 'A1', ID: '1', BuyerParty: link, Item: link }, fields)
  assert.deepEqual(read, {
    objectId: 'A1',
    id: '1',
    reference: '',
    accountId: '',
    status: '',
    isReleased: false,
    netAmount: null,
    lines: [],
    changedAt: null,
  })
})

test('either status tells that an order is released', () => {
  assert.equal(fromSalesOrder({ ...row, ReleaseStatusCode: '3' }, fields)?.isReleased, true)
  assert.equal(fromSalesOrder({ ...row, LifeCycleStatusCode: '1' }, fields)?.isReleased, true)
})

test('a malformed order is rejected', () => {
  for (const wrong of [
    null,
    [],
    'text',
    {},
    { ...row, ID: 8412 },
    { ...row, ID: '' },
    { ...row, ObjectID: "x') or (1" },
    { ...row, NetAmount: {} },
  ])
    assert.equal(fromSalesOrder(wrong, fields), null)
})
