import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { addInvoice } from '#orders/history/testing-lists.ts'
import type { NewRow } from '#platform/db/tables.ts'
import { startTestPortal } from '#portal/testing.ts'
import { findRecipients } from './find-recipients.ts'
import { queueNotices } from './queue-notices.ts'
import { recalling } from './testing-recalls.ts'

const portal = await startTestPortal({ environment: { PUBLIC_URL: 'https://portal.example' } })
const { db } = portal
const admin = await portal.addUser({ is_admin: true, account_number: '', name: 'Ada', last_name: 'Officer' })
const acme = await portal.addUser({ company_name: 'Acme Pharmacy', account_number: '1000001', phone: '+1 555 0101' })
const stranger = await portal.addUser({ company_name: 'Stranger Drugs', account_number: '2000002' })
const { addDrug, buy, ship, draft, read, preview, send, mailsAbout } = recalling(portal, admin)

test('recipients are all who may have it: former customers, accounts without a business, phone orders', async () => {
  const { id: drug, ndc } = await addDrug()
  const former = await portal.addUser({ company_name: 'Former Pharmacy', account_number: '3000003' })
  await portal.addUser({ company_name: 'Phone Pharmacy', account_number: '4000004' })
  await buy(drug, { user_id: acme._id })
  await buy(drug, { user_id: former._id })
  await buy(drug, { bill_to_party_id: '5000005', ship_full_name: 'Unknown Clinic', erp_created: true })
  await addInvoice(db, { id: '91000001', party_id: '4000004', invoice_date: portal.day(-3) })
  await db
    .insertInto('invoice_line')
    .values({ invoice_id: '91000001', line_no: 1, product_number: ndc.replaceAll('-', ''), quantity: 7 })
    .execute()
  const others: [Partial<NewRow<'sales_order'>>, { cancelled?: number }?][] = [
    [{ created_at: portal.daysAgo(200) }],
    [{ is_cancelled: true }],
    [{ deleted_at: new Date() }],
    [{ erp_state: 'waiting' }],
    [{}, { cancelled: 5 }],
  ]
  for (const [facts, line] of others) await buy(drug, { user_id: stranger._id, ...facts }, line)
  await db
    .updateTable('user_account')
    .set({ deleted_at: new Date(), is_active: false })
    .where('id', '=', former._id)
    .execute()
  await db
    .updateTable('business')
    .set({ status: 'closed', deleted_at: new Date() })
    .where('id', '=', former.businessId)
    .execute()

  const id = await draft(drug)
  const { rows, count } = await preview(id)
  assert.deepEqual(
    rows.map(({ name, account, pieces }) => [name, account, pieces]),
    [
      ['Acme Pharmacy', '', 5],
      ['Former Pharmacy', '', 5],
      ['Phone Pharmacy', '', 7],
      ['Unknown Clinic', '5000005', 5],
    ],
  )
  assert.equal((await send(id, count - 1)).status, 409)
  assert.equal((await send(id)).status, 200)
  await portal.worker.drain()
  const mails = await mailsAbout(id)
  assert.ok(mails.every(({ subject }) => subject.startsWith('URGENT: DRUG RECALL')))
  assert.ok(
    mails.every(({ body }) => body.includes('URGENT: DRUG RECALL') && body.includes('notify your own customers')),
  )
  assert.ok(mails.some(({ recipient }) => recipient === former.email))
  assert.ok(mails.every(({ recipient }) => recipient !== stranger.email))
  const { recipients, queued, withoutEmail } = await read(id)
  assert.deepEqual([recipients, queued, withoutEmail], [4, 4, 1])
  const letters = await portal.send({ method: 'GET', url: `/api/recalls/${id}/letters`, as: admin })
  assert.match(letters.raw.body, /Unknown Clinic,5000005/)
})

