import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#platform/db/new-id.ts'
import { users } from '#customers/contract.ts'
import { customerFields } from '#customers/customer-shapes.ts'
import { transaction } from '#platform/db/connect.ts'
import { deleteRecords } from '#platform/db/delete-records.ts'
import { startTestPortal, type TestUser } from '#portal/testing.ts'
import { dayWords } from '#shared/day-words.ts'
import { announceExpiry } from './announce-expiry.ts'

const portal = await startTestPortal({ environment: { PUBLIC_URL: 'https://portal.example' } })
const zone = 'Pacific/Auckland'
const other = await startTestPortal({ environment: { BUSINESS_TIME_ZONE: zone } })
const { db, config, day } = portal

const addCustomer = (offset: number, facts = {}) =>
  portal.addUser({ license_expiry_date: day(offset), license: 'PH-77', ...facts })
const licensesOf = ({ businessId }: TestUser) =>
  db.selectFrom('license').select('id').where('business_id', '=', businessId)
/** Shifts all dates as if this many days had passed since the last day was recorded. */
const pass = (user: TestUser, offset: number) =>
  db
    .updateTable('license_notice')
    .set({ expires_on: day(offset) })
    .where('license_id', 'in', licensesOf(user))
    .execute()
    .then(() =>
      db
        .updateTable('license')
        .set({ expires_on: day(offset) })
        .where('business_id', '=', user.businessId)
        .execute(),
    )
const subjects = async ({ email }: TestUser, of = db) => {
  const mails = await of.selectFrom('mail').select('subject').where('recipient', '=', email).orderBy('id').execute()
  return mails.map(({ subject }) => subject)
}
const announce = () => announceExpiry({ db, config })

