import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { orderChanges } from '#order-changes/contract.ts'
import { orders } from '#orders/contract.ts'
import { Postponed } from '#platform/jobs/worker.ts'
import { makeDue, addOrder, orderIn } from '../testing-orders.ts'
import { erpAccount, erpProducts, simulatorConfig, until } from '../testing-simulator.ts'
import { createByd } from '../byd/byd.ts'
import { sendChange } from './send-change.ts'
import { quick, startSyncing } from './testing-sync.ts'

const { portal, simulator, erp, given } = await startSyncing()
const { db, call, worker } = portal
const buyer = await portal.addUser({ account_number: erpAccount, name: 'Bo', last_name: 'Yer' })
const lower = 'MERGE khsalesorder/ItemScheduleLineCollection'
const cancelItem = 'POST khsalesorder/ItemCancel'

/** An order of 10 and 4 pieces at $12.50, linked to the ERP's order. */
const addLinked = async () => {
  const facts = { business_id: buyer.businessId, user_id: buyer._id, placed_by: buyer._id, isQueued: true }
  const { id } = await addOrder(db, { ...facts, quantity: 10, items_price: 175, total_price: 175, line_count: 2 })
  const slug = erpProducts[1]?.id ?? ''
  await db
    .insertInto('order_line')
    .values({ order_id: id, line_no: 2, name: 'B', slug, unit_of_measure: 'CTN', quantity: 4, price: 12.5 })
    .execute()
  await drainUntil(async () => (await orderIn(db, id)).erp_state === 'linked', 'it is linked')
  await simulator.forgetRequests()
  return { id, number: (await orderIn(db, id)).erp_id ?? '' }
}

const drainUntil = (holds: () => Promise<boolean>, what: string) =>
  until(async () => {
    await makeDue(db)
    await worker.drain()
    return holds()
  }, what)

const change = (id: string, lines: [line: number, from: number, to: number][]) =>
  call(orderChanges.request, {
    params: { id },
    body: { lines: lines.map(([line, from, to]) => ({ line, from, to })), reason: 'Not needed' },
    as: buyer,
  })
const listed = async (id: string) => (await call(orderChanges.list, { params: { id }, as: buyer })).body
const page = async (id: string) => (await call(orders.byId, { params: { id }, as: buyer })).body
const outcomesOf = async (id: string) =>
  (await listed(id)).changes.map(({ lines }) => lines.map(({ state, answer }) => [state, answer]))
const ends = (id: string) =>
  drainUntil(async () => (await listed(id)).changes.every(({ endedAt }) => endedAt !== null), 'every change ends')
const inErp = async (number: string) => {
  const [order] = (await erp.ordersByNumber([number])).rows
  return order?.lines.map(({ quantity, isCancelled }) => (isCancelled ? 'canceled' : quantity))
}
const mails = async () =>
  (await db.selectFrom('mail').select('subject').where('recipient', '=', buyer.email).orderBy('created_at').execute())
    .map(({ subject }) => subject)
    .slice(-1)[0]
const exceptionOf = async (id: string) =>
  (await db.selectFrom('erp_exception').select('message').where('order_id', '=', id).execute())
    .map(({ message }) => message)
    .join(' ')
/** Requests that the simulator has worked on or cut, by name. */
const sent = async () =>
  (await simulator.requests()).filter((one) => one === lower || one.startsWith(cancelItem)).length

