import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { accounts } from '#accounts/contract.ts'
import { recordAudit } from './record-entry.ts'
import { startTestPortal } from '#portal/testing.ts'
import { audit } from './contract.ts'
import { sealTrail } from './seal-trail.ts'

const portal = await startTestPortal()
const { db } = portal
const admin = await portal.addUser({ is_admin: true, name: 'Ann', last_name: 'Lee', password_hash: 'x' })
const customer = await portal.addUser({ company_name: 'Acme Pharmacy' })

const note = (action: string, more: object = {}) =>
  recordAudit(db, { actorId: admin._id, action, entity: 'account', entityId: customer._id, request: null, ...more })
const verify = async () => (await portal.call(audit.verification, { as: admin })).body
const find = (filter: object) =>
  portal.send({ method: 'GET', url: '/api/audit', query: { query: JSON.stringify(filter) }, as: admin })

describe('the trail', () => {
  it('shows who did what, with before and after, to admins only', async () => {
    await portal.call(accounts.update, { params: { id: customer._id }, query: {}, body: { name: 'Zoe' }, as: admin })
    const { raw } = await find({ record: 'acme' })
    const [entry] = raw.json<Record<string, unknown>[]>()
    assert.equal(raw.headers['x-total-count'], '1')
    assert.deepEqual(
      [entry?.['action'], entry?.['entityName'], entry?.['before'], entry?.['after']],
      ['account changed', 'Acme Pharmacy', { name: 'Test' }, { name: 'Zoe' }],
    )
    assert.equal((entry?.['actor'] as { name: string } | undefined)?.name, 'Ann Lee')
    for (const url of ['/api/audit', '/api/audit/csv', '/api/audit/verification'])
      assert.equal((await portal.send({ method: 'GET', url, as: customer })).status, 403)
  })

  it('is found by person, action, day and free text', async () => {
    await note('price agreed')
    const today = new Date().toISOString().slice(0, 10)
    for (const filter of [
      { actor: 'ann lee' },
      { action: 'PRICE' },
      { any: 'price' },
      { any: customer._id },
      { at: today },
    ])
      assert.ok((await find(filter)).raw.body.includes('price agreed'), JSON.stringify(filter))
    for (const filter of [{ actor: 'nobody' }, { action: 'price_' }, { at: '1999' }, { entity: 'product' }])
      assert.ok(!(await find(filter)).raw.body.includes('price agreed'), JSON.stringify(filter))
  })

  it('is a file for spreadsheets that runs no formula', async () => {
    await note('=HYPERLINK("http://evil.example")', { after: { reason: 'a "quoted", word' } })
    const { raw, status } = await portal.send({ method: 'GET', url: '/api/audit/csv', as: admin })
    assert.equal(status, 200)
    assert.ok(raw.body.includes(`"'=HYPERLINK(""http://evil.example"")"`))
    assert.ok(!/\r\n=|,=|,"=/.test(raw.body))
  })

  it('cannot be changed or emptied, not even by who owns it', async () => {
    for (const statement of [
      `update audit_entry set action = 'nothing'`,
      'delete from audit_entry',
      'truncate audit_entry cascade',
      `update audit_link set hash = ''`,
      'delete from audit_link',
    ])
      await assert.rejects(portal.owner.query(statement), /append-only/)
  })
})

describe('the chain', () => {
  it('takes every entry once, also those that commit late, and fits', async () => {
    await sealTrail(db)
    await Promise.all(Array.from({ length: 30 }, (_, at) => note(`act ${at}`)))
    await db
      .insertInto('audit_entry')
      .values({ id: randomUUID(), at: new Date(Date.now() - 60_000), action: 'late', entity: 'x', entity_id: '' })
      .execute()
    await Promise.allSettled([sealTrail(db), sealTrail(db), sealTrail(db)])
    await sealTrail(db)
    const { isIntact, unsealed, sealed, head } = await verify()
    assert.deepEqual([isIntact, unsealed], [true, 0])
    const { count } = await db
      .selectFrom('audit_entry')
      .select(sql<number>`count(*)::int`.as('count'))
      .executeTakeFirstOrThrow()
    assert.equal(sealed, count)
    assert.match(head ?? '', /^[0-9a-f]{64}$/)
  })

  it('is sealed by the portal itself', async () => {
    await note('sealed soon')
    await portal.http.ready()
    await portal.worker.drain()
    assert.equal((await verify()).unsealed, 0)
  })

  it('breaks where someone who can switch the guard off changed an entry', async () => {
    const { position } = await db
      .selectFrom('audit_link')
      .select('position')
      .orderBy('position')
      .offset(3)
      .executeTakeFirstOrThrow()
    await portal.owner.query('alter table audit_entry disable trigger audit_entry_guard')
    await portal.owner.query(
      `update audit_entry set action = 'nothing happened'
      where id = (select entry_id from audit_link where position = $1)`,
      [position],
    )
    await portal.owner.query('alter table audit_entry enable trigger audit_entry_guard')
    const { isIntact, brokenAt } = await verify()
    assert.deepEqual([isIntact, brokenAt], [false, Number(position)])
  })
})
