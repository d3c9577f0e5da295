import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { monitoring } from '#compliance/monitoring/contract.ts'
import { ruleOf } from '#compliance/monitoring/rule-shapes.ts'
import { orderChanges } from '#order-changes/contract.ts'
import { monitoringFixtures } from '#orders/checkout/testing-monitoring.ts'
import { orders } from '#orders/contract.ts'
import { readRights } from './testing-rights.ts'
import { startTestPortal, type TestUser } from './testing.ts'

/** Everything that customers and sales reps can read about an order under review, walked for what only reviewers know. */

const portal = await startTestPortal()
const { db, call } = portal
const admin = await portal.addUser({ is_admin: true })
const [rep, otherRep] = [await portal.addUser({ is_sales_rep: true }), await portal.addUser({ is_sales_rep: true })]
const { addControlled, sign, addYear, addCustomer, place, reviewOf } = monitoringFixtures(portal, admin)

// Figures that nothing else in the portal has: 73.1 units a pack, 7 packs a month, 29 ordered.
await sign([ruleOf('past', { limit: 3.17 }), ruleOf('window', { limit: 1_913.7 })])
const family = 'secretfamily'
const product = await addControlled(family, 73.1)
const buyer = await addCustomer()
const manager = await portal.addUser({ business_id: buyer.businessId, buying_role: 'manager' })
await addYear(buyer, product, 7)
const placed = await place(buyer, { [product]: 29 })
const orderId = placed.body.order._id
const id = (await reviewOf(orderId))?.id ?? ''
const secrets =
  /3\.17|1,?913\.7|2,?119\.9|511\.7|73\.1|secretfamily|usual month|review_flag|ruleSet|rule_set|secretwords|"rule"|suspicious/i

const read = async () => (await call(monitoring.review, { params: { id }, as: admin })).body
const isLeaking = (text: string) => secrets.exec(text)?.[0] ?? null
const readers: [string, TestUser, Record<string, string>][] = [
  ['the buyer', buyer, {}],
  ['a manager', manager, {}],
  ['the sales rep for the buyer', rep, { 'ordering-for': buyer._id }],
  ['another sales rep', otherRep, {}],
]

/** Each GET that is not only for admins, with what each of its parameters can be. */
const pages = async (): Promise<string[]> => {
  const rights = await readRights()
  const { slug } = await db.selectFrom('product').select('slug').where('id', '=', product).executeTakeFirstOrThrow()
  const values = [orderId, buyer._id, product, id, buyer.email, slug]
  return [...rights].flatMap(([said, { cells }]) => {
    const [method = '', path = ''] = said.split(' ')
    if (method !== 'GET' || [cells.buyer, cells.manager, cells.rep].every((cell) => cell === '-')) return []
    return path.includes(':') ? values.map((value) => path.replaceAll(/:\w+/g, encodeURIComponent(value))) : [path]
  })
}

const walk = async () => {
  const urls = [...(await pages()), '/api/products/search?q=secretfamily', `/api/search/records?q=${orderId}`]
  let found = 0
  for (const [who, as, headers] of readers)
    for (const url of urls) {
      const { raw } = await portal.send({ method: 'GET', url, as, headers })
      if (raw.body.includes('Under review.')) found++
      // What was searched for is in the reply.
      const text = url.includes(family) ? raw.body.replaceAll(family, '') : raw.body
      assert.equal(isLeaking(text), null, `${who}: ${url}`)
    }
  assert.ok(found >= readers.length - 1, 'the order itself is among what was read')
  const mails = await db.selectFrom('mail').selectAll().execute()
  const theirs = mails.filter(({ recipient }) => readers.some(([, { email }]) => email === recipient))
  assert.match(JSON.stringify(theirs), /We are reviewing this order/)
  assert.equal(isLeaking(JSON.stringify(theirs)), null, 'mails')
}

describe('an order under review', () => {
  it('is found by the rules', async () => {
    const review = await read()
    assert.deepEqual(review.flagList.map(({ rule }) => rule).toSorted(), ['past', 'window'])
    assert.ok(isLeaking(JSON.stringify(review)), 'the walk knows the figures')
  })

  it('says nothing in the answers of its placement, of later ones and of asked changes', async () => {
    const later = await place(buyer, { [product]: 1 })
    const body = { lines: [{ line: 1, from: 29, to: 20 }] }
    const asked = await call(orderChanges.request, { params: { id: orderId }, body, as: buyer })
    const again = await call(orderChanges.request, { params: { id: orderId }, body, as: manager })
    const removed = await call(orders.remove, { params: { id: orderId }, query: { reason: 'x' }, as: buyer })
    for (const { raw } of [placed, later, asked, again, removed]) assert.equal(isLeaking(raw.body), null)
  })

  it('says nothing before its decision', walk)

  it('says nothing once it is reported', async () => {
    const { flagList } = await read()
    for (const { _id: flag } of flagList) {
      const body = { evidence: 'secretwords of the evidence', __v: (await read()).__v }
      assert.equal((await call(monitoring.answer, { params: { id, flag }, body, as: admin })).status, 200)
    }
    const note = { kind: 'note' as const, text: 'secretwords of a note' }
    assert.equal((await call(monitoring.addNote, { params: { id }, body: note, as: admin })).status, 200)
    const decision = { decision: 'secretwords of the decision', __v: (await read()).__v }
    assert.equal((await call(monitoring.report, { params: { id }, body: decision, as: admin })).status, 200)
    await walk()
  })
})
