import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { transaction } from '#platform/db/connect.ts'
import { startTestPortal, type TestUser } from '#portal/testing.ts'
import { withCheckDigit } from '#shared/check-digit.ts'
import { wholesalerGln } from '#traceability/epcis/testing-documents.ts'
import { retention } from './contract.ts'
import { keptKinds, yearsOf } from './record-kinds.ts'
import { purgeDueRecords } from './purge-due-records.ts'
import { keepingRecords } from './testing-records.ts'

const portal = await startTestPortal({ environment: { OWN_GLNS: wholesalerGln } })
const { db, call } = portal
const admin = await portal.addUser({ is_admin: true, account_number: '' })
const director = await portal.addUser({ is_admin: true, is_read_only: true, account_number: '' })
const { addDocument, addLicense, addOrder } = keepingRecords(portal, admin)
const gln = withCheckDigit('030002222222')
const buyer = await portal.addUser({ account_number: '1000001', company_name: 'Acme Pharmacy', gln_number: gln })
await addOrder(buyer, { erp_id: '510020', purchase_order: 'PO-77' })

const years = 6
const ago = (days: number) => sql<Date>`now() - make_interval(years => ${years}::int, days => ${days})`

/** Received and shipped some days before the period, or after it if negative. */
const makeOld = async (id: string, { received = 1, shipped = 1 } = {}) => {
  await db
    .updateTable('trace_document')
    .set({ received_at: ago(received), document_date: ago(received) })
    .where('id', '=', id)
    .execute()
  await db
    .updateTable('trace_shipment')
    .set({ shipped_at: ago(shipped) })
    .where('document_id', '=', id)
    .execute()
}

let lots = 0
const oldDocument = async (more: object = {}, when: Parameters<typeof makeOld>[1] = {}) => {
  const id = await addDocument({ lot: `LOT-${(lots += 1)}`, ...more })
  await makeOld(id, when)
  return id
}
const toBuyer = { seller: wholesalerGln, buyer: gln, order: 'PO-77' }

const isThere = async (table: 'trace_document' | 'license', id: string): Promise<boolean> =>
  (await db.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()) !== undefined

const purge = () => purgeDueRecords(db, years)

const set = (subject: object, as: TestUser = admin, reference = 'Case 26-117') =>
  call(retention.setHold, { body: { reference, reason: 'Subpoena', ...subject }, as })
const release = (id: string, reason = 'Case closed') =>
  call(retention.releaseHold, { params: { id }, body: { reason }, as: admin })
const holds = async (released = 'false') => (await call(retention.holds, { query: { released }, as: admin })).body.holds

