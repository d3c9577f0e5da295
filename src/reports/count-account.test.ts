import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { accounts } from '#accounts/contract.ts'
import { startTestPortal, type TestUser } from '#portal/testing.ts'
import { reports } from './contract.ts'
import { foldSales } from './fold-sales.ts'
import { daysToCompare } from './queries.ts'

const portal = await startTestPortal({ environment: { RATE_LIMITS: '0' } })
const { db, call } = portal
const admin = await portal.addUser({ is_admin: true, account_id: '' })

const day = 86_400_000
const pick = <T>(all: readonly T[]): T => all[Math.floor(Math.random() * all.length)] as T

/** The three figures of the dashboard, counted again from the accounts. */
const recount = async () => {
  const { from, to, beforeFrom, beforeTo } = daysToCompare(new Date())
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
  return email
}

const idOf = async (email: string) =>
  (await db.selectFrom('user_account').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id

const invite = (email: string) =>
  call(accounts.invite, {
    body: { email, name: 'Rita', lastName: 'Rep', role: 'salesRep', accountID: '', companyName: '' },
    as: admin,
  })

describe('the number of accounts', () => {
  it('equals a full recount after random requests, invitations, rejections and deletions, folded at any time', async () => {
    const active: TestUser[] = []
    const acts = [
      async () => void (await signUp()),
      async () => {
        const id = await idOf(await signUp())
        assert.equal(
          (await call(accounts.reject, { params: { id }, query: { reason: 'Unknown' }, as: admin })).status,
          200,
        )
      },
      async () => {
        const email = `${randomUUID()}@acme.example`
        assert.equal((await invite(email)).status, 201)
        assert.equal((await invite(email)).status, 409)
      },
      async () =>
        void active.push(
          await portal.addUser({
            created_at: new Date(Date.now() - Math.floor(Math.random() * 70) * day - pick([0, 1])),
          }),
        ),
      async () => {
        const user = active.pop() ?? (await portal.addUser())
        const remove = () => call(accounts.remove, { params: { id: user._id }, query: { reason: 'Left' }, as: admin })
        const statuses = (await Promise.all([remove(), remove()])).map(({ status }) => status)
        assert.deepEqual(statuses.toSorted(), [200, 404])
      },
      async () => void (await portal.addUser({ deleted_at: new Date() })),
    ]
    for (let round = 0; round < 8; round++) {
      for (let step = 0; step < 6; step++) await pick(acts)()
      assert.deepEqual(await told(), await recount())
      if (round % 2 === 0) await Promise.all([foldSales(db), foldSales(db), pick(acts)()])
      assert.deepEqual(await told(), await recount())
    }
    for (const act of acts) await act()
    await foldSales(db)
    assert.deepEqual(await told(), await recount())
  })

  it('stays as it is for a request under an address that is taken', async () => {
    const email = await signUp()
    const before = await told()
    const body = { name: 'Ann', lastName: 'Lee', email, password: 'violet-anchor-17', companyName: 'Acme' }
    await portal.send({ method: 'POST', url: '/api/users/signup', payload: { ...body, phone: '555', license: 'PH-1' } })
    assert.deepEqual(await told(), before)
  })
})