test('with a lot on record only those who got it are recipients, and all whose lot is not on record', async () => {
  const { id: drug, gtin } = await addDrug()
  const [hit, missed, partly, untraced] = await Promise.all(
    ['Hit', 'Missed', 'Partly', 'Untraced'].map((name) => portal.addUser({ company_name: `${name} Pharmacy` })),
  )
  assert.ok(hit && missed && partly && untraced)
  for (const [user, lot, count] of [
    [hit, 'BAD', 5],
    [missed, 'GOOD', 5],
    [partly, 'GOOD', 3],
  ] as const) {
    const order = await buy(drug, { user_id: user._id })
    await ship(gtin, { lot, order, business: user.businessId, count })
  }
  await buy(drug, { user_id: untraced._id })
  const { rows } = await preview(await draft(drug, { products: [{ productId: drug, lots: ['BAD', 'BAD'] }] }))
  assert.deepEqual(
    rows.map(({ name, basis }) => [name, basis]),
    [
      ['Hit Pharmacy', 'lot'],
      ['Partly Pharmacy', 'window'],
      ['Untraced Pharmacy', 'window'],
    ],
  )
})

const spellings: [recalled: string, shipped: string, basis: 'lot' | 'window' | null][] = [
  ['AB-0123', 'ab0123', 'lot'],
  [' 0012a', '12A', 'lot'],
  ['L 77', 'l-77', 'lot'],
  ['000', '0', 'lot'],
  ['AB0123', 'AB01230', null],
  ['AB0123', 'AB123', null],
  ['100', '1', null],
  ['AB0123', '', 'window'],
  ['-', '', 'window'],
]
for (const [recalled, shipped, basis] of spellings)
  test(`of a recall of lot “${recalled}”, a customer with lot “${shipped}” is ${basis ? `a recipient (${basis})` : 'none'}`, async () => {
    const { id: drug, gtin } = await addDrug()
    const order = await buy(drug, { user_id: acme._id })
    await ship(gtin, { lot: shipped, order, business: acme.businessId })
    const found = await findRecipients(db, {
      products: [{ productId: drug, lots: [recalled] }],
      since: portal.day(-90),
    })
    assert.deepEqual(
      found.map((one) => one.basis),
      basis ? [basis] : [],
    )
  })

test('a document with findings that nobody accepted leaves no customer out', async () => {
  const { id: drug, gtin } = await addDrug()
  const order = await buy(drug, { user_id: acme._id })
  await ship(gtin, { lot: 'GOOD', order, business: acme.businessId, isAccepted: false })
  const { rows } = await preview(await draft(drug, { products: [{ productId: drug, lots: ['BAD'] }] }))
  assert.deepEqual(
    rows.map(({ name, basis, pieces }) => [name, basis, pieces]),
    [['Acme Pharmacy', 'window', 5]],
  )
})

test('what was ordered before the first day of a recall and shipped since counts; what shipped before does not', async () => {
  const { id: drug } = await addDrug()
  const [created_at, before] = [portal.daysAgo(200), portal.daysAgo(150)]
  await buy(drug, { user_id: acme._id, created_at, shipped_at: portal.daysAgo(2) })
  await buy(drug, { user_id: stranger._id, created_at, shipped_at: before, delivered_at: before })
  const { rows } = await preview(await draft(drug))
  assert.deepEqual(
    rows.map(({ name }) => name),
    ['Acme Pharmacy'],
  )
})

test('a canceled order whose goods had shipped counts', async () => {
  const { id: drug } = await addDrug()
  await buy(drug, { user_id: acme._id, is_cancelled: true, shipped_at: portal.daysAgo(3) })
  assert.equal((await preview(await draft(drug))).count, 1)
})

test('the mail merge names a recipient without any address, and no name runs as a formula or breaks a row', async () => {
  const { id: drug, ndc } = await addDrug()
  const name = '=Sum "A", Ärzte\n🏥 Pharmacy'
  const odd = await portal.addUser({ company_name: name })
  await buy(drug, { user_id: odd._id })
  await addInvoice(db, { id: '91000002', party_id: '7700007', invoice_date: portal.day(-3) })
  await db
    .insertInto('invoice_line')
    .values({ invoice_id: '91000002', line_no: 1, product_number: ndc, quantity: 2 })
    .execute()
  const id = await draft(drug)
  for (const state of ['draft', 'sent']) {
    if (state === 'sent') assert.equal((await send(id)).status, 200)
    const { raw } = await portal.send({ method: 'GET', url: `/api/recalls/${id}/letters`, as: admin })
    assert.match(raw.body, /\r\nAccount 7700007,7700007,,,,,,,,,"?Purchase, lot not on record"?,2\r\n/, state)
    assert.ok(raw.body.includes(`"'=Sum ""A"", Ärzte\n🏥 Pharmacy"`), raw.body)
  }
})

