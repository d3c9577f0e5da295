import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fromSalesOrder } from './mapping.ts'
import { readAddresses } from './read-addresses.ts'
import { readInvoice } from './read-invoices.ts'
import { readOrder } from './read-orders.ts'

const fields = {
  reference: 'ExternalReference',
  purchaseOrder: '',
  shipVia: '',
  textType: '',
  salesUnit: '',
  tracking: '',
  substitute: '',
  lot: '',
  fedExAccount: '',
  shippingCharge: '',
  paid: '',
  creditLimit: '',
  creditLeft: '',
  creditCurrency: '',
  creditMemos: ['CCM'],
}
const changed = `/Date(${Date.UTC(2026, 10, 20)})/`

test('leading zeros of account numbers are removed in every record', () => {
  const order = {
    ObjectID: 'AB',
    ID: '0000510020',
    LastChangeDateTime: changed,
    BuyerParty: { PartyID: '0001000123' },
    BillToParty: { PartyID: '0001000124' },
  }
  assert.equal(fromSalesOrder(order, fields)?.accountId, '1000123')
  const read = readOrder(order, fields)
  assert.ok('row' in read)
  assert.deepEqual([read.row.accountId, read.row.billToPartyId], ['1000123', '1000124'])

  const invoice = { ObjectID: 'CD', ID: '90000001', TotalNetAmount: '1', TotalGrossAmount: '1', At: changed }
  const billed = readInvoice({ ...invoice, BuyerPartyID: '0001000123', PayerPartyID: '00 1000 125' }, fields, 'At')
  assert.ok('row' in billed)
  assert.deepEqual([billed.row.buyerPartyId, billed.row.payerPartyId], ['1000123', '1000125'])
  const unpaid = readInvoice({ ...invoice, BuyerPartyID: '0001000123', PayerPartyID: '0000000000' }, fields, 'At')
  assert.ok('row' in unpaid)
  assert.equal(unpaid.row.payerPartyId, '1000123')

  assert.equal(readAddresses({ InternalID: '0001000123' }, fields)?.accountId, '1000123')
  assert.equal(readAddresses({ InternalID: '000' }, fields), null)
})
