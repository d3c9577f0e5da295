import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addInvoice, addListedOrder, hostileFilters } from '#orders/history/testing-lists.ts'
import { transaction } from '#platform/db/connect.ts'
import { deleteRecords } from '#platform/db/delete-records.ts'
import { startTestPortal, type TestUser } from '#portal/testing.ts'
import { type InvoiceFilter, invoices } from './contract.ts'

const portal = await startTestPortal()
const { db } = portal
const admin = await portal.addUser({ is_admin: true, account_number: '' })
const acme = await portal.addUser({ account_number: '0001000001', company_name: 'Acme Pharmacy' })
const other = await portal.addUser({ account_number: '2000002' })
const nobody = await portal.addUser({ account_number: '000' })
const rep = await portal.addUser({ is_sales_rep: true, account_number: '' })

const { day } = portal
const order = await addListedOrder(db, { user_id: acme._id, placed_by: acme._id, erp_id: '510020', items_price: 1200 })

await addInvoice(db, {
  id: '90000001',
  party_id: '1000001',
  order_id: order,
  invoice_date: day(-40),
  erp_created_at: '2026-10-12T08:00:00.000Z',
  due_date: day(-10),
  ship_via: 'FEDEX PRIORITY OVERNIGHT',
  tracking_number: '000794612345678,1Z999',
  release_status_code: '3',
  purchase_order: 'PO-1',
  shipping_charge: 34.5,
  total_net_amount: 1234.5,
  total_gross_amount: 1234.5,
  open_amount: 1000,
  open_amount_at: new Date(),
})
await addInvoice(db, {
  id: '90000002',
  party_id: '00099',
  buyer_party_id: '00099',
  payer_party_id: '0001000001',
  invoice_date: day(-5),
  erp_created_at: '2026-11-16T08:00:00.000Z',
  due_date: day(25),
  ship_via: 'UPS GROUND',
  release_status_code: '2',
  total_net_amount: 20,
  total_gross_amount: 20,
  open_amount: 20,
})
await addInvoice(db, {
  id: '90000003',
  party_id: '1000001',
  invoice_date: day(-20),
  erp_created_at: '2026-11-01T08:00:00.000Z',
  release_status_code: '3',
  total_net_amount: 50,
  total_gross_amount: 50,
  open_amount: 0,
})
await addInvoice(db, {
  id: '90000004',
  party_id: '1000001',
  invoice_date: day(-2),
  erp_created_at: '2026-11-19T08:00:00.000Z',
  release_status_code: '',
  total_net_amount: 7,
  total_gross_amount: 7,
})
await addInvoice(db, {
  id: 'CANARY-1',
  party_id: '2000002',
  buyer_party_id: '2000002',
  payer_party_id: '2000002',
  invoice_date: day(-3),
  erp_created_at: '2026-11-18T08:00:00.000Z',
  ship_via: '=cmd|calc',
  total_net_amount: 77,
  total_gross_amount: 77,
  open_amount: 77,
})
const acmeInvoices = ['90000004', '90000002', '90000003', '90000001']

const list = async (as: TestUser, filter: InvoiceFilter = {}): Promise<string[]> => {
  const { status, body } = await portal.call(invoices.list, {
    params: { filter: JSON.stringify(filter) },
    query: {},
    as,
  })
  assert.equal(status, 200)
  return body.map(({ invoiceID }) => invoiceID)
}

