import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { addInvoice, addListedOrder } from '#orders/history/testing-lists.ts'
import { newId } from '#platform/db/new-id.ts'
import { startTestPortal, type TestUser } from '#portal/testing.ts'
import { withCheckDigit } from '#shared/check-digit.ts'
import { traceability } from '../contract.ts'
import { manufacturerGln, shipmentXml, type TestShipment, wholesalerGln } from '../epcis/testing-documents.ts'
import { receiveTestDocument } from '../testing-receive.ts'
import { deliveries } from './contract.ts'

const portal = await startTestPortal({ environment: { OWN_GLNS: wholesalerGln } })
const { db } = portal
const admin = await portal.addUser({ is_admin: true, account_number: '' })
const rep = await portal.addUser({ is_sales_rep: true, account_number: '' })
const acmeGln = withCheckDigit('030002222222')
const acme = await portal.addUser({ account_number: '1000001', gln_number: acmeGln })
const other = await portal.addUser({ account_number: '2000002', gln_number: withCheckDigit('030003333333') })

const drug = '0001-0123-45'
let orders = 0

interface TestLine {
  slug?: string
  quantity?: number
  needs_trace?: boolean | null
}

/** A shipped order of the buyer. */
const addOrder = async (lines: TestLine[], { as = acme, isShipped = true } = {}) => {
  orders += 1
  const number = `PO-${orders}`
  const id = await addListedOrder(db, {
    user_id: as._id,
    erp_id: `51${orders}`,
    purchase_order: number,
    ...(isShipped && { shipped_at: new Date() }),
  })
  await db
    .insertInto('order_line')
    .values(
      lines.map(({ slug = drug, quantity = 2, needs_trace = true }, at) => ({
        order_id: id,
        line_no: at + 1,
        name: slug,
        slug,
        quantity,
        price: 1,
        needs_trace,
      })),
    )
    .execute()
  return { id, number }
}

const send = async (order: string, shipment: TestShipment = {}) => {
  const answer = await receiveTestDocument(
    portal,
    shipmentXml({ seller: wholesalerGln, buyer: acmeGln, order, instance: `for ${order}`, ...shipment }),
    admin,
  )
  assert.equal(answer.status, 201, answer.body.message)
  return String(answer.body['_id'])
}

const traceOf = async (id: string, as: TestUser = acme) => {
  const { status, body } = await portal.call(deliveries.ofOrder, { params: { id }, as })
  assert.equal(status, 200, body.message)
  return { ...body, states: body.lines.map(({ state }) => state) }
}

/** Runs the job that checks queued orders. */
const check = async () => {
  await portal.worker.queueRecurring()
  await db
    .updateTable('job')
    .set({ run_at: new Date(0) })
    .where('kind', '=', 'traceability.check-deliveries')
    .execute()
  await portal.worker.drain()
}
const missing = async () => {
  await check()
  const { body } = await portal.call(deliveries.missing, { query: {}, as: admin })
  return body
}
const numbersOf = (rows: { purchaseOrder: string }[]) => rows.map(({ purchaseOrder }) => purchaseOrder)

test('each line of an order says whether its data is there, missing, not required or not known', async () => {
  const { id, number } = await addOrder([
    {},
    { slug: '0002-0123-45' },
    { slug: 'GAUZE', needs_trace: false },
    { slug: '0003-0123-45', needs_trace: null },
  ])
  assert.deepEqual((await traceOf(id)).states, ['missing', 'missing', 'notRequired', 'unknown'])
  await send(number, { serials: ['A1', 'A2'] })
  const { states, state, shipments } = await traceOf(id)
  assert.deepEqual([states, state], [['available', 'missing', 'notRequired', 'unknown'], 'missing'])
  assert.deepEqual(
    shipments.map(({ packages, documentId }) => [packages, documentId]),
    [[2, null]],
  )
  const seen = await portal.call(traceability.shipment, { params: { id: shipments[0]?._id ?? '' }, as: acme })
  assert.equal(seen.status, 200)
})

