import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it, test } from 'node:test'
import { businessDay } from '#shared/business-day.ts'
import { sql } from 'kysely'
import { users } from '#customers/contract.ts'
import { recordAll } from '#platform/record-entry.ts'
import { startTestPortal } from '#portal/testing.ts'
import { audit } from './contract.ts'
import { linkOf, type Sealable, sealableColumns, sealTrail } from './seal-trail.ts'
import { trailKeys } from './trail-keys.ts'

const portal = await startTestPortal()
const { db } = portal
const admin = await portal.addUser({ is_admin: true, name: 'Ann', last_name: 'Lee', password_hash: 'x' })
const customer = await portal.addUser({ company_name: 'Acme Pharmacy' })

const keys = trailKeys(portal.config)

const note = (action: string, more: object = {}) =>
  recordAll(db, [{ actorId: admin._id, action, entity: 'account', entityId: customer._id, request: null, ...more }])
const verify = async () => (await portal.call(audit.verification, { as: admin })).body
const find = (filter: object) =>
  portal.send({ method: 'GET', url: '/api/audit', query: { query: JSON.stringify(filter) }, as: admin })

describe('the trail', () => {
  it('shows who did what, with before and after values, to admins only', async () => {
    await portal.call(users.update, { params: { id: customer._id }, query: {}, body: { name: 'Zoe' }, as: admin })
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

  it('is filtered by user, action, day and free text', async () => {
    await note('price agreed')
    const today = businessDay('America/New_York', new Date())
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

  it('exports a file that runs no formulas in spreadsheets', async () => {
    await note('=HYPERLINK("http://evil.example")', { after: { reason: 'a "quoted", word' } })
    const { raw, status } = await portal.send({ method: 'GET', url: '/api/audit/csv', as: admin })
    assert.equal(status, 200)
    assert.ok(raw.body.includes(`"'=HYPERLINK(""http://evil.example"")"`))
    assert.ok(!/\r\n=|,=|,"=/.test(raw.body))
  })

  it('cannot be changed or emptied, not even by its owner', async () => {
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
  it('links every entry once, including late commits, and verifies', async () => {
    await sealTrail(db, keys)
    await Promise.all(Array.from({ length: 30 }, (_, at) => note(`act ${at}`)))
    await db
      .insertInto('audit_entry')
      .values({ id: randomUUID(), at: new Date(Date.now() - 60_000), action: 'late', entity: 'x', entity_id: '' })
      .execute()
    await Promise.allSettled([sealTrail(db, keys), sealTrail(db, keys), sealTrail(db, keys)])
    await sealTrail(db, keys)
    const { isIntact, unsealed, sealed, head } = await verify()
    assert.deepEqual([isIntact, unsealed], [true, 0])
    const { count } = await db
      .selectFrom('audit_entry')
      .select(sql<number>`count(*)::int`.as('count'))
      .executeTakeFirstOrThrow()
    assert.equal(sealed, count)
    assert.match(head ?? '', /^[0-9a-f]{64}$/)
  })

  it('is sealed by the portal automatically', async () => {
    await note('sealed soon')
    await portal.http.ready()
    await portal.worker.drain()
    assert.equal((await verify()).unsealed, 0)
  })

  const seal = async () => {
    await portal.http.ready()
    await sql`update job set run_at = now(), locked_until = null where kind = 'audit.seal'`.execute(db)
    await portal.worker.drain()
  }

  /** Simulates an attacker who can disable the triggers. */
  const tamper = async (...statements: string[]) => {
    for (const table of ['audit_entry', 'audit_link'])
      statements = [
        `alter table ${table} disable trigger user`,
        ...statements,
        `alter table ${table} enable trigger user`,
      ]
    for (const statement of statements) await portal.owner.query(statement)
  }

  it('shows which entry was changed', async () => {
    await seal()
    const place = '(select entry_id from audit_link where position = 4)'
    await tamper(`update audit_entry set action = action || ', or not' where id = ${place}`)
    const { isIntact, brokenAt, reason } = await verify()
    assert.deepEqual([isIntact, brokenAt], [false, 4])
    assert.match(reason ?? '', /^Entry 4 was changed after it was recorded\./)
    await tamper(`update audit_entry set action = left(action, -8) where id = ${place}`)
    assert.equal((await verify()).isIntact, true)
  })

  it('cannot be recomputed without the key', async () => {
    const { rows } = await sql<Sealable & { key_id: string; hash: Buffer }>`
      select ${sealableColumns}, link.key_id, link.hash from audit_link link join audit_entry entry on entry.id = link.entry_id
      order by link.position`.execute(db)
    const forge = async (keyId: string) => {
      let previous: Buffer | null = null
      for (const [at, entry] of rows.entries()) {
        previous = linkOf({ id: keyId, secret: 'guessed' }, previous, at + 1, entry)
        await tamper(
          `update audit_link set hash = '\\x${previous.toString('hex')}', key_id = '${keyId}' where position = ${at + 1}`,
        )
      }
    }
    await forge(keys[0]?.id ?? '')
    assert.match((await verify()).reason ?? '', /^Entry 1 was changed after it was recorded\./)
    await forge('another')
    assert.match((await verify()).reason ?? '', /^Entry 1 was sealed with a key .* \(another\)/)
    for (const [at, { hash, key_id }] of rows.entries())
      await tamper(
        `update audit_link set hash = '\\x${hash.toString('hex')}', key_id = '${key_id}' where position = ${at + 1}`,
      )
    assert.equal((await verify()).isIntact, true)
  })

  it('reveals a deleted end, even after it has grown again', async () => {
    const { sealed } = await verify()
    const kept = await readFile(join(portal.config.DATA_DIR, 'trail-heads'), 'utf8')
    assert.match(kept, new RegExp(`^\\S+ ${sealed} [0-9a-f]{64}\n$`))
    const entries = await portal.owner.query<{ id: string }>(
      'select entry_id as id from audit_link order by position desc limit 2',
    )
    const cut = entries.rows.map(({ id }) => `'${id}'`).join()
    await tamper(`delete from audit_link where entry_id in (${cut})`, `delete from audit_entry where id in (${cut})`)
    assert.match(
      (await verify()).reason ?? '',
      new RegExp(`^The trail ends at entry ${sealed - 2}, but it had ${sealed} entries on `),
    )

    for (const _ of [1, 2, 3]) await note('grown again')
    await seal()
    const grown = await verify()
    assert.deepEqual([grown.isIntact, grown.brokenAt], [false, sealed])
    assert.match(grown.reason ?? '', /the trail was replaced\.$/)
    await note('and once more')
    await seal()
    assert.equal((await verify()).isIntact, false)
  })
})

test('a portal without a key warns and seals nothing', async () => {
  const other = await startTestPortal({ environment: { TRAIL_KEY: '' } })
  await other.http.ready()
  await other.worker.drain()
  const { body } = await other.call(audit.verification, { as: await other.addUser({ is_admin: true }) })
  assert.deepEqual([body.sealed, body.isIntact], [0, true])
  assert.match(body.warnings.join(), /^TRAIL_KEY is not set/)
})

test('the head of the trail is emailed to a configured address once a day', async () => {
  const told = await startTestPortal({ environment: { TRAIL_HEAD_TO: 'ledger@acme.example' } })
  await recordAll(told.db, [{ actorId: null, action: 'noted', entity: 'test', entityId: '', request: null }])
  await sealTrail(told.db, keys)
  await told.http.ready()
  await told.worker.drain()
  const mails = await told.db.selectFrom('mail').select(['recipient', 'subject', 'body']).execute()
  assert.deepEqual(
    mails.map(({ recipient, subject }) => [recipient, subject]),
    [['ledger@acme.example', 'Audit trail intact, entries: 1']],
  )
  assert.match(mails[0]?.body ?? '', /verify-trail 1:[0-9a-f]{64}/)
})