describe('the invoice list', () => {
  it('has the invoices with the caller’s account as party, buyer or payer, ignoring leading zeros', async () => {
    assert.deepEqual(await list(acme), acmeInvoices)
    assert.deepEqual(await list(other), ['CANARY-1'])
    assert.deepEqual(await list(nobody), [])
    assert.deepEqual(await list(rep), [])
    assert.deepEqual(await list(admin), ['90000004', 'CANARY-1', '90000002', '90000003', '90000001'])
  })

  const cases: [filter: object, found: string[]][] = [
    [{ account: '2000' }, ['CANARY-1']],
    [{ account: '1000001' }, ['90000004', '90000003', '90000001']],
    [{ account: '00000' }, ['90000004', 'CANARY-1', '90000003', '90000001']],
    [{ account: '00' }, []],
    [{ account: '0' }, []],
    [{ account: '9' }, ['90000002']],
    [{ account: '00099' }, ['90000002']],
    [{ account: '00 99' }, ['90000002']],
    [{ account: '0%' }, []],
    [{ account: '00_99' }, []],
    [{ account: '1', status: '3' }, ['90000003', '90000001']],
    [{ inv: 'canary' }, ['CANARY-1']],
    [{ inv: 90000001 }, ['90000001']],
    [{ ship: 'fedex' }, ['90000001']],
    [{ ship: 'PRIORITY OVER' }, ['90000001']],
    [{ track: '1z9' }, ['90000001']],
    [{ total: '1,234.50' }, ['90000001']],
    [{ total: 20 }, ['90000002']],
    [{ total: 'much' }, []],
    [{ status: '2' }, ['90000002']],
    [{ status: 4 }, ['90000004', 'CANARY-1']],
    [{ status: '3', account: '1000001' }, ['90000003', '90000001']],
  ]
  for (const [filter, found] of cases)
    it(`filtered by ${JSON.stringify(filter)} has ${found.length}`, async () => {
      assert.deepEqual(await list(admin, filter as InvoiceFilter), found)
    })

  it('cannot be filtered beyond the caller’s own invoices', async () => {
    for (const filter of [{ account: '2000002' }, { inv: 'CANARY-1' }, { total: '77' }, { partyID1: '2000002' }])
      assert.ok(!(await list(acme, filter)).includes('CANARY-1'), JSON.stringify(filter))
  })

  it('refuses hostile filters or matches nothing', async () => {
    for (const filter of hostileFilters)
      for (const as of [admin, acme])
        for (const file of ['', '/csv']) {
          const url = `/api/users/InvoicesListFilter/${encodeURIComponent(filter)}${file}`
          const { status, raw } = await portal.send({ method: 'GET', url, as })
          const hasKnownKey = /"(account|inv|ship|track|total|status)":/.test(filter)
          const isEmpty = raw.body === '[]' || raw.body.trim().split('\n').length === 1
          assert.ok(status === 400 || (status === 200 && (isEmpty || !hasKnownKey)), `${filter}: ${status}`)
        }
  })

  it('is counted in a header and paged', async () => {
    const { body, raw } = await portal.call(invoices.list, {
      params: { filter: '{}' },
      query: { pageSize: 2, page: 2, sort: 'invoiceID' },
      as: acme,
    })
    assert.deepEqual(
      body.map(({ invoiceID }) => invoiceID),
      ['90000003', '90000004'],
    )
    assert.equal(raw.headers['x-total-count'], '4')
    for (const sort of ['createdAt', 'invoiceID', 'totalNetAmount', 'releaseStatusCode', 'dueDate'] as const) {
      const up = await portal.call(invoices.all, { query: { sort }, as: admin })
      const down = await portal.call(invoices.all, { query: { sort: `-${sort}` }, as: admin })
      assert.deepEqual(
        up.body.map(({ invoiceID }) => invoiceID).toReversed(),
        down.body.map(({ invoiceID }) => invoiceID),
      )
    }
  })

  it('by customer accepts the caller’s own account or user id; for admins any', async () => {
    const of = async (id: string, as: TestUser) => {
      const { status, body } = await portal.call(invoices.ofCustomer, { params: { id }, query: {}, as })
      return status === 200 ? body.map(({ invoiceID }) => invoiceID) : status
    }
    assert.deepEqual(await of('1000001', acme), acmeInvoices)
    assert.deepEqual(await of(acme._id, acme), acmeInvoices)
    assert.deepEqual(await of(acme._id, admin), acmeInvoices)
    assert.deepEqual(await of('02000002', admin), ['CANARY-1'])
    for (const id of ['2000002', other._id, admin._id, '0', '%']) assert.equal(await of(id, acme), 404, id)
    assert.equal(await of(nobody._id, nobody), 404)
  })
})

