import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { exportPerson } from '#portal/export-person.ts'
import { startTestPortal, type TestUser } from '#portal/testing.ts'
import { approvals } from './contract.ts'
import { expireRequests } from './expire-requests.ts'
import { requesting } from './testing-requests.ts'

const portal = await startTestPortal()
const { call, db } = portal
const { addProduct, business, ask } = requesting(portal)
const product = await addProduct({ price: 10, count_in_stock: 9_999 })

const approve = (as: TestUser, id: string) =>
  call(approvals.approve, { params: { id }, body: { lines: [{ _id: product, quantity: 60, price: 10 }] }, as })
const reject = (as: TestUser, id: string, reason = 'We have enough.') =>
  call(approvals.reject, { params: { id }, body: { reason }, as })
const withdraw = (as: TestUser, id: string) => call(approvals.withdraw, { params: { id }, as })
const stateOf = async (id: string) =>
  (await db.selectFrom('approval_request').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state
const mailsTo = async ({ email }: TestUser, like: string) =>
  db.selectFrom('mail').select('body').where('recipient', '=', email).where('subject', 'like', like).execute()
const countsOf = async (as: TestUser) => (await call(approvals.status, { as })).body

describe('a request', () => {
  it('is rejected with a reason that is emailed to the requester', async () => {
    const { manager, approver, buyer } = await business()
    const id = await ask(buyer, product)
    assert.equal((await reject(approver, id, ' ')).status, 400)
    assert.equal((await reject(buyer, id)).status, 403)
    for (let time = 0; time < 2; time++) assert.equal((await reject(approver, id)).status, 200)
    const mails = await mailsTo(buyer, '%was not approved')
    assert.equal(mails.length, 1)
    assert.match(mails[0]?.body ?? '', /Ann did not approve your order[^]*We have enough\./)
    assert.equal((await approve(manager, id)).status, 409)
    assert.equal((await withdraw(buyer, id)).status, 409)
    const { note, decidedBy } = (await call(approvals.byId, { params: { id }, as: buyer })).body
    assert.deepEqual([note, decidedBy?.name], ['We have enough.', 'Ann'])
  })

  it('can be withdrawn by its requester only', async () => {
    const { manager, approver, buyer, add } = await business()
    const id = await ask(buyer, product)
    assert.equal((await withdraw(await add('buyer', 'Cy'), id)).status, 404)
    assert.equal((await withdraw(manager, id)).status, 403)
    for (let time = 0; time < 2; time++) assert.equal((await withdraw(buyer, id)).status, 200)
    assert.equal((await approve(approver, id)).status, 409)
    assert.equal(await stateOf(id), 'withdrawn')
  })

  it('expires after seven days, immediately for readers, and emails the requester once', async () => {
    const { approver, buyer } = await business()
    const [old, fresh] = [await ask(buyer, product), await ask(buyer, product, 61)]
    await db
      .updateTable('approval_request')
      .set({ expires_at: new Date(Date.now() - 1_000) })
      .where('id', '=', old)
      .execute()
    const refused = await approve(approver, old)
    assert.deepEqual([refused.status, refused.body.message], [409, 'This request has expired.'])
    assert.equal((await call(approvals.byId, { params: { id: old }, as: buyer })).body.state, 'expired')
    assert.deepEqual(await countsOf(buyer), { mayApprove: false, toDecide: 0, mine: 1 })
    for (let time = 0; time < 2; time++) await expireRequests(db, '')
    assert.deepEqual([await stateOf(old), await stateOf(fresh)], ['expired', 'waiting'])
    assert.equal((await mailsTo(buyer, 'Approval expired%')).length, 1)
  })

  it('ends without an email when the requester is gone', async () => {
    const { buyer } = await business()
    const id = await ask(buyer, product)
    await db.updateTable('user_account').set({ is_active: false }).where('id', '=', buyer._id).execute()
    await expireRequests(db, '')
    assert.deepEqual([await stateOf(id), (await mailsTo(buyer, 'Approval expired%')).length], ['expired', 0])
  })
})

describe('the personal data export', () => {
  it('includes the person’s requests and decisions, but no requests of others', async () => {
    const { approver, buyer, add } = await business()
    const other = await add('buyer', 'Cy')
    const [mine, theirs] = [await ask(buyer, product), await ask(other, product, 61)]
    await reject(approver, mine)
    const keptAbout = async ({ email }: TestUser) => {
      const found: unknown[] = []
      for await (const { what, record } of exportPerson(db, email)) if (what.includes('request')) found.push(record)
      return JSON.stringify(found)
    }
    for (const one of [buyer, approver]) assert.match(await keptAbout(one), new RegExp(mine))
    assert.match(await keptAbout(buyer), /"quantity":60/)
    for (const one of [buyer, approver]) assert.doesNotMatch(await keptAbout(one), new RegExp(theirs))
  })
})

describe('the lists', () => {
  it('show buyers their own requests and approvers those of others, waiting requests first', async () => {
    const { manager, approver, buyer, add } = await business()
    const other = await add('buyer', 'Cy')
    const first = await ask(buyer, product)
    const second = await ask(other, product, 61)
    const third = await ask(buyer, product, 62)
    await withdraw(buyer, third)
    const listed = async (as: TestUser, whose: 'mine' | 'others') => {
      const { requests, count } = (await call(approvals.list, { query: { whose }, as })).body
      assert.equal(count, requests.length)
      return requests.map(({ _id }) => _id)
    }
    assert.deepEqual(await listed(approver, 'others'), [second, first, third])
    assert.deepEqual(await listed(approver, 'mine'), [])
    assert.deepEqual(await listed(buyer, 'mine'), [first, third])
    assert.deepEqual(await listed(buyer, 'others'), [])
    assert.deepEqual(await countsOf(manager), { mayApprove: true, toDecide: 2, mine: 0 })
    assert.deepEqual(await countsOf(other), { mayApprove: false, toDecide: 0, mine: 1 })
    assert.deepEqual(await countsOf((await business()).manager), { mayApprove: true, toDecide: 0, mine: 0 })
  })
})

describe('a deputy', () => {
  const name = (as: TestUser, deputyId: string | null, until = portal.day(3)) =>
    call(approvals.setDeputy, { body: { deputyId, until }, as })

  it('gets the emails and decides until the last day, but never on their own requests', async () => {
    const { approver, buyer, add } = await business()
    const deputy = await add('buyer', 'Dee')
    assert.equal((await name(approver, deputy._id)).status, 200)
    assert.deepEqual((await call(approvals.deputy, { as: approver })).body.deputy, {
      _id: deputy._id,
      name: 'Dee',
      lastName: '',
      until: portal.day(3),
    })
    const [id, late, own] = [await ask(buyer, product), await ask(buyer, product, 61), await ask(deputy, product)]
    assert.equal((await mailsTo(deputy, 'Bo asks you to approve%')).length, 2)
    assert.equal((await approve(deputy, own)).status, 403)
    assert.equal((await approve(deputy, id)).status, 200)
    await db
      .updateTable('approval_deputy')
      .set({ until: portal.day(-2) })
      .where('deputy_id', '=', deputy._id)
      .execute()
    assert.equal((await approve(deputy, late)).status, 404)
    assert.equal((await call(approvals.deputy, { as: approver })).body.deputy, null)
  })

  it('must be a colleague who can order, and stands in only for an approver', async () => {
    const { manager, approver, buyer, add } = await business()
    const viewer = await add('viewer', 'Vi')
    const stranger = (await business()).buyer
    for (const id of [viewer._id, stranger._id, approver._id]) assert.equal((await name(approver, id)).status, 409)
    assert.equal((await name(approver, buyer._id, portal.day(-2))).status, 400)
    assert.equal((await name(buyer, manager._id)).status, 403)
    assert.equal((await name(approver, buyer._id)).status, 200)
    assert.equal((await countsOf(buyer)).mayApprove, true)
    await db.updateTable('user_account').set({ buying_role: 'buyer' }).where('id', '=', approver._id).execute()
    assert.equal((await countsOf(buyer)).mayApprove, false)
    assert.equal((await name(manager, buyer._id)).status, 200)
    assert.equal((await name(manager, null)).status, 200)
    assert.equal((await countsOf(buyer)).mayApprove, false)
  })
})