const addMany = async (drug: string, count: number): Promise<void> => {
  await sql`
    with made as (
      insert into business (id, name, account_number, status)
      select gen_random_uuid(), 'Many ' || n, (${count} * 10000 + n)::text, 'active' from generate_series(1, ${count}::int) n
      returning id, account_number
    ), person as (
      insert into user_account (id, business_id, email, name, is_active)
      select gen_random_uuid(), id, 'many' || account_number || '@test.example', 'Many', true from made
    ), sale as (
      insert into sales_order (id, business_id, bill_to_party_id, erp_state, erp_reference)
      select gen_random_uuid(), id, account_number, 'linked', 'MANY-' || account_number from made returning id
    )
    insert into order_line (order_id, line_no, product_id, name, slug, quantity, price)
    select id, 1, ${drug}::uuid, 'Drug', 'x', 3, 10 from sale`.execute(db)
}

test('a process that dies in the middle leaves no recipient without an email, and none with two', async () => {
  const { id: drug } = await addDrug()
  await addMany(drug, 450)
  const id = await draft(drug)
  assert.equal((await send(id)).status, 200)
  const subject = { recallId: id, caseId: null, turn: 'recall' as const }
  let composed = 0
  const dying = queueNotices(db, subject, {
    signal: new AbortController().signal,
    compose: (to) => {
      composed += 1
      if (composed === 300) throw new Error('The process dies.')
      return { to: to.email, subject: 'URGENT', html: '', text: `/recalls/${id}` }
    },
  })
  await assert.rejects(dying, /The process dies/)
  assert.equal((await read(id)).queued, 200)
  await portal.worker.drain()
  assert.equal((await read(id)).queued, 450)
  const { rows } = await sql<{ mails: number; people: number }>`
    select count(*)::int as mails, count(distinct recipient)::int as people from mail
    where body like ${`%/recalls/${id}%`}`.execute(db)
  assert.deepEqual(rows[0], { mails: 450, people: 450 })
})

test('5,000 recipients take as many statements as one', async () => {
  const { id: drug } = await addDrug()
  await buy(drug, { user_id: acme._id })
  let statements = 0
  const counting = db.withPlugin({
    transformQuery: ({ node }) => {
      statements += 1
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  })
  const found = async () => {
    statements = 0
    const { length } = await findRecipients(counting, {
      products: [{ productId: drug, lots: [] }],
      since: portal.day(-9),
    })
    return [length, statements]
  }
  assert.deepEqual(await found(), [1, 2])
  await addMany(drug, 5_000)
  assert.deepEqual(await found(), [5_001, 2])
  const { body } = await send(await draft(drug))
  assert.equal(body.recipients, 5_001)
})

test('a lot in a delivery of the ERP marks who received it and leaves nobody out', async () => {
  const { id: drug, ndc } = await addDrug()
  const third = await portal.addUser({ company_name: 'Third Pharmacy', account_number: '6000006' })
  const lots: [string, string, string?][] = [
    ['610001', acme._id, 'a1'],
    ['610002', stranger._id, 'Z9'],
    ['610003', third._id],
  ]
  for (const [erp_id, user_id, lot] of lots) {
    await buy(drug, { erp_id, user_id })
    await db
      .insertInto('delivery')
      .values({
        object_id: `lot-${erp_id}`,
        erp_id,
        changed_at: new Date(),
        is_shipped: true,
        order_erp_ids: [erp_id],
        items: JSON.stringify([
          { orderId: erp_id, orderItem: '10', productId: ndc, quantity: 5, unit: 'BTL', ...(lot && { lot }) },
        ]),
      })
      .execute()
  }
  const found = await findRecipients(db, { products: [{ productId: drug, lots: ['A1'] }], since: portal.day(-90) })
  assert.deepEqual(
    found.map(({ name, basis }) => [name, basis]),
    [
      ['Acme Pharmacy', 'lot'],
      ['Stranger Drugs', 'window'],
      ['Third Pharmacy', 'window'],
    ],
  )
})
