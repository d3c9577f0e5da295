import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { schedules } from '#compliance/schedules/contract.ts'
import { ruleOf as rule } from '#compliance/monitoring/rule-shapes.ts'
import { exampleRules } from '#compliance/monitoring/testing-rules.ts'
import { startTestPortal } from '#portal/testing.ts'
import { orders } from '../contract.ts'
import { monitoringFixtures } from './testing-monitoring.ts'

const portal = await startTestPortal()
const { db, call } = portal
const admin = await portal.addUser({ is_admin: true })
const { addProduct, addControlled, sign, addPast, addYear, addCustomer, place, ledgerOf, reviewOf, flagsOf } =
  monitoringFixtures(portal, admin)
beforeEach(() => sign(exampleRules))

const addClass = async (businessIds: string[]) => {
  const group = { id: crypto.randomUUID(), kind: 'class' as const }
  await db
    .insertInto('business_group')
    .values({ ...group, name: `Class ${group.id}` })
    .execute()
  await db
    .insertInto('business_group_member')
    .values(businessIds.map((business_id) => ({ business_id, group_id: group.id, kind: 'class' })))
    .execute()
  return group.id
}

describe('the patterns of suspicious orders', () => {
  it('90 bottles of alprazolam where 20 a month are usual wait, and the rest goes on', async () => {
    const [alprazolam, gauze] = [await addControlled('alprazolam'), await addProduct({ dispensing: 'OTC' })]
    const buyer = await addCustomer()
    await addYear(buyer, alprazolam, 20)
    const { status, body } = await place(buyer, { [gauze]: 5, [alprazolam]: 90 })
    assert.equal(status, 201)
    const { order, onHold } = body
    assert.deepEqual([order.handOver, onHold?.handOver, onHold?.holdReason], ['waiting', 'held', 'Under review.'])
    assert.deepEqual(await flagsOf(onHold?._id ?? ''), ['hold past alprazolam', 'hold window alprazolam'])
    assert.deepEqual(await ledgerOf(onHold?._id ?? ''), [{ drug_family: 'alprazolam', units: 9_000, state: 'held' }])
    assert.equal((await place(buyer, { [alprazolam]: 1 })).body.order.handOver, 'held', 'an earlier order waits')
  })

  it('small orders within days, each below the limit, wait once their sum is over', async () => {
    const alprazolam = await addControlled('alprazolam')
    const buyer = await addCustomer()
    await addYear(buyer, alprazolam, 30)
    for (let at = 0; at < 9; at++) await addPast(buyer, alprazolam, 4, { daysAgo: at / 4, erp_status: '1' })
    const states = []
    for (let at = 0; at < 2; at++) states.push((await place(buyer, { [alprazolam]: 4 })).body.order.handOver)
    assert.deepEqual(states, ['waiting', 'held'])
    const other = await addCustomer()
    await addYear(other, alprazolam, 30)
    assert.equal((await place(other, { [alprazolam]: 4 })).body.order.handOver, 'waiting')
  })

  it('the first order of a new pharmacy with an opioid, alprazolam and carisoprodol alone waits', async () => {
    const buyer = await portal.addUser()
    const lines: Record<string, number> = {}
    for (const family of ['codeine', 'alprazolam', 'carisoprodol']) lines[await addControlled(family)] = 2
    const { body } = await place(buyer, lines)
    assert.equal(body.order.handOver, 'held')
    assert.deepEqual(
      (await flagsOf(body.order._id)).filter((flag) => flag.startsWith('hold')),
      ['hold combination', 'hold share', 'hold new codeine', 'hold new alprazolam', 'hold new carisoprodol'],
    )
  })

  it('a phone order this morning and a portal order now, together over, wait', async () => {
    const diazepam = await addControlled('diazepam')
    const buyer = await addCustomer()
    await addYear(buyer, diazepam, 6)
    await addPast(buyer, diazepam, 6, { daysAgo: 0.2, erp_status: '1' })
    const { body } = await place(buyer, { [diazepam]: 6 })
    assert.deepEqual([body.order.handOver, await flagsOf(body.order._id)], ['held', ['hold window diazepam']])
  })

  it('a hospital that doubles an injection waits', async () => {
    const ketamine = await addControlled('ketamine', 10, { dea_schedule: 'CIII' })
    const hospital = await addCustomer()
    await addYear(hospital, ketamine, 20)
    const { body } = await place(hospital, { [ketamine]: 40 })
    assert.deepEqual([body.order.handOver, await flagsOf(body.order._id)], ['held', ['hold past ketamine']])
  })

  it('a known clinic’s first buprenorphine within its class goes on and is logged', async () => {
    const buprenorphine = await addControlled('buprenorphine', 30, { dea_schedule: 'CIII', is_narcotic: true })
    const clinics = [await addCustomer(), await addCustomer(), await addCustomer(), await addCustomer()]
    await addClass(clinics.map(({ businessId }) => businessId))
    const [known, ...peers] = clinics
    for (const peer of peers) await addYear(peer, buprenorphine, 4)
    assert.ok(known)
    const { body } = await place(known, { [buprenorphine]: 2 })
    assert.deepEqual(
      [body.order.handOver, body.onHold, await reviewOf(body.order._id)],
      ['waiting', undefined, undefined],
    )
    assert.deepEqual(await flagsOf(body.order._id), ['log first buprenorphine'])
  })

  it('amoxicillin and gauze tenfold go on', async () => {
    const [amoxicillin, gauze] = [await addProduct(), await addProduct({ dispensing: 'OTC' })]
    const buyer = await portal.addUser()
    const { body } = await place(buyer, { [amoxicillin]: 100, [gauze]: 100 })
    assert.deepEqual([body.order.handOver, await flagsOf(body.order._id)], ['waiting', []])
  })
})

