import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { addProducts } from '#catalog/add-products.ts'
import { orders } from '#orders/contract.ts'
import { addInvoice, addListedOrder } from '#orders/history/testing-lists.ts'
import type { OrderFilter } from '#orders/order-shapes.ts'
import { daysInWords } from '#shared/read-days.ts'
import { startTestPortal, type TestUser } from '#portal/testing.ts'
import { type InvoiceFilter, invoices } from './contract.ts'

const portal = await startTestPortal()
const { db } = portal
const admin = await portal.addUser({ is_admin: true, account_number: '' })
const rep = await portal.addUser({ is_sales_rep: true, account_number: '', name: 'Renée', last_name: 'Hill' })
const nunez = await portal.addUser({
  account_number: '1000001',
  company_name: 'Farmacia Núñez',
  name: 'José',
  last_name: 'Peña',
  email: 'jose@nunez.example',
})
const colleague = await portal.addUser({ account_number: '1000001', name: 'Ada', last_name: 'Byron' })
const stranger = await portal.addUser({ account_number: '2000002', company_name: 'Northside Clinic', name: 'Ada' })

const [amoxicillin, vanished] = await addProducts(db, [
  { name: 'Amoxicillin 500 mg Capsules', ndc_number: '00093-3109-01', is_published: true },
  { name: 'Crème Dermique 30 g', ndc_number: 'ITEM-77', is_item_number: true, is_published: true },
])
await db
  .updateTable('product')
  .set({ deleted_at: new Date() })
  .where('id', '=', vanished?._id ?? '')
  .execute()

const named = new Map<string, string>()
const order = async (
  name: string,
  facts: Parameters<typeof addListedOrder>[1],
  line: { product_id?: string; name: string; slug: string },
) => {
  const id = await addListedOrder(db, facts)
  named.set(id, name)
  await db
    .insertInto('order_line')
    .values({ order_id: id, line_no: 1, quantity: 1, price: 1, ...line })
    .execute()
  return id
}
const mine = { user_id: nunez._id, placed_by: nunez._id, bill_to_party_id: '1000001' }

const first = await order(
  'first',
  {
    ...mine,
    erp_id: '510020',
    purchase_order: 'PO-77',
    is_paid: true,
    payment_method: 'Stripe',
    created_at: `${portal.day(-1)}T12:00:00Z`,
  },
  { product_id: amoxicillin?._id ?? '', name: 'Amoxicillin 500 mg Capsules', slug: '00093-3109-01' },
)
await order(
  'second',
  {
    ...mine,
    user_id: colleague._id,
    placed_by: rep._id,
    tracking_code: '1Z999AA10123456784',
    created_at: `${portal.day(-3)}T12:00:00Z`,
  },
  { product_id: vanished?._id ?? '', name: 'Crème Dermique 30 g', slug: 'ITEM-77' },
)
await order(
  'typed',
  { erp_created: true, bill_to_party_id: '1000001', erp_id: '990001', created_at: `${portal.day(-40)}T12:00:00Z` },
  { name: 'Gants Stériles', slug: 'GLOVE-1' },
)
await order(
  'foreign',
  {
    user_id: stranger._id,
    placed_by: stranger._id,
    erp_id: '777777',
    purchase_order: 'PO-77',
    bill_to_party_id: '2000002',
    created_at: `${portal.day(-1)}T12:00:00Z`,
  },
  { product_id: amoxicillin?._id ?? '', name: 'Amoxicillin 500 mg Capsules', slug: '00093-3109-01' },
)

const found = async (call: typeof orders.mine | typeof orders.all, as: TestUser, filter: OrderFilter) => {
  const id = call === orders.all ? 'all' : as._id
  const { status, body } = await portal.call(call, { params: { id }, query: { query: JSON.stringify(filter) }, as })
  assert.equal(status, 200, JSON.stringify(filter))
  const file = await portal.send({
    method: 'GET',
    url: `${call.path.replace(':id', id)}/csv?query=${encodeURIComponent(JSON.stringify(filter))}`,
    as,
  })
  assert.equal(file.raw.body.trim().split('\r\n').length, 1 + body.length, 'the file has the rows of the list')
  return body.map(({ _id }) => named.get(_id))
}