describe('an expiring license', () => {
  it('is announced 60, 30 and 7 days before and on its last day, once each, however often the job runs', async () => {
    const customer = await addCustomer(61)
    const told: string[] = []
    for (let left = 61; left >= -40; left--) {
      await pass(customer, left)
      await announce()
      if (left % 9 === 0) await announce()
      const all = await subjects(customer)
      if (all.length > told.length) told.push(`${left}: ${all.at(-1)}`)
      assert.equal(all.length, told.length)
    }
    assert.deepEqual(told, [
      '60: Your license expires in 60 days',
      '30: Your license expires in 30 days',
      '7: Your license expires in 7 days',
      '0: Your license expires today',
    ])
  })

  it('is announced once, late, when days were missed', async () => {
    const customer = await addCustomer(25)
    await announce()
    assert.deepEqual(await subjects(customer), ['Your license expires in 25 days'])
    await pass(customer, -2)
    await announce()
    await announce()
    assert.deepEqual((await subjects(customer)).slice(1), ['Your license has expired'])
    const longGone = await addCustomer(-31)
    await announce()
    assert.deepEqual(await subjects(longGone), [])
  })

  it('is announced once to every active customer of the business, and once per business to the admins', async () => {
    const of = await startTestPortal()
    const admin = await of.addUser({ is_admin: true, password_hash: 'x' })
    const facts = { account_number: '7000', license_expiry_date: day(20), company_name: 'Harbor Street Pharmacy' }
    const pair = [await of.addUser(facts), await of.addUser(facts)]
    await of.addUser({ ...facts, is_sales_rep: true })
    for (let turn = 0; turn < 2; turn++) await announceExpiry({ db: of.db, config: of.config })
    for (const user of pair) assert.deepEqual(await subjects(user, of.db), ['Your license expires in 20 days'])
    assert.deepEqual(await subjects(admin, of.db), ['A license is expiring'])
    const mails = await of.db.selectFrom('mail').select('id').execute()
    assert.equal(mails.length, 3)
  })

  it('is not announced after renewal until the new date is near', async () => {
    const admin = await portal.addUser({ is_admin: true })
    const customer = await addCustomer(30)
    await announce()
    const { status } = await portal.call(users.update, {
      params: { id: customer._id },
      query: {},
      body: {
        ...Object.fromEntries(customerFields.map((field) => [field, `some ${field}`])),
        email: customer.email,
        licenseExpiryDate: day(365),
      },
      as: admin,
    })
    assert.equal(status, 200)
    await announce()
    assert.equal((await subjects(customer)).length, 1)
    await pass(customer, 7)
    await transaction(db, (tx) =>
      deleteRecords(tx, async () => {
        await tx.deleteFrom('license_notice').where('license_id', 'in', licensesOf(customer)).execute()
      }),
    )
    await announce()
    assert.deepEqual((await subjects(customer)).slice(1), ['Your license expires in 7 days'])
  })

  it('is announced only to active customers', async () => {
    const others = [
      await addCustomer(7, { is_active: false }),
      await addCustomer(7, { deleted_at: new Date() }),
      await addCustomer(7, { is_sales_rep: true }),
      await addCustomer(7, { is_admin: true }),
      await addCustomer(61),
      await portal.addUser({ license_expiry_date: null }),
    ]
    await announce()
    for (const one of others) assert.deepEqual(await subjects(one), [])
  })

  it('is announced to hundreds by two concurrent processes without duplicate emails', async () => {
    const many: TestUser[] = []
    while (many.length < 230) many.push(...(await Promise.all(Array.from({ length: 10 }, () => addCustomer(7)))))
    await Promise.all([announce(), announce(), announce()])
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from mail where recipient = any(${many.map(({ email }) => email)})`.execute(db)
    assert.equal(rows[0]?.count, many.length)
  })

  it('is emailed with its details and audited', async () => {
    const customer = await addCustomer(60, { name: 'Ann', company_name: '<Acme> & Sons', license_type: 'Pharmacy' })
    await announce()
    const mail = await db
      .selectFrom('mail')
      .selectAll()
      .where('recipient', '=', customer.email)
      .executeTakeFirstOrThrow()
    const written = dayWords(day(60))
    assert.match(mail.body, /^Hello Ann,\n\nThe license we have on record for <Acme> & Sons expires in 60 days:/)
    assert.ok(mail.body.includes(`License: PH-77\nType: Pharmacy\nValid through: ${written}`))
    assert.ok(mail.html.includes('&lt;Acme&gt; &amp; Sons'))
    const job = await db
      .selectFrom('job')
      .select('id')
      .where('kind', '=', 'mail.send')
      .where(sql<string>`payload ->> 'mailId'`, '=', mail.id)
      .execute()
    assert.equal(job.length, 1)
    const trail = await db.selectFrom('audit_entry').selectAll().where('entity_id', '=', customer.businessId).execute()
    assert.deepEqual(
      trail.map(({ action, after }) => [action, after]),
      [['license notice sent', { license: 'PH-77', expiresOn: day(60), daysLeft: 60 }]],
    )
  })
})

it('a license of a ship-to address and our own one are announced, to managers only if there are any', async () => {
  const of = await startTestPortal({ environment: { COMPLIANCE_EMAIL: 'compliance@test.example' } })
  const admin = await of.addUser({ is_admin: true, password_hash: 'x' })
  const manager = await of.addUser({ buying_role: 'manager', company_name: 'Harbor Street Pharmacy' })
  const buyer = await of.addUser({ business_id: manager.businessId })
  const shipTo = newId()
  const address = { address1: '2 Dock Road', city: 'Nashua', state: 'NH', zip: '03060', country: 'US' }
  await of.db
    .insertInto('ship_to')
    .values({ id: shipTo, business_id: manager.businessId, name: 'Annex', ...address })
    .execute()
  const expires_on = of.day(30)
  await of.db
    .insertInto('license')
    .values([
      {
        id: newId(),
        business_id: manager.businessId,
        ship_to_id: shipTo,
        kind: 'dea',
        number: 'AB1234563',
        expires_on,
      },
      { id: newId(), business_id: null, warehouse: 'Reno', state: 'NV', number: 'WH-1', expires_on },
      { id: newId(), business_id: null, warehouse: 'Old', number: 'WH-0', expires_on, removed_at: new Date() },
    ])
    .execute()
  const announcing = { db: of.db, config: of.config }
  await Promise.all([announceExpiry(announcing), announceExpiry(announcing)])
  assert.deepEqual(await subjects(manager, of.db), ['Your DEA registration expires in 30 days'])
  assert.deepEqual(await subjects(buyer, of.db), [])
  for (const { email } of [admin, { email: 'compliance@test.example' }]) {
    const { body } = await of.db
      .selectFrom('mail')
      .select('body')
      .where('recipient', '=', email)
      .executeTakeFirstOrThrow()
    assert.match(body, /Our own, Reno: WH-1 expires in 30 days/)
    assert.match(body, /Harbor Street Pharmacy, Annex: AB1234563 expires in 30 days/)
    assert.ok(!body.includes('WH-0'))
  }
})

describe('the license digest for admins', () => {
  it('is one email to each admin with everyone notified, and none on other days', async () => {
    const [admin, gone] = [
      await other.addUser({ is_admin: true, password_hash: 'x' }),
      await other.addUser({ is_admin: true, password_hash: 'x', is_active: false }),
    ]
    await other.addUser({ company_name: 'Later Pharmacy', license_expiry_date: other.day(30), license: 'L-2' })
    await other.addUser({ company_name: 'First Pharmacy', license_expiry_date: other.day(0), license: '' })
    await other.addUser({ company_name: 'Quiet Pharmacy', license_expiry_date: other.day(90) })
    await other.http.ready()
    await other.worker.drain()
    await other.worker.drain()
    assert.deepEqual(await subjects(admin, other.db), ['2 licenses are expiring'])
    assert.deepEqual(await subjects(gone, other.db), [])
    const { body } = await other.db
      .selectFrom('mail')
      .select('body')
      .where('recipient', '=', admin.email)
      .executeTakeFirstOrThrow()
    assert.match(body, /First Pharmacy: no number expires today: .+\nLater Pharmacy: L-2 expires in 30 days: /)
    assert.ok(!body.includes('Quiet'))

    const next = await other.db
      .selectFrom('job')
      .select([
        sql<string>`to_char(run_at at time zone ${zone}, 'YYYY-MM-DD HH24:MI')`.as('at'),
        'attempts',
        'failed_at',
      ])
      .where('kind', '=', 'compliance.announce-expiry')
      .executeTakeFirstOrThrow()
    assert.deepEqual(next, { at: `${other.day(1)} 06:00`, attempts: 0, failed_at: null })
  })
})