describe('an invoice', () => {
  it('has every field of the contract, and the order if the caller can see it', async () => {
    const { body } = await portal.call(invoices.byId, { params: { id: '90000001' }, as: acme })
    assert.deepEqual(body, {
      invoiceID: '90000001',
      PurchaseOrder_KUT: 'PO-1',
      Date: day(-40),
      CreationDateTime: '2026-10-12T04:00:00.000-04:00',
      TrackingNumber_KUT: '000794612345678,1Z999',
      ShipVia_KUT: 'FEDEX PRIORITY OVERNIGHT',
      FedExAccount_KUT: '',
      TotalGrossAmount: 1234.5,
      currencyCode: 'USD',
      ReleaseStatusCode: '3',
      ShippingChargeAmountcontent_KUT: 34.5,
      TotalNetAmount: 1234.5,
      BuyerPartyID: '1000001',
      PayerPartyID: '1000001',
      dueDate: day(-10),
      settlement: 'overdue',
      openAmount: 1000,
      openAmountAt: body.openAmountAt,
      isCredit: false,
      cancels: null,
      cancelledBy: null,
      order: { _id: order, orderIdSap: '510020' },
      paidInPortal: null,
      priceDifference: { ordered: 1200, invoiced: 1234.5 },
      buyerName: 'Acme Pharmacy',
      payerName: 'Acme Pharmacy',
      lines: null,
      notBilled: [],
      questions: [],
    })
  })

  it('compares billed lines with ordered lines and lists what is not billed yet', async () => {
    const ordered = await addListedOrder(db, { user_id: acme._id, erp_id: '510021' })
    const line = { order_id: ordered, quantity: 4, price: 10 }
    await db
      .insertInto('order_line')
      .values([
        { ...line, line_no: 1, name: 'Tramadol 50 mg', slug: '00093-0058-01' },
        { ...line, line_no: 2, name: 'Trulicity 0.75 mg', slug: '00002-1433-80' },
        { ...line, line_no: 3, name: 'Gauze', slug: 'ITEM-7' },
      ])
      .execute()
    const bill = (id: string, lines: { product_number: string; quantity: number; net_amount: number }[]) =>
      addInvoice(db, { id, party_id: '3000003', order_id: ordered, payer_party_id: '1000001' }).then(() =>
        db
          .insertInto('invoice_line')
          .values(lines.map((one, at) => ({ invoice_id: id, line_no: at + 1, name: 'As the ERP calls it', ...one })))
          .execute(),
      )
    await bill('LINES-1', [
      { product_number: '0093-0058-01', quantity: 4, net_amount: 44 },
      { product_number: 'ELSE-1', quantity: 1, net_amount: 5 },
    ])
    await bill('LINES-2', [{ product_number: '00002-1433-80', quantity: 3, net_amount: 30 }])
    const { body } = await portal.call(invoices.byId, { params: { id: 'LINES-1' }, as: acme })
    assert.deepEqual(
      body.lines?.map(({ name, quantity, price, ordered: beside }) => [name, quantity, price, beside]),
      [
        ['Tramadol 50 mg', 4, 11, { quantity: 4, price: 10 }],
        ['As the ERP calls it', 1, 5, null],
      ],
    )
    assert.deepEqual(body.notBilled, [
      { number: '00002-1433-80', name: 'Trulicity 0.75 mg', quantity: 1 },
      { number: 'ITEM-7', name: 'Gauze', quantity: 4 },
    ])

    // If the lines of one invoice are unknown, nothing can be reported as not billed.
    await addInvoice(db, { id: 'LINES-3', party_id: '3000003', order_id: ordered, payer_party_id: '1000001' })
    const { body: unclear } = await portal.call(invoices.byId, { params: { id: 'LINES-1' }, as: acme })
    assert.deepEqual(unclear.notBilled, [])
    await transaction(db, (tx) =>
      deleteRecords(tx, async () => {
        await tx.deleteFrom('invoice_line').where('invoice_id', 'like', 'LINES-%').execute()
        await tx.deleteFrom('invoice').where('id', 'like', 'LINES-%').execute()
      }),
    )
  })

  it('names the customer to admins only', async () => {
    const named = async (as: TestUser) =>
      (await portal.call(invoices.list, { params: { filter: '{"inv":"90000001"}' }, query: {}, as })).body.map(
        ({ customer }) => customer,
      )
    assert.deepEqual(await named(admin), ['Acme Pharmacy'])
    assert.deepEqual(await named(acme), [''])
  })

  it('of another account is not found on any route', async () => {
    for (const url of [
      '/api/users/InvoiceDetailsById/CANARY-1',
      '/api/users/DownloadPDF/CANARY-1',
      '/api/users/InvoicesByCustomer/2000002',
      '/api/users/InvoiceStatement/2000002?month=2026-11',
      '/api/users/InvoiceStatement/2000002/csv?month=2026-11',
      `/api/users/InvoiceStatement/${other._id}/csv?month=2026-11`,
      '/api/users/InvoiceTotals?account=2000002',
    ])
      for (const as of [acme, rep, nobody]) {
        const { status, raw } = await portal.send({ method: 'GET', url, as })
        assert.equal(status, 404, url)
        assert.ok(!raw.body.includes('77'), url)
      }
    for (const id of ["' or true --", '%', '../x', 'a b', '9'.repeat(41)]) {
      const { status } = await portal.send({
        method: 'GET',
        url: `/api/users/InvoiceDetailsById/${encodeURIComponent(id)}`,
        as: acme,
      })
      assert.ok([400, 404].includes(status), id)
    }
  })
})

