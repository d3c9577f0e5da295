import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { exampleRules } from '#compliance/monitoring/testing-rules.ts'
import { type Rule, ruleOf } from '#compliance/monitoring/rule-shapes.ts'
import { orderChanges } from '#order-changes/contract.ts'
import { startTestPortal, type TestUser } from '#portal/testing.ts'
import { approvals } from '#purchasing/approvals/contract.ts'
import { requesting } from '#purchasing/approvals/testing-requests.ts'
import { orders } from '../contract.ts'
import { monitoringFixtures } from './testing-monitoring.ts'

// Far from UTC: windows count seconds, so that neither the zone nor the end of a month matters.
const portal = await startTestPortal({ environment: { BUSINESS_TIME_ZONE: 'Pacific/Kiritimati' } })
const { db, call } = portal
const admin = await portal.addUser({ is_admin: true })
const { addControlled, addProduct, sign, addPast, addYear, addCustomer, place, ledgerOf, reviewOf, flagsOf } =
  monitoringFixtures(portal, admin)
const { business, ask } = requesting(portal)

const newFamily = () => `family ${crypto.randomUUID()}`
const stateAfter = async (buyer: TestUser, lines: Record<string, number>): Promise<string> => {
  const { status, body } = await place(buyer, lines)
  assert.equal(status, 201, JSON.stringify(body))
  return body.order.handOver
}

describe('1,000 units a month at most', () => {
  const limit = [ruleOf('window', { limit: 1_000 })]

  it('are units, not packs, over all packs and names of a family', async () => {
    await sign(limit)
    const family = newFamily()
    const [hundred, fiveHundred] = [await addControlled(family), await addControlled(` ${family.toUpperCase()}`, 500)]
    const buyer = await addCustomer()
    await addPast(buyer, hundred, 5, { daysAgo: 3, erp_status: '1' })
    assert.equal(await stateAfter(buyer, { [fiveHundred]: 1 }), 'waiting', 'exactly the limit')
    assert.equal(await stateAfter(buyer, { [hundred]: 1 }), 'held')
    assert.equal(await stateAfter(await addCustomer(), { [hundred]: 10 }), 'waiting', 'another customer')
  })

  const pasts: [what: string, past: Parameters<typeof addPast>[3], isOver: boolean][] = [
    ['open in the ERP', { erp_status: '1' }, true],
    ['shipped', {}, true],
    ['placed here', { erp_created: false }, true],
    ['canceled', { is_cancelled: true }, false],
    ['deleted', { deleted_at: new Date() }, false],
    ['on hold', { erp_created: false, erp_state: 'held', erp_status: null }, false],
    ['of 29.9 days ago', { daysAgo: 29.9 }, true],
    ['of 30.1 days ago', { daysAgo: 30.1 }, false],
  ]
  for (const [what, facts, isOver] of pasts)
    it(`${isOver ? 'count' : 'do not count'} what is ${what}`, async () => {
      await sign(limit)
      const product = await addControlled(newFamily())
      const buyer = await addCustomer()
      await addPast(buyer, product, 6, { daysAgo: 2, ...facts })
      assert.equal(await stateAfter(buyer, { [product]: 5 }), isOver ? 'held' : 'waiting')
    })

  it('count what is left of a lowered order', async () => {
    await sign(limit)
    const product = await addControlled(newFamily())
    const buyer = await addCustomer()
    const { order } = (await place(buyer, { [product]: 8 })).body
    const body = { lines: [{ line: 1, from: 8, to: 5 }], reason: 'Too many' }
    assert.equal((await call(orderChanges.request, { params: { id: order._id }, body, as: buyer })).status, 200)
    assert.deepEqual(
      (await ledgerOf(order._id)).map(({ units, state }) => [units, state]),
      [[500, 'open']],
    )
    assert.equal(await stateAfter(buyer, { [product]: 5 }), 'waiting')
    assert.equal(await stateAfter(buyer, { [product]: 1 }), 'held')
  })
})

describe('near the patterns of suspicious orders', () => {
  const lookAlikes: [what: string, run: () => Promise<string>][] = [
    [
      '50 bottles where 20 a month are usual',
      async () => {
        const alprazolam = await addControlled('alprazolam', 50)
        const buyer = await addCustomer()
        await addYear(buyer, alprazolam, 20)
        return stateAfter(buyer, { [alprazolam]: 50 })
      },
    ],
    [
      'two of the three drugs of a combination',
      async () => {
        const buyer = await addCustomer()
        await addPast(buyer, await addControlled('carisoprodol'), 1, { daysAgo: 31 })
        return stateAfter(buyer, { [await addControlled('codeine')]: 1, [await addControlled('alprazolam')]: 1 })
      },
    ],
    [
      'the phone order of another business',
      async () => {
        const diazepam = await addControlled('diazepam')
        const [buyer, other] = [await addCustomer(), await addCustomer()]
        for (const each of [buyer, other]) await addYear(each, diazepam, 6)
        await addPast(other, diazepam, 6, { daysAgo: 0.2, erp_status: '1' })
        return stateAfter(buyer, { [diazepam]: 6 })
      },
    ],
    [
      'a hospital half over its month',
      async () => {
        const ketamine = await addControlled('ketamine', 10, { dea_schedule: 'CIII' })
        const hospital = await addCustomer()
        await addYear(hospital, ketamine, 20)
        return stateAfter(hospital, { [ketamine]: 30 })
      },
    ],
    [
      'a controlled line that is 80% of a month’s purchases',
      async () => {
        const buyer = await portal.addUser()
        await db
          .updateTable('business')
          .set({ created_at: new Date(0) })
          .where('id', '=', buyer.businessId)
          .execute()
        const [zolpidem, gauze] = [await addControlled('zolpidem'), await addProduct({ price: 1, dispensing: 'OTC' })]
        return stateAfter(buyer, { [zolpidem]: 80, [gauze]: 20 })
      },
    ],
  ]
  for (const [what, run] of lookAlikes)
    it(`${what} goes on`, async () => {
      await sign(exampleRules)
      assert.equal(await run(), 'waiting')
    })
})

describe('an approved purchase request', () => {
  const approved = async (rules: readonly Rule[]) => {
    await sign([])
    const { buyer, approver } = await business()
    const product = await addControlled(newFamily(), 100, { price: 10 })
    const id = await ask(buyer, product)
    assert.equal(
      await db.selectFrom('order_review').select('id').where('business_id', '=', buyer.businessId).executeTakeFirst(),
      undefined,
    )
    await sign(rules)
    const payload = { lines: [{ _id: product, quantity: 60, price: 10 }] }
    const approve = { method: 'POST', url: `/api/approvals/${id}/approve`, payload, as: approver } as const
    assert.equal((await portal.send(approve)).status, 200)
    const { orderId } = (await call(approvals.byId, { params: { id }, as: approver })).body
    return (await call(orders.byId, { params: { id: orderId ?? '' }, as: buyer })).body
  }

  it('is evaluated by the rules of the day it is placed, not asked', async () => {
    const order = await approved([ruleOf('window', { limit: 5_999 })])
    assert.deepEqual([order.handOver, order.holdReason], ['held', 'Under review.'])
    assert.deepEqual(
      (await flagsOf(order._id)).map((flag) => flag.slice(0, 11)),
      ['hold window'],
    )
    assert.ok(await reviewOf(order._id))
  })

  it('within the limit goes on', async () => {
    const order = await approved([ruleOf('window', { limit: 6_000 })])
    assert.deepEqual([order.handOver, await reviewOf(order._id)], ['waiting', undefined])
  })
})
