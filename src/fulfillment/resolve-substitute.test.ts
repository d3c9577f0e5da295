import assert from 'node:assert/strict'
import { test } from 'node:test'
import { orders } from '#orders/contract.ts'
import { placing } from '#orders/checkout/testing-placement.ts'
import { newId } from '#platform/db/new-id.ts'
import type { TestUser } from '#portal/testing.ts'
import { createByd } from '#erp/byd/byd.ts'
import { erpAccount, erpProducts, simulatorConfig } from '#erp/testing-simulator.ts'
import { runSync } from '#erp/sync/run-sync.ts'
import { quick, startSyncing } from '#erp/sync/testing-sync.ts'
import { fulfillment } from './contract.ts'

const { portal, simulator, given: usual } = await startSyncing()
const { call, addUser, db, worker } = portal
const { addProduct, codeFor, orderOf } = placing(portal)
const config = simulatorConfig(simulator, { ERP_DELIVERY_SERVICE: 'khoutbounddelivery' })
const given = { ...usual, config, erp: createByd(config, quick, 20) }
const buyer = await addUser({ account_number: erpAccount, buying_role: 'manager', name: 'Bo', last_name: 'Yer' })
const stranger = await addUser({ account_number: '1000002' })
const admin = await addUser({ is_admin: true, account_number: '' })
const director = await addUser({ is_admin: true, is_read_only: true, account_number: '' })
const rep = await addUser({ is_sales_rep: true, account_number: '', name: 'Rita', last_name: 'Rep' })
const stronger = { id: '00378-4152-01', description: 'Tramadol 100 mg, 100 tablets', unit: 'BTL', price: '14.00' }
await simulator.load({ materials: [stronger] })
const facts = { strength: '50 mg', dosage_form: 'Tablet', dea_schedule: '', cold_status: '' } as const
const tramadol = await addProduct({ ndc_number: erpProducts[0]?.id ?? '', price: 12.5, count_in_stock: 900, ...facts })
await addProduct({
  ndc_number: stronger.id,
  name: stronger.description,
  ...facts,
  strength: '100 mg',
  cold_status: 'Refrigerated',
})

/** An order of 5 pieces, ordered by the rep for the buyer, whose line the ERP replaces with another strength. */
const placeReplaced = async (quantity = '5') => {
  const body = orderOf([{ _id: tramadol, quantity: 5 }], await codeFor(rep, buyer._id), { purchaseOrder: '' })
  const { body: placed } = await call(orders.placeFor, {
    params: { userId: buyer._id },
    body: { ...body, forUser: buyer._id },
    as: rep,
  })
  await worker.drain()
  const number = (await orderIn(placed.order._id)).orderIdSap ?? ''
  await simulator.changeLine(number, '10', { substitute: stronger.id, quantity })
  await read()
  return { id: placed.order._id, number }
}
const read = async () => assert.equal((await runSync(given, 'orders')).state, 'done')
const readDeliveries = async () => assert.equal((await runSync(given, 'deliveries')).state, 'done')
const orderIn = async (id: string) => (await call(orders.byId, { params: { id }, as: buyer })).body
const listOf = async (id: string, as: TestUser = buyer) =>
  (await call(fulfillment.substitutes, { params: { id }, as })).body
const questionOf = async (id: string) => {
  const [asked, ...more] = await listOf(id)
  assert.ok(asked)
  assert.equal(more.length, 0)
  return asked
}
const answer = (id: string, said: 'yes' | 'no', as: TestUser = buyer) =>
  call(fulfillment.answerSubstitute, { params: { id }, body: { answer: said }, as })
const openExceptions = async (id: string) =>
  (
    await db
      .selectFrom('erp_exception')
      .select('message')
      .where('order_id', '=', id)
      .where('cleared_at', 'is', null)
      .execute()
  ).map(({ message }) => message)

