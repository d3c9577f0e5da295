import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { users } from '#customers/contract.ts'
import { startTestPortal } from '#portal/testing.ts'
import { businessDay } from '#shared/business-day.ts'
import { reports } from './contract.ts'
import { daysToCompare } from './queries.ts'

const portal = await startTestPortal({ environment: { RATE_LIMITS: '0', BUSINESS_TIME_ZONE: 'UTC' } })
const { db, call } = portal
const admin = await portal.addUser({ is_admin: true, account_number: '' })

/** The three dashboard figures, counted day by day. */
const recount = async () => {
  const { from, to, beforeFrom, beforeTo } = daysToCompare(businessDay('UTC'))
  const { rows } = await sql<{ all: number; now: number; before: number }>`
    select count(*)::int as all, count(*) filter (where day between ${from} and ${to})::int as now,
      count(*) filter (where day between ${beforeFrom} and ${beforeTo})::int as before
    from (
      select (created_at at time zone 'UTC')::date::text as day from user_account where deleted_at is null
    ) living`.execute(db)
  return rows[0]
}

const told = async () => {
  const { users, trends } = (await call(reports.summary, { as: admin })).body
  return { all: users[0]?.numUsers, ...trends.users }
}

const signUp = async (): Promise<string> => {
  const email = `${randomUUID()}@acme.example`
  const body = {
    name: 'Ann',
    lastName: 'Lee',
    email,
    password: 'violet-anchor-17',
    companyName: 'Acme Pharmacy',
    phone: '555-0100',
    license: 'PH-1',
  }
  const { status } = await portal.send({ method: 'POST', url: '/api/users/signup', payload: body })
  assert.equal(status, 200)
  const user = await db.selectFrom('user_account').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  return user.id
}

describe('the number of accounts', () => {
  it('counts each from the first to the last moment of a day', async () => {
    const { from, to, beforeFrom, beforeTo } = daysToCompare(businessDay('UTC'))
    for (const day of [from, to, beforeFrom, beforeTo])
      for (const time of ['00:00:00.000', '23:59:59.999']) {
        const [first, last] = [`${day}T${time}Z`, new Date(Date.parse(`${day}T${time}Z`) + (time > '1' ? 1 : -1))]
        for (const created_at of [first, last]) await portal.addUser({ created_at })
      }
    assert.deepEqual(await told(), await recount())
  })

  it('grows by requests and invitations and shrinks by rejections and deletions', async () => {
    const { all = 0 } = await told()
    await signUp()
    await call(users.reject, { params: { id: await signUp() }, query: { reason: 'Unknown' }, as: admin })
    const { _id } = await portal.addUser()
    await call(users.remove, { params: { id: _id }, query: { reason: 'Left' }, as: admin })
    const invitation = { name: 'Rita', lastName: 'Rep', role: 'salesRep' as const, accountID: '', companyName: '' }
    const { status } = await call(users.invite, {
      query: {},
      body: { ...invitation, email: `${randomUUID()}@acme.example` },
      as: admin,
    })
    assert.equal(status, 201)
    assert.equal((await told()).all, all + 2)
    assert.deepEqual(await told(), await recount())
  })
})