describe('the file of invoices', () => {
  it('has the rows of the list with the same rights, and no formulas', async () => {
    const mine = await portal.send({ method: 'GET', url: '/api/users/InvoicesListFilter/%7B%7D/csv', as: acme })
    assert.equal(mine.raw.body.trim().split('\r\n').length, 1 + 4)
    assert.ok(!mine.raw.body.includes('CANARY'))
    const all = await portal.send({ method: 'GET', url: '/api/users/InvoicesListFilter/%7B%7D/csv', as: admin })
    assert.equal(all.raw.body.trim().split('\r\n').length, 1 + 5)
    assert.ok(all.raw.body.includes(",'=cmd|calc,"))
    assert.ok(
      all.raw.body.includes('FEDEX PRIORITY OVERNIGHT,"000794612345678,1Z999",Completed,1234.5,USD,overdue,1000'),
    )
  })
})

describe('the totals', () => {
  it('add up what the ERP reported, by age, and count what is unknown', async () => {
    const { body } = await portal.call(invoices.totals, { query: {}, as: acme })
    const [usd] = body
    assert.deepEqual([body.length, usd?.currency, usd?.open, usd?.overdue], [1, 'USD', 1020, 1000])
    assert.equal(usd?.paid, 234.5 + 50)
    assert.deepEqual(
      usd?.ages.map(({ amount, invoices: count }) => [amount, count]),
      [
        [20, 1],
        [1000, 1],
        [0, 0],
        [0, 0],
        [0, 0],
      ],
    )
    assert.deepEqual(usd?.unknown, { invoices: 1, amount: 7 })
  })

  it('cover all accounts for admins, or one', async () => {
    const { body: all } = await portal.call(invoices.totals, { query: {}, as: admin })
    assert.equal(all[0]?.open, 1097)
    const { body: one } = await portal.call(invoices.totals, { query: { account: '2000002' }, as: admin })
    assert.equal(one[0]?.open, 77)
  })
})

describe('the statement', () => {
  it('lists the invoices of a month as PDF and as CSV', async () => {
    const month = day(-5).slice(0, 7)
    const inMonth = [-2, -5, -20, -40].filter((offset) => day(offset).startsWith(month)).length
    const url = (file: string) => `/api/users/InvoiceStatement/${acme._id}${file}?month=${month}`
    const csv = await portal.send({ method: 'GET', url: url('/csv'), as: acme })
    assert.equal(csv.status, 200)
    assert.equal(csv.raw.body.trim().split('\r\n').length, 1 + inMonth)
    assert.ok(!csv.raw.body.includes('CANARY'))
    const pdf = await portal.send({ method: 'GET', url: url(''), as: acme })
    assert.equal(pdf.raw.headers['content-type'], 'application/pdf')
    assert.ok(pdf.raw.rawPayload.subarray(0, 5).equals(Buffer.from('%PDF-')))
    for (const bad of ['2026-13', '2026', '', "2026-11' --"]) {
      const { status } = await portal.send({
        method: 'GET',
        url: `/api/users/InvoiceStatement/${acme._id}?month=${encodeURIComponent(bad)}`,
        as: acme,
      })
      assert.equal(status, 400, bad)
    }
  })
})