test('a substitute of another strength waits for the buyer: on the page, in the email and for staff', async () => {
  const { id, number } = await placeReplaced()
  const asked = await questionOf(id)
  assert.deepEqual([asked.slug, asked.quantity, asked.answer], [stronger.id, 5, null])
  assert.match(asked.reasons, /strength/)
  assert.deepEqual([asked.coldStatus, asked.deaSchedule], ['Refrigerated', ''])
  assert.equal((await orderIn(id)).orderItems[0]?.substitutes?.[0]?.answer, 'waiting')
  for (const { email } of [buyer, rep]) {
    const mails = await db.selectFrom('mail').select(['subject', 'body']).where('recipient', '=', email).execute()
    const [mail] = mails.filter(({ subject }) => subject.includes(`${number} was changed`))
    assert.match(mail?.body ?? '', /would like to ship another product/)
    assert.match(mail?.body ?? '', /We need your answer: open the order and accept or decline/)
    assert.doesNotMatch(mail?.body ?? '', /Contact us before it ships/)
  }
  assert.match(
    (await openExceptions(id))[0] ?? '',
    /without consent: refrigerated or frozen, another or unknown strength/,
  )
})

test('a yes is recorded once with name and time, and becomes a task of the clerk', async () => {
  const { id, number } = await placeReplaced()
  const { id: question } = await questionOf(id)
  const replies = await Promise.all([answer(question, 'yes'), answer(question, 'no', rep), answer(question, 'yes')])
  assert.deepEqual(replies.map(({ status }) => status).toSorted(), [200, 409, 409])
  const said = await questionOf(id)
  assert.ok(said.answer !== null && said.answeredAt !== null)
  assert.ok(['Bo Yer', 'Rita Rep'].includes(said.answeredBy))
  const open = await openExceptions(id)
  assert.equal(open.length, 1)
  assert.match(
    open[0] ?? '',
    new RegExp(`${number}, item 20.*${said.answeredBy} (accepted|declined) 5 × Tramadol 100 mg`),
  )
  await read()
  assert.equal((await questionOf(id)).answer, said.answer)
})

test('a no of the rep for the customer: a task to cancel it, and the line is canceled when the ERP did', async () => {
  const { id, number } = await placeReplaced()
  const { id: question } = await questionOf(id)
  assert.equal((await answer(question, 'no', rep)).status, 200)
  assert.equal((await orderIn(id)).orderItems[0]?.substitutes?.[0]?.answer, 'no')
  assert.deepEqual(
    (await openExceptions(id)).map((message) => message.replace(number, 'N')),
    [
      `To be canceled in the ERP: order N, item 20. Rita Rep declined 5 × ${stronger.description} (${stronger.id}) instead of ${(await questionOf(id)).ordered}.`,
    ],
  )
  await simulator.cancelOrder(number, '20')
  await read()
  assert.deepEqual(await listOf(id), [])
  const order = await orderIn(id)
  assert.ok(order.isCancelled)
})

test('a withdrawn substitute cannot be answered, and more of it is asked again', async () => {
  const { id, number } = await placeReplaced('2')
  const first = await questionOf(id)
  assert.equal((await answer(first.id, 'yes')).status, 200)
  await simulator.changeLine(number, '20', { quantity: '1' })
  await read()
  assert.equal((await questionOf(id)).id, first.id)
  await simulator.changeLine(number, '20', { quantity: '4' })
  await read()
  const second = await questionOf(id)
  assert.deepEqual([second.answer, second.quantity], [null, 4])
  await simulator.cancelOrder(number, '20')
  await read()
  const { status, body } = await answer(second.id, 'yes')
  assert.deepEqual([status, body.message], [409, 'The wholesaler withdrew this substitute.'])
})