describe('filters of the order list', () => {
  const cases: [filter: OrderFilter, all: string[]][] = [
    [{ billToPartyID: 'nunez' }, ['first', 'second', 'typed']],
    [{ billToPartyID: 'FARMACIA NÚÑEZ' }, ['first', 'second', 'typed']],
    [{ person: 'jose pena' }, ['first']],
    [{ person: 'jose@nunez' }, ['first']],
    [{ person: 'renee' }, ['second']],
    [{ person: 'ada' }, ['foreign', 'second']],
    [{ person: '%' }, []],
    [{ product: 'amoxicillin' }, ['foreign', 'first']],
    [{ product: 'amoxi' }, ['foreign', 'first']],
    [{ product: 'amoxicillin', person: 'pena' }, ['first']],
    [{ product: '00093-3109-01' }, ['foreign', 'first']],
    [{ product: '0093-3109-01' }, ['foreign', 'first']],
    [{ product: 'creme dermique' }, ['second']],
    [{ product: 'ITEM-77' }, ['second']],
    [{ product: 'gants steriles' }, ['typed']],
    [{ product: 'glove-1' }, ['typed']],
    // A similar name of another product, which no order has.
    [{ product: 'ampicillin' }, []],
    [{ payment: 'paid' }, ['first']],
    [{ payment: 'unpaid' }, ['foreign', 'second', 'typed']],
    [{ payment: 'Stripe' }, ['first']],
    [{ payment: 'PayPal' }, []],
    [{ payment: 'By Invoice', person: 'ada' }, ['foreign', 'second']],
    [{ payment: 'somehow' }, []],
    [{ any: '510020' }, ['first']],
    [{ any: 'PO-77' }, ['foreign', 'first']],
    [{ any: '1z999aa1' }, ['second']],
    [{ any: 'nunez' }, ['first', 'second', 'typed']],
    [{ any: 'pena' }, ['first']],
    [{ any: first }, ['first']],
    [{ createdAt: 'yesterday' }, ['foreign', 'first']],
    [{ createdAt: daysInWords({ from: portal.day(-1), to: portal.day(-1) }) }, ['foreign', 'first']],
    [{ createdAt: `${portal.day(-3)} to ${portal.day(-1)}` }, ['foreign', 'first', 'second']],
    [{ createdAt: 'last 30 days' }, ['foreign', 'first', 'second']],
    [{ createdAt: `before ${portal.day(-3)}` }, ['typed']],
    [{ createdAt: 'tomorrow' }, []],
  ]
  const sorted = (names: (string | undefined)[]) => names.toSorted()
  for (const [filter, all] of cases)
    it(`${JSON.stringify(filter)} finds ${all.length}`, async () => {
      assert.deepEqual(sorted(await found(orders.all, admin, filter)), sorted(all))
      const own = all.filter((name) => name !== 'foreign')
      for (const as of [nunez, colleague]) assert.deepEqual(sorted(await found(orders.mine, as, filter)), sorted(own))
      const placed = all.filter((name) => name === 'second')
      assert.deepEqual(await found(orders.mine, rep, filter), placed)
      const foreign = all.filter((name) => name === 'foreign')
      assert.deepEqual(await found(orders.mine, stranger, filter), foreign)
    })

  it('refuses an ambiguous day and text that is not a date', async () => {
    const ask = (createdAt: string) =>
      portal.send({
        method: 'GET',
        url: `/api/orders/mineSAPLocal/${nunez._id}?query=${encodeURIComponent(JSON.stringify({ createdAt }))}`,
        as: nunez,
      })
    const unclear = await ask('3/4/26')
    assert.equal(unclear.status, 400)
    assert.match(String(unclear.body.message), /“3\/4\/26” could be Mar 4, 2026 or Apr 3, 2026/)
    const none = await ask('someday')
    assert.deepEqual([none.status, /“someday” is not a date/.test(String(none.body.message))], [400, true])
  })
})

const bill = { party_id: '1000001', buyer_party_id: '1000001', payer_party_id: '1000001' }
const open = { total_net_amount: 50, total_gross_amount: 50, open_amount: 50 }
await addInvoice(db, {
  id: 'I-SOON',
  ...bill,
  ...open,
  invoice_date: portal.day(-1),
  due_date: portal.day(29),
  tracking_number: '1Z42',
})
await addInvoice(db, {
  id: 'I-DONE',
  ...bill,
  ...open,
  open_amount: 0,
  invoice_date: portal.day(-60),
  due_date: portal.day(-30),
})
await addInvoice(db, {
  id: 'I-SENT',
  ...bill,
  ...open,
  order_id: first,
  invoice_date: portal.day(-1),
  due_date: portal.day(-1),
})
await addInvoice(db, {
  id: 'I-CREDIT',
  ...bill,
  ...open,
  open_amount: -50,
  total_gross_amount: -50,
  is_credit: true,
  invoice_date: portal.day(-2),
})
await addInvoice(db, {
  id: 'I-DEAD',
  ...bill,
  ...open,
  cancelled_by: 'I-STOP',
  invoice_date: portal.day(-2),
  due_date: portal.day(-2),
})
await addInvoice(db, {
  id: 'I-OPENLESS',
  ...bill,
  ...open,
  open_amount: null,
  invoice_date: portal.day(-2),
  due_date: portal.day(20),
})
await addInvoice(db, {
  id: 'F-LATE',
  party_id: '2000002',
  buyer_party_id: '2000002',
  payer_party_id: '2000002',
  ...open,
  invoice_date: portal.day(-45),
  due_date: portal.day(-15),
  purchase_order: 'PO-88',
})