describe('a placement', () => {
  it('of two orders at the same time, together over a limit, holds one of them', async () => {
    await sign([rule('window', { limit: 500 })])
    const [one, two] = [await addControlled('zolpidem'), await addControlled('zolpidem')]
    const buyer = await addCustomer()
    const colleague = await portal.addUser()
    await db
      .updateTable('user_account')
      .set({ business_id: buyer.businessId })
      .where('id', '=', colleague._id)
      .execute()
    const placed = await Promise.all([place(buyer, { [one]: 3 }), place(colleague, { [two]: 3 })])
    assert.deepEqual(placed.map(({ body }) => body.order.handOver).toSorted(), ['held', 'waiting'])
  })

  it('without a signed version goes on', async () => {
    await db.updateTable('monitoring_rule_set').set({ status: 'replaced', replaced_at: new Date() }).execute()
    const buyer = await portal.addUser()
    const { body } = await place(buyer, { [await addControlled('', null)]: 90 })
    assert.equal(body.order.handOver, 'waiting')
  })

  it('of a controlled product without family or base units waits', async () => {
    const buyer = await addCustomer()
    for (const product of [await addControlled(''), await addControlled('lorazepam', null)]) {
      const { body } = await place(buyer, { [product]: 1 })
      assert.equal(body.order.holdReason, 'Under review.')
    }
  })

  it('of a List I chemical, or of what only the ship-to State controls, is monitored', async () => {
    await sign([rule('window', { limit: 250 })])
    const buyer = await addCustomer({ shipto_state: 'OH' })
    const uncontrolled = { dea_schedule: '' as const, is_narcotic: null, dispensing: 'OTC' as const }
    const chemical = await addControlled('pseudoephedrine', 100, { ...uncontrolled, is_list_one: true })
    const byState = await addControlled('gabapentin', 100, { ...uncontrolled, dispensing: 'Rx' })
    for (const product of [chemical, byState]) {
      await addPast(buyer, product, 2, { daysAgo: 2, erp_status: '1', ship_region: 'OH' })
      await addPast(buyer, product, 9, { daysAgo: 2, erp_status: '1', ship_region: 'PA' })
    }
    assert.equal((await place(buyer, { [byState]: 1 })).body.order.handOver, 'waiting', 'no schedule yet')
    await db
      .insertInto('state_schedule')
      .values({
        id: crypto.randomUUID(),
        state: 'OH',
        substance: 'Gabapentin',
        schedule: 'CV',
        source: 'Board of Pharmacy',
        effective_on: portal.day(-1),
        added_by: admin._id,
      })
      .execute()
    for (const [product, family] of [
      [chemical, 'pseudoephedrine'],
      [byState, 'gabapentin'],
    ] as const) {
      const { body } = await place(buyer, { [product]: 1 })
      assert.deepEqual([body.order.handOver, await flagsOf(body.order._id)], ['held', [`hold window ${family}`]])
    }
  })

  it('puts lines under review apart from lines that wait for a license', async () => {
    await sign([rule('window', { limit: 1 })])
    const buyer = await addCustomer()
    await db
      .updateTable('license')
      .set({ expires_on: portal.day(-10) })
      .where('business_id', '=', buyer.businessId)
      .execute()
    const [gauze, amoxicillin] = [await addProduct({ dispensing: 'OTC' }), await addProduct()]
    const zolpidem = await addControlled('zolpidem')
    const { body } = await place(buyer, { [zolpidem]: 1, [gauze]: 1, [amoxicillin]: 1 })
    assert.equal(body.message, 'Order placed. Some lines are on hold in orders of their own.')
    const { onHold } = body
    const last = (await call(orders.byId, { params: { id: onHold?.splitOff ?? '' }, as: buyer })).body
    assert.deepEqual(
      [body.order, onHold, last].map((order) => [order?.handOver, order?.orderItems.map(({ _id }) => _id)]),
      [
        ['waiting', [gauze]],
        ['held', [amoxicillin]],
        ['held', [zolpidem]],
      ],
    )
    assert.doesNotMatch(onHold?.holdReason ?? '', /review/)
    assert.match(last.holdReason ?? '', /expired.*Under review\./)
    assert.ok(await reviewOf(last._id))
  })

  it('holds the whole order if the version says so', async () => {
    await sign([rule('window', { limit: 1 })], true)
    const buyer = await addCustomer()
    const lines = { [await addProduct()]: 1, [await addControlled('zolpidem')]: 1 }
    const { body } = await place(buyer, lines)
    assert.deepEqual([body.order.handOver, body.order.orderItems.length, body.onHold], ['held', 2, undefined])
  })
})

