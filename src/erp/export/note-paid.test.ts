import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { payments } from '#billing/payments/contract.ts'
import { startTestPortal } from '#portal/testing.ts'
import { createByd } from '../byd/byd.ts'
import { queueExport } from '#orders/queue-export.ts'
import { addOrder, makeDue, orderIn } from '../testing-orders.ts'
import { simulatorConfig, startTestSimulator } from '../testing-simulator.ts'

const quick = { connectMilliseconds: 500, readMilliseconds: 2_000, createMilliseconds: 2_000, retryMilliseconds: [5] }
const change = 'MERGE khsalesorder/SalesOrderCollection'
const paidField = { ERP_FIELD_PAID: 'PaidOn_KUT' }
/** Already the next day in UTC. */
const lateEvening = new Date('2026-11-20T23:30:00-05:00')

const simulator = await startTestSimulator()
const telling = await startTestPortal({
  environment: { ...simulator.environment, ...paidField },
  erp: createByd(simulatorConfig(simulator, paidField), quick),
})
const silent = await startTestPortal({
  environment: simulator.environment,
  erp: createByd(simulatorConfig(simulator), quick),
})
const { db, worker } = telling
const admins = {
  telling: await telling.addUser({ is_admin: true }),
  silent: await silent.addUser({ is_admin: true }),
}

beforeEach(async () => {
  await simulator.on()
  await simulator.forgetFaults()
  await simulator.forgetRequests()
  await db.deleteFrom('job').execute()
  await makeDue(db)
})

const place = (facts: object = {}) => addOrder(db, { items_price: 25, total_price: 25, ...facts })

const pay = async (id: string): Promise<void> => {
  const { status } = await telling.call(payments.markPaid, {
    params: { id },
    body: { note: 'Cheque' },
    as: admins.telling,
  })
  assert.equal(status, 200)
}

const workWhenDue = async (): Promise<void> => {
  await makeDue(db)
  await db
    .updateTable('job')
    .where('kind', '=', 'erp.note-paid')
    .set({ run_at: sql<Date>`now()` })
    .execute()
  await worker.drain()
}

const notesLeft = async (id: string): Promise<number> =>
  (await db.selectFrom('job').where('kind', '=', 'erp.note-paid').where('key', '=', id).select('id').execute()).length

const paidOnInErp = async (reference: string): Promise<(string | undefined)[]> =>
  (await simulator.orders(reference)).map(({ paidOn }) => paidOn)

const dayOf = (moment: Date | null): string =>
  moment ? new Intl.DateTimeFormat('en-CA', { timeZone: telling.config.BUSINESS_TIME_ZONE }).format(moment) : ''

test('the day of payment reaches the ERP’s order with one change', async () => {
  const { id, reference } = await place()
  await worker.drain()
  await pay(id)
  await worker.drain()
  const { paid_at } = await orderIn(db, id)
  assert.deepEqual(await paidOnInErp(reference), [dayOf(paid_at)])
  assert.deepEqual(await simulator.requests('MERGE'), [change])
  assert.equal(await notesLeft(id), 0)
})

test('the day is the business’s own, not the server’s', async () => {
  const { id, reference } = await place()
  await worker.drain()
  await pay(id)
  await db.updateTable('sales_order').where('id', '=', id).set({ paid_at: lateEvening }).execute()
  await worker.drain()
  assert.deepEqual(await paidOnInErp(reference), ['2026-11-20'])
})

test('after a lost reply the ERP is read first and nothing is written twice', async () => {
  const { id, reference } = await place()
  await worker.drain()
  await simulator.plan({ on: change, kind: 'reset-after', nth: 1 })
  await pay(id)
  await worker.drain()
  assert.equal(await notesLeft(id), 1)
  await workWhenDue()
  assert.equal((await paidOnInErp(reference)).length, 1)
  assert.match((await paidOnInErp(reference))[0] ?? '', /^\d{4}-\d\d-\d\d$/)
  assert.deepEqual(await simulator.requests('MERGE'), [change])
  assert.equal(await notesLeft(id), 0)
})

test('while the ERP is away the note waits, and arrives when it is back', async () => {
  const { id, reference } = await place()
  await worker.drain()
  await simulator.off()
  await pay(id)
  await worker.drain()
  assert.equal((await orderIn(db, id)).is_paid, true)
  assert.equal(await notesLeft(id), 1)
  await simulator.on()
  await workWhenDue()
  assert.match((await paidOnInErp(reference))[0] ?? '', /^\d{4}-\d\d-\d\d$/)
  assert.equal(await notesLeft(id), 0)
})

test('an order paid before the ERP has it is reported after linking', async () => {
  const { id, reference } = await place({ isQueued: false })
  await pay(id)
  await worker.drain()
  assert.equal(await notesLeft(id), 1)
  assert.deepEqual(await simulator.requests('MERGE'), [])
  await queueExport(db, id)
  await worker.drain()
  assert.equal((await orderIn(db, id)).erp_state, 'linked')
  await workWhenDue()
  assert.match((await paidOnInErp(reference))[0] ?? '', /^\d{4}-\d\d-\d\d$/)
  assert.equal(await notesLeft(id), 0)
})

test('a missing permission postpones the note and blocks no order', async () => {
  const { id } = await place()
  await worker.drain()
  await simulator.plan({ on: change, kind: 'status', status: 403 })
  await pay(id)
  await worker.drain()
  assert.equal(await notesLeft(id), 1)
  const other = await place()
  await worker.drain()
  assert.equal((await orderIn(db, other.id)).erp_state, 'linked')
})

test('without the setting the ERP is not called', async () => {
  const { id, reference } = await addOrder(silent.db, { items_price: 25, total_price: 25 })
  await silent.worker.drain()
  await simulator.forgetRequests()
  const { status } = await silent.call(payments.markPaid, { params: { id }, body: { note: '' }, as: admins.silent })
  assert.equal(status, 200)
  assert.deepEqual(await silent.db.selectFrom('job').where('kind', '=', 'erp.note-paid').selectAll().execute(), [])
  await silent.worker.drain()
  assert.deepEqual(await simulator.requests('MERGE'), [])
  assert.deepEqual(await paidOnInErp(reference), [''])
})

test('a rejected note is recorded once and not retried', async () => {
  const { id, reference } = await place()
  await worker.drain()
  await simulator.advance({ ticks: 3 })
  await pay(id)
  await worker.drain()
  assert.deepEqual(await paidOnInErp(reference), [''])
  assert.equal(await notesLeft(id), 0)
  const audit = await db
    .selectFrom('audit_entry')
    .where('entity_id', '=', id)
    .where('action', '=', 'payment not noted in the ERP')
    .select('after')
    .execute()
  assert.deepEqual(audit, [{ after: { message: 'Changing data not possible; data is read-only' } }])
  assert.equal((await orderIn(db, id)).is_paid, true)
})

test('the check names the field when the tenant lacks it', async () => {
  const poor = createByd(simulatorConfig(simulator, { ERP_FIELD_PAID: 'Settled_KUT' }), quick)
  const texts = (await poor.check()).map(({ level, text }) => `${level}: ${text}`)
  assert.ok(texts.includes('problem: SalesOrder has no field Settled_KUT: add it to the service.'), texts.join('\n'))
  await poor.close()

  const deliveries = { ERP_DELIVERY_SERVICE: 'khoutbounddelivery' }
  const good = createByd(simulatorConfig(simulator, { ...paidField, ...deliveries }), quick)
  assert.deepEqual(
    (await good.check()).filter(({ level }) => level !== 'good'),
    [],
  )
  await good.close()
})