describe('the purge', () => {
  it('deletes documents with all their packages once received and shipped six years ago', async () => {
    const due = await oldDocument()
    const kept = [
      await oldDocument({}, { received: -1 }),
      await oldDocument({}, { shipped: -1 }),
      await addDocument({ lot: 'NEW' }),
    ]
    await purge()
    assert.equal(await isThere('trace_document', due), false)
    for (const id of kept) assert.equal(await isThere('trace_document', id), true)
    const { rows } = await sql<{ stray: number }>`
      select (select count(*) from trace_package where shipment_id not in (select id from trace_shipment))::int
        + (select count(*) from trace_shipment where document_id = ${due}::uuid)::int as stray`.execute(db)
    assert.deepEqual(rows, [{ stray: 0 }])
    const { after, before } = await db
      .selectFrom('audit_entry')
      .select(['before', 'after'])
      .where('action', '=', 'records purged')
      .executeTakeFirstOrThrow()
    assert.deepEqual(after, { years })
    assert.deepEqual(
      (before as { records: { id: string }[] }).records.map(({ id }) => id),
      [due],
    )
  })

  it('deletes removed licenses, but none that is in use', async () => {
    const removed = await addLicense(buyer.businessId, { removed_at: ago(1), created_at: ago(400) })
    const kept = [
      await addLicense(buyer.businessId, { removed_at: ago(-1), created_at: ago(400) }),
      await addLicense(buyer.businessId, { created_at: ago(400) }),
    ]
    await purge()
    assert.equal(await isThere('license', removed), false)
    for (const id of kept) assert.equal(await isThere('license', id), true)
  })

  it('works through more records than a batch, also past those on hold', async () => {
    const ids: string[] = []
    for (let made = 0; made < 50; made++)
      ids.push(await addLicense(made < 25 ? buyer.businessId : null, { removed_at: ago(1), created_at: ago(9) }))
    const { body } = await set({ forUser: buyer._id })
    await purge()
    assert.deepEqual(
      await Promise.all(ids.map((id) => isThere('license', id))),
      ids.map((_, at) => at < 25),
    )
    await release(body._id)
    await purge()
    assert.deepEqual(
      await Promise.all(ids.map((id) => isThere('license', id))),
      ids.map(() => false),
    )
  })

  it('keeps a document that a kept one names as its correction', async () => {
    const [corrected, correction] = [await oldDocument({}, { shipped: -1 }), await oldDocument()]
    await db
      .updateTable('trace_shipment')
      .set({ withdrawn_by: correction, withdrawn_at: ago(1) })
      .where('document_id', '=', corrected)
      .execute()
    await purge()
    assert.equal(await isThere('trace_document', correction), true)
  })

  it('runs twice at the same time without an error', async () => {
    const ids = [await oldDocument(), await oldDocument(), await oldDocument()]
    await Promise.all([purge(), purge()])
    assert.deepEqual(await Promise.all(ids.map((id) => isThere('trace_document', id))), [false, false, false])
  })

  it('never runs without the setting', async () => {
    const read = async () => {
      const { status, body } = await call(retention.kinds, { as: admin })
      assert.equal(status, 200, body.message)
      assert.equal(body.isPurging, false)
      return body.kinds.find(({ name }) => name === 'Transaction data (EPCIS)')
    }
    const before = await read()
    const id = await oldDocument({}, { received: 40 })
    await portal.worker.queueRecurring()
    await portal.worker.drain()
    assert.equal(await isThere('trace_document', id), true)
    const after = await read()
    assert.equal(after?.due, (before?.due ?? 0) + 1)
    assert.ok((after.oldest ?? '') < (before?.oldest ?? ''))
    await purge()
  })

  it('runs every night with it', async () => {
    const purging = await startTestPortal({ environment: { PURGE_RECORDS: '1', OWN_GLNS: wholesalerGln } })
    const other = await purging.addUser({ is_admin: true })
    const id = await keepingRecords(purging, other).addLicense(null, {
      removed_at: ago(1),
      created_at: ago(9),
    })
    await purging.worker.queueRecurring()
    await purging.worker.drain()
    assert.deepEqual(await purging.db.selectFrom('license').select('id').where('id', '=', id).execute(), [])
    const { tomorrow } = await purging.db
      .selectFrom('job')
      .select(sql<boolean>`run_at between now() + interval '23 hours' and now() + interval '25 hours'`.as('tomorrow'))
      .where('kind', '=', 'retention.purge')
      .executeTakeFirstOrThrow()
    assert.equal(tomorrow, true)
  })
})