describe('a change of an order in the ERP', () => {
  it('is asked, and done when a reading shows it', async () => {
    const { id, number } = await addLinked()
    const { body } = await change(id, [
      [1, 10, 6],
      [2, 4, 0],
    ])
    assert.deepEqual([body.way, body.message], ['erp', 'Change requested'])
    assert.deepEqual(await outcomesOf(id), [
      [
        ['asked', ''],
        ['asked', ''],
      ],
    ])
    assert.equal((await page(id)).totalPrice, 175)
    assert.equal((await change(id, [[1, 10, 5]])).status, 409)
    await ends(id)
    assert.deepEqual(await inErp(number), [6, 'canceled'])
    assert.deepEqual(await outcomesOf(id), [
      [
        ['done', ''],
        ['done', ''],
      ],
    ])
    const order = await page(id)
    assert.deepEqual([order.totalPrice, order.canceledLines], [75, 2])
    assert.deepEqual(
      order.orderItems.map(({ canceledQuantity }) => canceledQuantity),
      [4, 4],
    )
    assert.equal(await sent(), 2)
    assert.equal(await mails(), `Your order ${number} (PO PO-1) was changed`)
  })

  it('can be asked again once the first is done, down to a canceled order', async () => {
    const { id, number } = await addLinked()
    await change(id, [[1, 10, 6]])
    await ends(id)
    assert.equal((await change(id, [[1, 10, 3]])).status, 409, 'the quantity of before')
    await change(id, [
      [1, 6, 0],
      [2, 4, 0],
    ])
    await ends(id)
    const order = await page(id)
    assert.deepEqual([order.isCancelled, (await erp.ordersByNumber([number])).rows[0]?.isCancelled], [true, true])
    assert.equal(await mails(), `Your order ${number} (PO PO-1) was canceled`)
  })

  it('is too late once the warehouse has the order, whatever the portal last read', async () => {
    const { id, number } = await addLinked()
    await simulator.advance({ ticks: 2 })
    assert.equal((await listed(id)).way, 'erp')
    await change(id, [[1, 10, 6]])
    await ends(id)
    assert.deepEqual(await outcomesOf(id), [[['tooLate', 'The order is already being shipped.']]])
    assert.deepEqual([(await page(id)).totalPrice, await sent()], [175, 0])
    assert.deepEqual(await inErp(number), [10, 4])
    assert.equal(await mails(), `Your change of order ${number} was not possible`)
    const { way, why } = await listed(id)
    assert.deepEqual([way, why], [null, 'The order is already being shipped.'])
  })

  it('that the ERP refuses stays as ordered, and the admins are notified', async () => {
    const { id, number } = await addLinked()
    await simulator.plan({ on: lower, kind: 'status', status: 400, message: 'Quantity is fixed by contract', nth: 1 })
    await change(id, [
      [1, 10, 6],
      [2, 4, 0],
    ])
    await ends(id)
    const [lines] = await outcomesOf(id)
    assert.deepEqual(
      lines?.map(([state]) => state),
      ['refused', 'done'],
    )
    assert.match(String(lines?.[0]?.[1]), /fixed by contract/)
    assert.deepEqual([await inErp(number), (await page(id)).totalPrice], [[10, 'canceled'], 125])
    const exceptions = await db.selectFrom('erp_exception').select('message').where('order_id', '=', id).execute()
    assert.match(exceptions[0]?.message ?? '', /refused a change of order .*fixed by contract/)
  })

  for (const [kind, times] of [
    ['reset-after', 1],
    ['truncate', 1],
    ['reset-before', 2],
  ] as const)
    it(`whose answer is lost (${kind}) is looked up, and sent again only if it never arrived`, async () => {
      const { id, number } = await addLinked()
      await simulator.plan({ on: lower, kind, nth: 1 })
      await change(id, [[1, 10, 6]])
      await ends(id)
      assert.deepEqual(await outcomesOf(id), [[['done', '']]])
      assert.deepEqual([await inErp(number), (await page(id)).totalPrice, await sent()], [[6, 4], 125, times])
    })

  it('that is still on its way is not sent a second time', async () => {
    const { id, number } = await addLinked()
    await simulator.plan({ on: lower, kind: 'slow-commit', nth: 1, ms: 700 })
    await change(id, [[1, 10, 6]])
    const [asked] = (await listed(id)).changes
    const config = simulatorConfig(simulator)
    const impatient = { ...given, config, erp: createByd(config, { ...quick, createMilliseconds: 300 }) }
    const sendIt = () => sendChange(impatient, asked?._id ?? '', given.signal)
    await assert.rejects(sendIt, Postponed)
    await assert.rejects(sendIt, Postponed)
    await ends(id)
    assert.deepEqual([await inErp(number), await outcomesOf(id), await sent()], [[6, 4], [[['done', '']]], 1])
  })

  it('that is made while the export begins is in the order that is sent', async () => {
    const { id, reference } = await addOrder(db, { quantity: 10 })
    const locked = Promise.withResolvers<undefined>()
    const changed = db.transaction().execute(async (tx) => {
      await tx.selectFrom('sales_order').where('id', '=', id).select('id').forUpdate().execute()
      locked.resolve(undefined)
      // The export has read the order and waits to write its intent.
      await until(async () => {
        const { rows } = await sql`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
        return rows.length > 0
      }, 'the export waits for the order')
      await tx
        .updateTable('order_line')
        .where('order_id', '=', id)
        .set({ withdrawn_quantity: 3, cancelled_quantity: 3 })
        .execute()
    })
    await locked.promise
    await Promise.all([changed, drainUntil(async () => (await orderIn(db, id)).erp_state === 'linked', 'it is linked')])
    assert.equal(Number((await simulator.orders(reference))[0]?.lines[0]?.quantity), 7)
  })

  it('that meets the export is in the order that is sent, asked afterwards, or refused', async () => {
    const facts = { business_id: buyer.businessId, user_id: buyer._id, placed_by: buyer._id }
    const placed = await Promise.all(
      Array.from({ length: 12 }, () => addOrder(db, { ...facts, quantity: 10, items_price: 125, total_price: 125 })),
    )
    const exporting = drainUntil(async () => {
      const states = await Promise.all(placed.map(({ id }) => orderIn(db, id)))
      return states.every(({ erp_state }) => erp_state === 'linked')
    }, 'all are linked')
    const answers = await Promise.all(placed.map(({ id }) => change(id, [[1, 10, 7]])))
    await exporting
    for (const [at, { id, reference }] of placed.entries()) {
      await ends(id)
      const status = answers[at]?.status
      assert.ok(status === 200 || status === 409)
      const [order, ...more] = await simulator.orders(reference)
      const left = status === 200 ? 7 : 10
      assert.deepEqual([Number(order?.lines[0]?.quantity), more.length], [left, 0])
      assert.equal((await page(id)).totalPrice, left * 12.5)
    }
  })

  it('that the ERP accepts and never makes ends after a day, and a person is told', async () => {
    const { id, number } = await addLinked()
    await simulator.off()
    await change(id, [[1, 10, 6]])
    await makeDue(db)
    await worker.drain()
    await db
      .updateTable('order_change')
      .where('order_id', '=', id)
      .set({ asked_at: sql<Date>`now() - interval '25 hours'`, sent_at: sql<Date>`now() - interval '1 hour'` })
      .execute()
    await simulator.on()
    await ends(id)
    assert.deepEqual(await outcomesOf(id), [[['refused', 'Our warehouse system did not make the change. Contact us.']]])
    assert.deepEqual([await inErp(number), await sent(), (await page(id)).totalPrice], [[10, 4], 0, 175])
    const subject = `Your change of order ${number} was not possible`
    assert.equal((await db.selectFrom('mail').select('id').where('subject', '=', subject).execute()).length, 1)
    assert.match(await exceptionOf(id), /did not make the change/)
    assert.equal((await listed(id)).way, 'erp')
  })

  it('that was never sent ends after a day without a connection; one that was sent waits for a reading', async () => {
    const config = simulatorConfig(simulator)
    const unconnected = { ...given, config, erp: { ...given.erp, isConnected: false } }
    const askLongAgo = async (attempts: number) => {
      const { id } = await addLinked()
      await change(id, [[1, 10, 6]])
      const [asked] = (await listed(id)).changes
      const run = () => sendChange(unconnected, asked?._id ?? '', given.signal)
      await assert.rejects(run, Postponed)
      await db
        .updateTable('order_change')
        .where('order_id', '=', id)
        .set({ asked_at: sql<Date>`now() - interval '25 hours'`, attempts })
        .execute()
      return { id, run }
    }
    const never = await askLongAgo(0)
    await never.run()
    assert.equal((await outcomesOf(never.id))[0]?.[0]?.[0], 'refused')
    const once = await askLongAgo(1)
    await assert.rejects(once.run, Postponed)
    assert.equal((await outcomesOf(once.id))[0]?.[0]?.[0], 'asked')
    assert.match(await exceptionOf(once.id), /waits: The ERP is not connected/)
    await ends(once.id)
  })

  it('of an order known only by its number is sent once a reading has linked it', async () => {
    const { id, number } = await addLinked()
    await db.updateTable('sales_order').where('id', '=', id).set({ erp_object_id: null }).execute()
    await change(id, [[1, 10, 6]])
    await ends(id)
    assert.deepEqual([await outcomesOf(id), await inErp(number)], [[[['done', '']]], [6, 4]])
  })

  it('of an order that the ERP no longer has is refused', async () => {
    const { id } = await addLinked()
    for (const objectId of ['GONE', null]) {
      await db.updateTable('sales_order').where('id', '=', id).set({ erp_id: '4', erp_object_id: objectId }).execute()
      await change(id, [[1, 10, 6]])
      await ends(id)
    }
    assert.deepEqual(await outcomesOf(id), [
      [['refused', 'The ERP no longer has this order.']],
      [['refused', 'The ERP no longer has this order.']],
    ])
    assert.match(await exceptionOf(id), /no longer has this order/)
  })

  it('of a person who may no longer sign in has its outcome, and no mail', async () => {
    const { id } = await addLinked()
    await simulator.advance({ ticks: 2 })
    await change(id, [[1, 10, 6]])
    const before = await db.selectFrom('mail').select('id').where('recipient', '=', buyer.email).execute()
    await db.updateTable('user_account').where('id', '=', buyer._id).set({ is_active: false }).execute()
    const states = () =>
      db
        .selectFrom('order_change_line')
        .innerJoin('order_change', 'order_change.id', 'change_id')
        .where('order_id', '=', id)
        .select('state')
        .execute()
    await drainUntil(async () => (await states()).every(({ state }) => state !== 'asked'), 'it ends')
    assert.deepEqual(await states(), [{ state: 'tooLate' }])
    const after = await db.selectFrom('mail').select('id').where('recipient', '=', buyer.email).execute()
    assert.equal(after.length, before.length)
    await db.updateTable('user_account').where('id', '=', buyer._id).set({ is_active: true }).execute()
  })

  it('waits while the ERP is away, and the page says so', async () => {
    const { id } = await addLinked()
    await simulator.off()
    await change(id, [[1, 10, 6]])
    await makeDue(db)
    await worker.drain()
    assert.deepEqual(await outcomesOf(id), [[['asked', '']]])
    await simulator.on()
    await ends(id)
    assert.deepEqual(await outcomesOf(id), [[['done', '']]])
  })

  it('is done when the ERP’s office has canceled the order meanwhile', async () => {
    const { id, number } = await addLinked()
    await simulator.off()
    await change(id, [[1, 10, 6]])
    await simulator.on()
    await simulator.cancelOrder(number)
    await ends(id)
    assert.deepEqual([await outcomesOf(id), (await page(id)).isCancelled], [[[['done', '']]], true])
  })
})