test('nothing is missing before an order ships, and what was not shipped is not missing', async () => {
  const { id } = await addOrder([{}, { slug: '0002-0123-45' }], { isShipped: false })
  assert.deepEqual((await traceOf(id)).states, ['notShipped', 'notShipped'])
  const invoice = await addInvoice(db, { order_id: id, party_id: '1000001', invoice_date: '2026-11-20' })
  await db
    .insertInto('invoice_line')
    .values({ invoice_id: invoice, line_no: 1, product_number: '00001012345', quantity: 1 })
    .execute()
  assert.deepEqual((await traceOf(id)).states, ['missing', 'notShipped'])
  await addInvoice(db, { order_id: id, party_id: '1000001', is_cancellation: true, cancels: invoice })
  await db.updateTable('invoice').set({ cancelled_by: 'C1' }).where('id', '=', invoice).execute()
  assert.deepEqual((await traceOf(id)).states, ['notShipped', 'notShipped'])
})

test('an invoice has the data of its own shipments', async () => {
  const { id, number } = await addOrder([{ quantity: 4 }])
  const [first, second] = ['INV-A', 'INV-B']
  for (const invoice of [first, second]) {
    await addInvoice(db, { id: invoice, order_id: id, party_id: '1000001', buyer_party_id: '1000001' })
    await db
      .insertInto('invoice_line')
      .values({ invoice_id: invoice, line_no: 1, product_number: drug, quantity: 2 })
      .execute()
  }
  const named = shipmentXml({ seller: wholesalerGln, buyer: acmeGln, order: number, serials: ['B1', 'B2'] }).replace(
    '</bizTransactionList>',
    `<bizTransaction type="urn:epcglobal:cbv:btt:inv">urn:epcglobal:cbv:bt:${wholesalerGln}:${first}</bizTransaction></bizTransactionList>`,
  )
  assert.equal((await receiveTestDocument(portal, named, admin)).status, 201)
  const stateOf = async (invoice: string, as: TestUser = acme) => {
    const { status, body } = await portal.call(deliveries.ofInvoice, { params: { id: invoice }, as })
    return status === 200 ? body.state : status
  }
  assert.deepEqual([await stateOf(first), await stateOf(second)], ['available', 'missing'])
  assert.equal(await stateOf(first, other), 404)
  assert.equal((await traceOf(id)).state, 'partial')
})

test('strangers and unknown orders are 404; an inbound document with the order’s PO changes nothing', async () => {
  const { id, number } = await addOrder([{}])
  for (const as of [other, rep]) {
    const { status } = await portal.call(deliveries.ofOrder, { params: { id }, as })
    assert.equal(status, 404)
  }
  await send(number, { seller: manufacturerGln, buyer: wholesalerGln })
  const { states, shipments } = await traceOf(id)
  assert.deepEqual([states, shipments], [['missing'], []])
  const all = await traceOf(id, admin)
  assert.deepEqual(all.shipments, [])
})

test('deliveries without data are listed until their document arrives', async () => {
  const before = await missing()
  const { number } = await addOrder([{}, { slug: 'GAUZE', needs_trace: false }])
  const gauze = await addOrder([{ slug: 'GAUZE', needs_trace: false }])
  const unknown = await addOrder([{ needs_trace: null }])
  const waiting = await addOrder([{}], { isShipped: false })
  const after = await missing()
  assert.equal(after.deliveries, before.deliveries + 1)
  assert.equal(after.rows[0]?.purchaseOrder, number)
  for (const one of [gauze, unknown, waiting]) assert.ok(!numbersOf(after.rows).includes(one.number))
  await db.updateTable('sales_order').set({ erp_status: '3' }).where('id', '=', waiting.id).execute()
  assert.ok(numbersOf((await missing()).rows).includes(waiting.number))
  await send(number, { serials: ['C1', 'C2'] })
  const { body } = await portal.call(deliveries.missing, { query: {}, as: admin })
  assert.ok(!numbersOf(body.rows).includes(number), 'gone without the job')
})