describe('a legal hold', () => {
  for (const [what, subject] of [
    ['the customer', () => ({ forUser: buyer._id })],
    ['the product by its NDC', async () => ({ productId: await productWith({ ndc_key: '00001012345' }) })],
    ['the product by its GTIN', async () => ({ productId: await productWith({ gtin: '00300010123455' }) })],
    ['the lot in other letters', () => ({ lot: '0held lot' })],
  ] as const)
    it(`on ${what} keeps the documents until its release`, async () => {
      const id = await oldDocument({ ...toBuyer, lot: 'HELD-LOT' })
      const { status, body } = await set(await subject())
      assert.equal(status, 201, body.message)
      await purge()
      assert.equal(await isThere('trace_document', id), true)
      assert.equal((await release(body._id)).status, 200)
      await purge()
      assert.equal(await isThere('trace_document', id), false)
    })

  for (const [what, subject] of [
    ['another customer', async () => ({ forUser: (await portal.addUser())._id })],
    ['another product', async () => ({ productId: await productWith({ ndc_key: '00001012346' }) })],
    ['a product without codes', async () => ({ productId: await productWith({}) })],
    ['another lot', () => ({ lot: 'HELD' })],
  ] as const)
    it(`on ${what} keeps nothing else`, async () => {
      const id = await oldDocument({ ...toBuyer, lot: 'HELD-LOT' })
      const { status, body } = await set(await subject())
      assert.equal(status, 201, body.message)
      await purge()
      assert.equal(await isThere('trace_document', id), false)
      await release(body._id)
    })

  it('waits for a running purge, and a purge waits for a hold that is being set', async () => {
    const id = await oldDocument({ lot: 'RACE' })
    let purging: Promise<void> | undefined
    await transaction(db, async (tx) => {
      await tx
        .insertInto('legal_hold')
        .values({ id: crypto.randomUUID(), lot: 'RACE', reference: 'Race', reason: 'Race', set_by: admin._id })
        .execute()
      purging = purge()
      const isWaiting = async () =>
        (await sql`select from pg_locks where locktype = 'relation' and not granted`.execute(db)).rows.length > 0
      while (!(await isWaiting())) await new Promise(setImmediate)
    })
    await purging
    assert.equal(await isThere('trace_document', id), true)
  })

  it('may be on a deleted user’s business, which may have closed', async () => {
    const former = await portal.addUser({ company_name: 'Former Pharmacy' })
    await db.updateTable('user_account').set({ deleted_at: new Date() }).where('id', '=', former._id).execute()
    const { status, body } = await set({ forUser: former._id })
    assert.equal(status, 201)
    const found = (await holds()).find(({ _id }) => _id === body._id)
    assert.deepEqual([found?.subject, found?.name, found?.setBy], ['customer', 'Former Pharmacy', admin.email])
    await release(body._id)
  })

  it('is listed while it lasts, then among the released ones, and audited', async () => {
    const { body } = await set({ lot: 'L-7' })
    const [open] = await holds()
    assert.deepEqual(
      [open?._id, open?.subject, open?.name, open?.reference, open?.reason, open?.releasedAt],
      [body._id, 'lot', 'L-7', 'Case 26-117', 'Subpoena', null],
    )
    await release(body._id)
    assert.ok((await holds()).every(({ _id }) => _id !== body._id))
    const released = (await holds('true')).find(({ _id }) => _id === body._id)
    assert.deepEqual([released?.releaseReason, released?.releasedBy], ['Case closed', admin.email])
    const entries = await db
      .selectFrom('audit_entry')
      .select(['action', 'actor_id'])
      .where('entity_id', '=', body._id)
      .orderBy('id')
      .execute()
    assert.deepEqual(entries, [
      { action: 'legal hold set', actor_id: admin._id },
      { action: 'legal hold released', actor_id: admin._id },
    ])
  })

  it('is set once per subject and reference, and released once, also by two admins at the same time', async () => {
    const both = await Promise.all([set({ lot: 'Twice' }), set({ lot: 'TWICE' }, admin, 'CASE 26-117')])
    assert.deepEqual(both.map(({ status }) => status).toSorted(), [201, 409])
    assert.equal((await set({ lot: 'Twice' }, admin, 'Other case')).status, 201)
    const [first] = (await holds()).filter(({ name }) => name.toUpperCase() === 'TWICE')
    const releases = await Promise.all([release(first?._id ?? ''), release(first?._id ?? '')])
    assert.deepEqual(releases.map(({ status }) => status).toSorted(), [200, 409])
  })

  it('is refused without exactly one subject, a reference and a reason, and to everyone but admins', async () => {
    for (const [body, status] of [
      [{}, 400],
      [{ lot: 'L', forUser: buyer._id }, 400],
      [{ lot: '' }, 400],
      [{ lot: 'x'.repeat(51) }, 400],
      [{ forUser: crypto.randomUUID() }, 404],
      [{ productId: crypto.randomUUID() }, 404],
      [{ lot: 'L', reason: ' ' }, 400],
      [{ lot: 'L', reference: '' }, 400],
    ] as const)
      assert.equal((await set(body)).status, status, JSON.stringify(body))
    assert.equal((await release(crypto.randomUUID())).status, 404)
    for (const as of [buyer, director]) assert.equal((await set({ lot: 'L' }, as)).status, 403)
    assert.equal((await call(retention.kinds, { as: buyer })).status, 403)
    assert.equal((await call(retention.kinds, { as: director })).status, 200)
  })
})

it('the longest period counts', () => {
  const of = (law: string, recordYears: number) => {
    const kind = keptKinds.find((one) => one.law.includes(law))
    assert.ok(kind)
    return yearsOf(kind, recordYears)
  }
  for (const [law, recordYears, expected] of [
    ['DSCSA', 6, 6],
    ['DSCSA', 10, 10],
    ['DEA', 6, 6],
    ['State', 6, 6],
    ['State', 7, 7],
  ] as const)
    assert.equal(of(law, recordYears), expected, `${law} ${recordYears}`)
})

let products = 0
const productWith = async (facts: { ndc_key?: string; gtin?: string }): Promise<string> => {
  const id = crypto.randomUUID()
  await db
    .insertInto('product')
    .values({ id, name: `Product ${(products += 1)}`, slug: id, is_item_number: true, ...facts })
    .execute()
  return id
}
