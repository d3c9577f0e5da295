import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { accounts } from '#identity/contract.ts'
import { hashPassword } from '#identity/hash-password.ts'
import { readOnlyMessage } from '#platform/http/bearer.ts'
import { startTestPortal, type TestUser } from '#portal/testing.ts'
import { reports } from '#reports/contract.ts'
import { orderingForHeader } from '#shared/endpoint.ts'
import { users } from './contract.ts'

const portal = await startTestPortal()
const { db, call } = portal
const admin = await portal.addUser({ is_admin: true, password_hash: 'x' })
const other = await portal.addUser({ is_admin: true, password_hash: 'x' })
const director = await portal.addUser({ is_admin: true, is_read_only: true, password_hash: 'x' })

const update = async (user: TestUser, body: object, as: TestUser, at = portal) => {
  const answer = await at.send({ method: 'PUT', url: `/api/users/${user._id}`, payload: body, as })
  return { ...answer, user: answer.body.user as { isAdmin: boolean; isReadOnly: boolean } | undefined } // checked below
}

const fullAdmins = async (at = portal) => {
  const rows = await at.db
    .selectFrom('user_account')
    .select('id')
    .where('is_admin', '=', true)
    .where('is_read_only', '=', false)
    .execute()
  return rows.length
}

describe('a director', () => {
  it('sees the back office, and gets the reason when a change is refused', async () => {
    const query = { from: portal.day(-30), to: portal.day() }
    assert.equal((await call(reports.sales, { query, as: director })).status, 200)
    assert.equal((await call(users.byId, { params: { id: admin._id }, as: director })).body.isReadOnly, false)
    const { status, body } = await update(other, { name: 'New' }, director)
    assert.deepEqual([status, body.message], [403, readOnlyMessage])
  })

  it('orders and looks for no customer', async () => {
    const buyer = await portal.addUser({})
    const { status, body } = await portal.send({
      method: 'GET',
      url: '/api/cart',
      as: director,
      headers: { [orderingForHeader]: buyer._id },
    })
    assert.deepEqual([status, body.message], [403, 'Your account is read-only and cannot order.'])
  })

  it('changes the own profile and ends the own sessions', async () => {
    const own = await portal.addUser({ is_admin: true, is_read_only: true, password_hash: 'x' })
    const body = { name: 'Dana', email: own.email }
    assert.equal((await call(accounts.profile, { body, as: own })).status, 200)
    assert.equal((await call(accounts.endSessions, { as: own })).status, 200)
  })

  it('signs in as one, and needs a second factor like other staff', async () => {
    const strict = await startTestPortal({ environment: { SECOND_FACTOR: 'staff' } })
    const password_hash = await hashPassword('violet-anchor-17')
    const person = await strict.addUser({ is_admin: true, is_read_only: true, password_hash })
    const { status, body } = await strict.send({ method: 'GET', url: '/api/users', as: person })
    assert.deepEqual([status, body.factorNeeded], [403, true])
    await portal.addUser({ email: 'dana@test.example', is_admin: true, is_read_only: true, password_hash })
    const payload = { email: 'dana@test.example', password: 'violet-anchor-17' }
    const signedIn = await portal.send({ method: 'POST', url: '/api/users/signin', payload })
    assert.deepEqual([signedIn.body.isAdmin, signedIn.body.isReadOnly], [true, true])
  })

  it('is invited by an admin', async () => {
    const { status, body } = await call(users.invite, {
      query: {},
      body: { role: 'director', name: 'Dee', lastName: 'Roe', email: 'dee@apotheca.example' },
      as: admin,
    })
    assert.deepEqual([status, body.user.isAdmin, body.user.isReadOnly], [201, true, true])
    const { body: text } = await db
      .selectFrom('mail')
      .select('body')
      .where('recipient', '=', 'dee@apotheca.example')
      .executeTakeFirstOrThrow()
    assert.match(text, /a director/)
  })
})

describe('making an admin read-only', () => {
  it('ends the sessions, is in the audit trail, and can be undone', async () => {
    const person = await portal.addUser({ is_admin: true })
    const changed = await update(person, { isReadOnly: true }, admin)
    assert.deepEqual([changed.status, changed.user?.isReadOnly], [200, true])
    assert.equal((await call(accounts.sessions, { as: person })).status, 401)
    const [entry] = await db.selectFrom('audit_entry').selectAll().where('entity_id', '=', person._id).execute()
    assert.deepEqual(
      [entry?.action, entry?.before, entry?.after],
      ['role changed', { isReadOnly: false }, { isReadOnly: true }],
    )
    assert.equal((await update(person, { isReadOnly: false }, admin)).user?.isReadOnly, false)
  })

  it('is nothing for customers and former admins', async () => {
    const buyer = await portal.addUser({})
    assert.equal((await update(buyer, { isReadOnly: true }, admin)).user?.isReadOnly, false)
    const person = await portal.addUser({ is_admin: true, is_read_only: true })
    const { user } = await update(person, { isAdmin: false }, admin)
    assert.deepEqual([user?.isAdmin, user?.isReadOnly], [false, false])
  })

  it('needs a recent password', async () => {
    const person = await portal.addUser({ is_admin: true })
    await db
      .updateTable('session')
      .set({ confirmed_at: portal.daysAgo(1) })
      .where('user_id', '=', other._id)
      .execute()
    const { status, body } = await update(person, { isReadOnly: true }, other)
    assert.deepEqual([status, body.passwordNeeded], [403, true])
  })

  it('never takes the own rights or the last full admin, however many directors there are', async () => {
    assert.equal((await update(admin, { isReadOnly: true }, admin)).status, 409)
    const alone = await startTestPortal()
    const facts = { is_admin: true, password_hash: 'x' }
    const [one, two] = [await alone.addUser(facts), await alone.addUser(facts)]
    await alone.addUser({ ...facts, is_read_only: true })
    const answers = await Promise.all([
      update(one, { isReadOnly: true }, two, alone),
      update(two, { isReadOnly: true }, one, alone),
    ])
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    assert.equal(await fullAdmins(alone), 1)
    const last = answers[0]?.status === 200 ? two : one
    const rescuer = await alone.addUser({ is_admin: true })
    const { status, body } = await update(last, { isReadOnly: true }, rescuer, alone)
    assert.deepEqual([status, body.message], [409, 'At least one admin must remain.'])
    const removal = await alone.call(users.remove, { params: { id: last._id }, query: {}, as: rescuer })
    assert.equal(removal.status, 409)
  })
})