describe('the ledger', () => {
  it('follows an order through cancellation, part cancellation and another account', async () => {
    const product = await addControlled('phentermine', 30)
    const [buyer, other] = [await addCustomer(), await addCustomer()]
    const id = await addPast(buyer, product, 10, { erp_status: '1' })
    const states = [await ledgerOf(id)]
    await db.updateTable('order_line').set({ cancelled_quantity: 4 }).where('order_id', '=', id).execute()
    states.push(await ledgerOf(id))
    await db.updateTable('sales_order').set({ erp_status: '3' }).where('id', '=', id).execute()
    states.push(await ledgerOf(id))
    await db.updateTable('sales_order').set({ is_cancelled: true }).where('id', '=', id).execute()
    states.push(await ledgerOf(id))
    assert.deepEqual(
      states.flat().map(({ units, state }) => [units, state]),
      [
        [300, 'open'],
        [180, 'open'],
        [180, 'shipped'],
        [180, 'canceled'],
      ],
    )
    await db
      .updateTable('sales_order')
      .set({ user_id: other._id, business_id: other.businessId })
      .where('id', '=', id)
      .execute()
    const row = await db
      .selectFrom('controlled_line')
      .select('business_id')
      .where('order_id', '=', id)
      .executeTakeFirst()
    assert.equal(row?.business_id, other.businessId)
  })

  it('follows changes of a line whose product was controlled later, and forgets another product', async () => {
    const [product, other] = [await addProduct({ drug_family: 'pregabalin', base_units: 60 }), await addProduct()]
    const buyer = await addCustomer()
    const id = (await place(buyer, { [product]: 10 })).body.order._id
    await db.updateTable('product').set({ dea_schedule: 'CV' }).where('id', '=', product).execute()
    await db.updateTable('order_line').set({ cancelled_quantity: 4 }).where('order_id', '=', id).execute()
    assert.deepEqual(await ledgerOf(id), [{ drug_family: 'pregabalin', units: 360, state: 'open' }])
    await db.updateTable('order_line').set({ product_id: other }).where('order_id', '=', id).execute()
    assert.deepEqual(await ledgerOf(id), [])
  })

  it('counts what the ERP ships to a State that controls it, however its address is written', async () => {
    const family = `onlystate ${crypto.randomUUID()}`
    const product = await addProduct({ drug_family: family, base_units: 10 })
    const body = {
      state: 'MA',
      substance: family,
      schedule: 'CV' as const,
      source: 'Board',
      effectiveOn: portal.day(-30),
    }
    assert.equal((await call(schedules.add, { body, as: admin })).status, 201)
    const buyer = await addCustomer()
    const ids = []
    for (const ship_region of ['MA', ' ma ', 'Massachusetts', 'ME', 'Maine', ''])
      ids.push(await addPast(buyer, product, 1, { ship_region }))
    const counted = await Promise.all(ids.map(async (id) => (await ledgerOf(id)).length))
    assert.deepEqual(counted, [1, 1, 1, 0, 0, 0])
  })

  it('sums products whose family is written in other cases', async () => {
    await sign([rule('window', { limit: 500 })])
    const family = crypto.randomUUID()
    const [one, two] = [await addControlled(`Drug ${family}`), await addControlled(` DRUG ${family} `)]
    const buyer = await addCustomer()
    assert.equal((await place(buyer, { [one]: 3 })).body.order.handOver, 'waiting')
    assert.equal((await place(buyer, { [two]: 3 })).body.order.handOver, 'held')
    assert.equal((await place(buyer, { [one]: 1 })).body.order.handOver, 'held', 'an earlier order waits')
  })

  it('gets the history of a product that turns out to be controlled', async () => {
    const product = await addProduct()
    const buyer = await addCustomer()
    const id = await addPast(buyer, product, 10)
    assert.deepEqual(await ledgerOf(id), [])
    await db
      .updateTable('product')
      .set({ dea_schedule: 'CV', drug_family: 'pregabalin', base_units: 60 })
      .where('id', '=', product)
      .execute()
    assert.deepEqual(await ledgerOf(id), [{ drug_family: 'pregabalin', units: 600, state: 'shipped' }])
  })
})

it('an order under review can be deleted by nobody', async () => {
  await sign([rule('window', { limit: 1 })])
  const { body } = await place(await addCustomer(), { [await addControlled('zolpidem')]: 1 })
  const params = { id: body.order._id }
  const refused = await call(orders.remove, { params, query: { reason: 'Customer called' }, as: admin })
  assert.equal(refused.status, 409)
  assert.match(refused.body.message ?? '', /under review/)
  const delivered = await call(orders.deliver, { params, as: admin })
  assert.equal(delivered.status, 409)
})
