import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { orders } from '#orders/contract.ts'
import { placing } from '#orders/checkout/testing-placement.ts'
import { startTestPortal, type TestUser } from '#portal/testing.ts'
import { licenses } from '../licenses/contract.ts'
import { extracts } from './contract.ts'

const portal = await startTestPortal({ environment: { REQUIRE_LICENSE: '1' } })
const { db, call, day } = portal
const admin = await portal.addUser({ is_admin: true })
const { addProduct, codeFor, orderOf } = placing(portal)

const american = (iso: string) => `${iso.slice(5, 7)}/${iso.slice(8)}/${iso.slice(0, 4)}`
const row = (number: string, more: object = {}) => ({
  number,
  name: 'Test Pharmacy Inc',
  address: '1 Main St Boston MA 02101',
  status: 'Active',
  expiresOn: american(day(300)),
  ...more,
})
const record = async (forUser: TestUser | null, more: object = {}) => {
  const license = { kind: 'state' as const, state: 'MA', number: 'PH-77', expiresOn: day(300), ...more }
  const { status, body } = await call(licenses.add, {
    body: { ...(forUser && { forUser: forUser._id }), license },
    as: admin,
  })
  assert.equal(status, 201)
  return body._id
}
const compare = (rows: object[], more: object = {}, key?: string) =>
  portal.send({
    method: 'POST',
    url: '/api/licenses/extracts',
    as: admin,
    payload: {
      state: 'MA',
      kind: 'state',
      fileName: 'ma-board.csv',
      publishedOn: day(-1),
      dayOrder: 'month first',
      rows,
      ...more,
    },
    headers: key ? { 'idempotency-key': key } : {},
  })
const compared = async (rows: object[]) => {
  const { status, body } = await compare(rows)
  assert.equal(status, 201, body.message)
  return String(body['_id'])
}
const outcomeOf = async (extract: string, license: string) => {
  const { body } = await call(extracts.byId, { params: { id: extract }, as: admin })
  const found = body.licenses.find(({ _id }) => _id === license)
  return found && [found.outcome, ...found.differences.map(({ field }) => field)].join(' ')
}
const confirm = (id: string, chosen: string[]) =>
  call(extracts.confirm, { params: { id }, body: { licenses: chosen }, as: admin })