test('nobody accepts what the ship-to address may not get, and a no is still taken', async () => {
  const substitute = (dea_schedule: '' | 'CII' | 'CIV') =>
    db.updateTable('product').set({ dea_schedule }).where('ndc_number', '=', stronger.id).execute()
  const { id } = await placeReplaced()
  const { id: question } = await questionOf(id)
  await substitute('CII')
  const refused = [await answer(question, 'yes'), await answer(question, 'yes', admin)]
  await substitute('CIV')
  const registration = { id: newId(), business_id: buyer.businessId, kind: 'dea', number: 'AB1234563' } as const
  await db
    .insertInto('license')
    .values({ ...registration, expires_on: portal.day(-1) })
    .execute()
  refused.push(await answer(question, 'yes'))
  assert.deepEqual(
    refused.map(({ status, body }) => [status, /Schedule II|has expired/.exec(body.message)?.[0]]),
    [
      [409, 'Schedule II'],
      [409, 'Schedule II'],
      [409, 'has expired'],
    ],
  )
  assert.equal((await questionOf(id)).answer, null)
  assert.equal((await answer(question, 'no')).status, 200)
  await db
    .updateTable('license')
    .set({ expires_on: portal.day(9) })
    .where('id', '=', registration.id)
    .execute()
  const renewed = await questionOf((await placeReplaced()).id)
  assert.equal((await answer(renewed.id, 'yes')).status, 200)
  await substitute('')
})

test('strangers find nothing, directors cannot answer, and wrong input is refused', async () => {
  const { id } = await placeReplaced()
  const { id: question } = await questionOf(id)
  assert.equal((await call(fulfillment.substitutes, { params: { id }, as: stranger })).status, 404)
  assert.equal((await answer(question, 'yes', stranger)).status, 404)
  assert.equal((await answer('not-an-id', 'yes')).status, 400)
  assert.equal((await answer(question, 'yes', director)).status, 403)
  assert.equal(
    (
      await call(fulfillment.answerSubstitute, {
        params: { id: question },
        body: { answer: 'maybe' } as never,
        as: buyer,
      })
    ).status,
    400,
  )
  assert.equal((await listOf(id, admin)).length, 1)
  assert.equal((await questionOf(id)).answer, null)
})

test('after the order was canceled or has shipped, an answer is refused and makes no task', async () => {
  const canceled = await placeReplaced()
  const { id: gone } = await questionOf(canceled.id)
  await simulator.cancelOrder(canceled.number)
  await read()
  const late = await answer(gone, 'yes')
  assert.deepEqual([late.status, late.body.message], [409, 'This order was canceled.'])
  assert.deepEqual(await listOf(canceled.id), [])

  const shipped = await placeReplaced()
  const { id: sent } = await questionOf(shipped.id)
  await simulator.advance({ ticks: 4 })
  await read()
  assert.equal((await orderIn(shipped.id)).orderStatusSap, '3')
  assert.deepEqual(await listOf(shipped.id), [])
  for (const said of ['yes', 'no'] as const) {
    const { status, body } = await answer(sent, said)
    assert.deepEqual(
      [status, body.message],
      [409, 'This substitute has already shipped. You can return what you do not want.'],
    )
  }
  assert.ok((await openExceptions(shipped.id)).every((message) => !message.startsWith('To be canceled')))
})

test('a substitute in a parcel is not asked about any more, although its order is open', async () => {
  const { id, number } = await placeReplaced()
  const { id: sent } = await questionOf(id)
  await simulator.advance({ ticks: 1 })
  await simulator.deliver(number, [{ line: '20', quantity: '2' }])
  await readDeliveries()
  assert.equal((await questionOf(id)).id, sent, 'some of it can still be canceled')
  await simulator.deliver(number, [{ line: '20', quantity: '3' }])
  await readDeliveries()
  assert.notEqual((await orderIn(id)).orderStatusSap, '3')
  assert.deepEqual(await listOf(id), [])
  const [substitute] = (await orderIn(id)).orderItems[0]?.substitutes ?? []
  assert.deepEqual([substitute?.shipped, substitute?.answer], [5, undefined])
  assert.equal((await answer(sent, 'no')).status, 409)
})