describe('filters of the invoice list', () => {
  before(async () => {
    const billed = await order(
      'billed',
      {
        ...mine,
        user_id: colleague._id,
        placed_by: colleague._id,
        erp_id: '510099',
        created_at: `${portal.day(-46)}T12:00:00Z`,
      },
      { product_id: amoxicillin?._id ?? '', name: 'Amoxicillin 500 mg Capsules', slug: '00093-3109-01' },
    )
    await addInvoice(db, {
      id: 'I-LATE',
      ...bill,
      ...open,
      order_id: billed,
      invoice_date: portal.day(-45),
      due_date: portal.day(-15),
      purchase_order: 'PO-88',
    })
  })

  const list = async (as: TestUser, filter: InvoiceFilter) => {
    const { status, body } = await portal.call(invoices.list, {
      params: { filter: JSON.stringify(filter) },
      query: {},
      as,
    })
    assert.equal(status, 200, JSON.stringify(filter))
    return body.map(({ invoiceID }) => invoiceID).toSorted()
  }
  const own = ['I-CREDIT', 'I-DEAD', 'I-DONE', 'I-LATE', 'I-OPENLESS', 'I-SENT', 'I-SOON']
  const cases: [filter: InvoiceFilter, all: string[]][] = [
    [{ account: 'nunez' }, own],
    [{ account: '1000001' }, own],
    [{ account: 'northside' }, ['F-LATE']],
    [{ po: 'po-88' }, ['F-LATE', 'I-LATE']],
    [{ date: 'yesterday' }, ['I-SENT', 'I-SOON']],
    [{ date: `${portal.day(-60)} to ${portal.day(-45)}` }, ['F-LATE', 'I-DONE', 'I-LATE']],
    [{ due: `${portal.day(-15)}` }, ['F-LATE', 'I-LATE']],
    [{ due: `since ${portal.day(20)}` }, ['I-OPENLESS', 'I-SOON']],
    [{ due: portal.day(-15).slice(0, 7), account: 'northside' }, ['F-LATE']],
    [{ payment: 'overdue' }, ['F-LATE', 'I-LATE']],
    [{ payment: 'open' }, ['I-SOON']],
    [{ payment: 'owed' }, ['F-LATE', 'I-LATE', 'I-SOON']],
    [{ payment: 'unsettled' }, ['F-LATE', 'I-CREDIT', 'I-LATE', 'I-SOON']],
    [{ payment: 'paid' }, ['I-DONE']],
    [{ payment: 'onItsWay' }, ['I-SENT']],
    [{ payment: 'unknown' }, ['I-OPENLESS']],
    [{ payment: 'credit' }, ['I-CREDIT']],
    [{ payment: 'canceled' }, ['I-DEAD']],
    [{ payment: 'else' }, []],
    [{ person: 'byron' }, ['I-LATE']],
    [{ person: 'pena' }, ['I-SENT']],
    [{ product: 'amoxicillin' }, ['I-LATE', 'I-SENT']],
    [{ any: 'PO-88' }, ['F-LATE', 'I-LATE']],
    [{ any: '0000510099' }, ['I-LATE']],
    [{ any: '1z42' }, ['I-SOON']],
  ]
  for (const [filter, all] of cases)
    it(`${JSON.stringify(filter)} finds ${all.length}`, async () => {
      assert.deepEqual(await list(admin, filter), all)
      assert.deepEqual(
        await list(nunez, filter),
        all.filter((id) => id.startsWith('I-')),
      )
      assert.deepEqual(
        await list(stranger, filter),
        all.filter((id) => id.startsWith('F-')),
      )
      assert.deepEqual(await list(rep, filter), [])
    })

  it('shows in each row the value that its filter matches', async () => {
    const wordOf: Record<string, string[]> = {
      overdue: ['overdue'],
      open: ['open'],
      owed: ['open', 'overdue'],
      paid: ['paid'],
      onItsWay: ['onItsWay'],
      unknown: ['unknown'],
      credit: ['credit', 'creditUsed'],
      canceled: ['cancelled', 'cancellation'],
    }
    for (const [payment, words] of Object.entries(wordOf)) {
      const params = { filter: JSON.stringify({ payment }) }
      const { body } = await portal.call(invoices.list, { params, query: {}, as: admin })
      assert.ok(body.length > 0, payment)
      for (const { settlement } of body) assert.ok(words.includes(settlement), `${payment}: ${settlement}`)
    }
  })

  it('refuses an ambiguous due date', async () => {
    const { status, body } = await portal.send({
      method: 'GET',
      url: `/api/users/InvoicesListFilter/${encodeURIComponent('{"due":"3/4"}')}`,
      as: nunez,
    })
    assert.equal(status, 400)
    assert.match(String(body.message), /could be Mar 4, \d{4} or Apr 3, \d{4}/)
  })
})