const statusOf = async (id: string) =>
  db
    .selectFrom('license')
    .select(['status', 'verified_by', 'verified_against', 'expires_on'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

describe('an extract of a State board', () => {
  it('marks matches, differences and missing licenses, and verifies and changes nothing', async () => {
    const [one, two, three] = [await portal.addUser(), await portal.addUser(), await portal.addUser()]
    const same = await record(one, { number: 'PH-101' })
    const other = await record(two, { number: 'PH-102' })
    const missing = await record(three, { number: 'PH-103' })
    const elsewhere = await record(three, { number: 'PH-104', state: 'NH' })
    const id = await compared([row('ph 101'), row('PH102', { status: 'Revoked', expiresOn: american(day(20)) })])
    assert.equal(await outcomeOf(id, same), 'matches')
    assert.equal(await outcomeOf(id, other), 'differs expiry status')
    assert.equal(await outcomeOf(id, missing), 'missing')
    assert.equal(await outcomeOf(id, elsewhere), undefined)
    for (const license of [same, other, missing]) {
      const { status, expires_on } = await statusOf(license)
      assert.deepEqual([status, expires_on], ['unverified', day(300)])
    }
    const { body } = await call(licenses.search, { query: { only: 'difference', q: 'PH-102' }, as: admin })
    assert.deepEqual(
      body.rows.map(({ number, differences }) => [number, differences.map(({ field }) => field)]),
      [['PH-102', ['expiry', 'status']]],
    )
  })

  it('verifies the confirmed matches by file and date, once, and releases the orders that wait for them', async () => {
    await call(licenses.verify, {
      params: { id: await record(null, { number: 'WH-1', warehouse: 'Main' }) },
      body: { __v: 1, source: 'Board of Pharmacy' },
      as: admin,
    })
    const buyer = await portal.addUser()
    const license = await record(buyer, { number: 'PH-201' })
    const product = await addProduct()
    const placed = await call(orders.place, {
      body: orderOf([{ _id: product, quantity: 1 }], await codeFor(buyer)),
      as: buyer,
    })
    assert.equal(placed.body.order.handOver, 'held')
    const id = await compared([row('PH-201')])
    const both = await Promise.all([confirm(id, [license]), confirm(id, [license])])
    assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409])
    assert.deepEqual(await statusOf(license), {
      status: 'verified',
      verified_by: admin._id,
      verified_against: `ma-board.csv of ${day(-1)}`,
      expires_on: day(300),
    })
    const { body: order } = await call(orders.byId, { params: { id: placed.body.order._id }, as: buyer })
    assert.equal(order.handOver, 'waiting')
    const trail = await db
      .selectFrom('audit_entry')
      .select('action')
      .where('entity_id', '=', buyer.businessId)
      .orderBy('id')
      .execute()
    assert.deepEqual(
      trail.map(({ action }) => action),
      ['license added', 'license verified'],
    )
  })

  it('confirms neither differences, nor a license that changed, nor one of another extract', async () => {
    const buyer = await portal.addUser()
    const [changed, revoked] = [await record(buyer, { number: 'PH-301' }), await record(buyer, { number: 'PH-302' })]
    const rows = [row('PH-301'), row('PH-302', { status: 'Revoked' })]
    const id = await compared(rows)
    assert.equal((await confirm(id, [revoked])).status, 409)
    await call(licenses.change, {
      params: { id: changed },
      body: { __v: 1, license: { kind: 'state', state: 'MA', number: 'PH-301', expiresOn: day(900) } },
      as: admin,
    })
    const stale = await confirm(id, [changed, revoked])
    assert.equal(stale.status, 409)
    assert.match(stale.body.message ?? '', /PH-301, PH-302/)
    assert.equal((await statusOf(changed)).status, 'unverified')
    const newer = await compared([row('PH-301', { expiresOn: american(day(900)) })])
    const unrelated = await record(buyer, { number: 'PH-303', state: 'NH' })
    assert.equal((await confirm(newer, [unrelated])).status, 404)
    assert.equal((await confirm(crypto.randomUUID(), [changed])).status, 404)
    assert.equal((await confirm(newer, [changed])).status, 200)
  })

  it('with bad input is refused', async () => {
    await record(await portal.addUser())
    const bad: [rows: object[], more: object, status: number][] = [
      [[], {}, 400],
      [[row('PH-1')], { publishedOn: day(2) }, 422],
      [[row('PH-1')], { publishedOn: 'yesterday' }, 400],
      [[row('PH-1')], { state: 'Massachusetts' }, 400],
      [[row('PH-1')], { kind: 'dea' }, 400],
      [[row('PH-1')], { state: 'AK' }, 422],
      [[{ name: 'No number' }], {}, 400],
      [[row('1'.repeat(101))], {}, 400],
    ]
    for (const [rows, more, status] of bad) assert.equal((await compare(rows, more)).status, status)
  })

  it('with dates that can be read in two ways is compared once their order is known', async () => {
    const license = await record(await portal.addUser(), { number: 'PH-501', expiresOn: '2039-04-03' })
    const listed = (number: string, expiresOn: string) => row(number, { expiresOn })
    const ambiguous = [listed('PH-501', '03/04/2039')]
    const refused = await compare(ambiguous, { dayOrder: undefined })
    assert.deepEqual([refused.status, refused.body['field']], [422, 'dayOrder'])
    const tries: [rows: object[], dayOrder: string | undefined, expected: string][] = [
      [ambiguous, 'day first', 'matches'],
      [ambiguous, 'month first', 'differs expiry'],
      [[...ambiguous, listed('PH-1', '31/12/2039')], undefined, 'matches'],
      [[...ambiguous, listed('PH-1', '12/31/2039')], undefined, 'differs expiry'],
    ]
    for (const [rows, dayOrder, expected] of tries) {
      const { status, body } = await compare(rows, { dayOrder })
      assert.equal(status, 201, body.message)
      assert.equal(await outcomeOf(String(body['_id']), license), expected)
    }
    assert.equal((await compare(ambiguous, { dayOrder: 'year first' })).status, 400)
  })

  it('without names does not tell whose number it is', async () => {
    const [one, two] = [await portal.addUser({ company_name: 'One' }), await portal.addUser({ company_name: 'Two' })]
    const [first, second] = [await record(one, { number: 'PH-701' }), await record(two, { number: 'ph 701' })]
    const id = await compared([row('PH-701', { name: '', address: '' })])
    assert.deepEqual([await outcomeOf(id, first), await outcomeOf(id, second)], ['differs number', 'differs number'])
    assert.equal((await confirm(id, [first])).status, 409)
  })

  it('with years of two digits is compared once somebody confirmed their century', async () => {
    const license = await record(await portal.addUser(), { number: 'PH-601', expiresOn: '2039-06-30' })
    const short = [row('PH-601', { expiresOn: '06/30/39' })]
    const refused = await compare(short)
    assert.deepEqual([refused.status, refused.body['field']], [422, 'hasShortYears'])
    const { status, body } = await compare(short, { hasShortYears: true })
    assert.equal(status, 201, body.message)
    assert.equal(await outcomeOf(String(body['_id']), license), 'matches')
  })

  it('is stored once when the same request is repeated', async () => {
    await record(await portal.addUser(), { number: 'PH-401' })
    const [one, two] = [await compare([row('PH-401')], {}, 'same'), await compare([row('PH-401')], {}, 'same')]
    assert.equal(two.body['_id'], one.body['_id'])
  })
})