test('a document with findings answers for a delivery after it was accepted, and one that was withdrawn no more', async () => {
  const { number } = await addOrder([{}])
  const id = await send(number, { serials: ['D1', 'D2'], lot: '' })
  assert.ok(numbersOf((await missing()).rows).includes(number))
  await portal.call(traceability.accept, { params: { id }, body: { reason: 'On the packing list.' }, as: admin })
  assert.ok(!numbersOf((await missing()).rows).includes(number))
  await sql`update trace_shipment set event_id = 'urn:uuid:1' where document_id = ${id}`.execute(db)
  const declared = shipmentXml({ seller: wholesalerGln, buyer: acmeGln, order: 'none', instance: 'declares' }).replace(
    '<action>OBSERVE</action>',
    '<action>OBSERVE</action><baseExtension><eventID>urn:uuid:1</eventID><errorDeclaration><declarationTime>2026-04-02T00:00:00Z</declarationTime></errorDeclaration></baseExtension>',
  )
  assert.equal((await receiveTestDocument(portal, declared, admin)).status, 201)
  assert.ok(numbersOf((await missing()).rows).includes(number))
})

test('a changed product is checked in the orders that did not record it', async () => {
  const product = newId()
  await db.insertInto('product').values({ id: product, name: 'Epcistra', slug: product }).execute()
  const { id, number } = await addOrder([{ needs_trace: null }])
  await db.updateTable('order_line').set({ product_id: product }).where('order_id', '=', id).execute()
  assert.ok(!numbersOf((await missing()).rows).includes(number))
  await db.updateTable('product').set({ needs_trace: true }).where('id', '=', product).execute()
  assert.ok(numbersOf((await missing()).rows).includes(number))
})

test('contradictions are listed: a package too many, and a buyer that nobody knows', async () => {
  const { number } = await addOrder([{ quantity: 1 }])
  await send(number, { serials: ['E1', 'E2'] })
  await send('E', { buyer: withCheckDigit('030009999999'), serials: ['E3'] })
  await check()
  const { body } = await portal.call(deliveries.conflicts, { query: {}, as: admin })
  const texts = body.rows.map(({ text }) => text)
  assert.ok(texts.includes(`${drug}: 2 in the documents, 1 ordered.`), texts.join())
  assert.ok(texts.some((text) => text.startsWith('No customer has the GLN')))
})

test('only admins read the lists', async () => {
  for (const as of [acme, rep])
    for (const endpoint of [deliveries.missing, deliveries.conflicts])
      assert.equal((await portal.call(endpoint, { query: {}, as })).status, 403)
})

test('a document without a customer is matched again after the GLN was corrected', async () => {
  const { id: orderId, number } = await addOrder([{}])
  const gln = withCheckDigit('030008888888')
  const id = await send(number, { buyer: gln, serials: ['G1', 'G2'] })
  const match = (as: TestUser = admin) => portal.call(traceability.matchAgain, { params: { id }, as })
  assert.equal((await match(acme)).status, 403)
  assert.equal((await match()).body.left, 1)
  assert.equal((await traceOf(orderId)).state, 'missing')
  await db.updateTable('business').set({ gs1_number: gln }).where('id', '=', acme.businessId).execute()
  assert.equal((await match()).body.left, 0)
  assert.equal((await traceOf(orderId)).state, 'available')
  const strange = await portal.call(traceability.matchAgain, { params: { id: newId() }, as: admin })
  assert.equal(strange.status, 404)
})

test('a document without a customer stays away from the owner of the order that it names', async () => {
  const { id: orderId, number } = await addOrder([{}])
  const id = await send(number, { seller: manufacturerGln, buyer: withCheckDigit('030007777777') })
  assert.equal((await portal.call(traceability.matchAgain, { params: { id }, as: admin })).body.left, 1)
  assert.equal((await traceOf(orderId)).state, 'missing')
})
