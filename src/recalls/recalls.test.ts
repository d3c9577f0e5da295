import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { inventory } from '#catalog/stock/contract.ts'
import { newId } from '#platform/db/new-id.ts'
import { startTestPortal } from '#portal/testing.ts'
import { recallNotices, recalls } from './contract.ts'
import { recalling } from './testing-recalls.ts'

const portal = await startTestPortal({ environment: { PUBLIC_URL: 'https://portal.example' } })
const { db } = portal
const admin = await portal.addUser({ is_admin: true, account_number: '', name: 'Ada', last_name: 'Officer' })
const rep = await portal.addUser({ is_sales_rep: true, account_number: '', name: 'Ray', last_name: 'Rep' })
const acme = await portal.addUser({ company_name: 'Acme Pharmacy', account_number: '1000001', phone: '+1 555 0101' })
const viewer = await portal.addUser({ account_number: '1000001', buying_role: 'viewer' })
const stranger = await portal.addUser({ company_name: 'Stranger Drugs', account_number: '2000002' })

const { addDrug, buy, recallOf, draft, read, send, replyOf, reply, mailsAbout, listed } = recalling(portal, admin)

test('two presses send a recall once, and a draft that changed is not sent', async () => {
  const { id: drug } = await addDrug()
  await buy(drug, { user_id: acme._id })
  await db
    .updateTable('product')
    .set({ dea_schedule: 'CIV', cold_status: 'Refrigerated' })
    .where('id', '=', drug)
    .execute()
  const id = await draft(drug)
  const { __v } = await read(id)
  assert.equal(
    (
      await portal.call(recalls.change, {
        params: { id },
        body: { __v, recall: recallOf(drug, { reason: 'Mold.' }) },
        as: admin,
      })
    ).status,
    200,
  )
  const sending = (v: number) =>
    portal.call(recalls.send, { params: { id }, body: { __v: v, recipients: 1 }, as: admin })
  assert.equal((await sending(__v)).status, 409)
  const answers = await Promise.all([sending(__v + 1), sending(__v + 1)])
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409])
  await portal.worker.drain()
  const mails = await mailsAbout(id)
  assert.deepEqual(mails.map(({ recipient }) => recipient).toSorted(), [acme.email, viewer.email].toSorted())
  assert.ok(mails[0]?.body.includes('Mold.'))
  assert.match(mails[0]?.body ?? '', /Drug \d+ \(CIV, Refrigerated\)/)
})

test('a reply needs every quantity, can be corrected, and is closed with the recall', async () => {
  const { id: drug } = await addDrug()
  await buy(drug, { user_id: acme._id, placed_by: rep._id })
  const id = await draft(drug, { level: 'B', levelPercent: 50 })
  assert.equal((await reply(id, replyOf(drug), acme)).status, 404, 'a draft')
  await send(id)
  const { body: own } = await portal.call(recallNotices.byId, { params: { id }, as: acme })
  assert.deepEqual([own.purchases, own.replies, own.repliedAt], [[{ productId: drug, pieces: 5 }], [], null])
  assert.equal((await listed(id, 'missing')).length, 1, 'opening is no response')
  const wrong: object[] = [
    { hasRead: false },
    { lines: [] },
    { lines: [{ productId: drug, onHand: -1, returned: 0, passedOn: 0 }] },
    { lines: [{ productId: drug, onHand: 1.5, returned: 0, passedOn: 0 }] },
    { lines: [{ productId: drug, onHand: 1, returned: 0 }] },
    { lines: [{ productId: newId(), onHand: 1, returned: 0, passedOn: 0 }] },
    { lines: Array.from({ length: 2 }, () => ({ productId: drug, onHand: 1, returned: 0, passedOn: 0 })) },
  ]
  for (const more of wrong)
    assert.equal((await reply(id, { ...replyOf(drug), ...more }, acme)).status, 400, JSON.stringify(more))
  assert.equal((await reply(id, replyOf(drug), viewer)).status, 403)
  assert.equal((await reply(id, replyOf(drug), rep)).status, 403)
  assert.equal((await reply(id, replyOf(drug), stranger)).status, 404)
  assert.equal((await portal.call(recallNotices.byId, { params: { id }, as: stranger })).status, 404)
  assert.deepEqual((await portal.call(recallNotices.list, { query: {}, as: stranger })).body.rows, [])

  assert.equal((await reply(id, replyOf(drug), acme)).status, 200)
  assert.equal(
    (await reply(id, replyOf(drug, { lines: [{ productId: drug, onHand: 0, returned: 5, passedOn: 0 }] }), acme))
      .status,
    200,
  )
  const after = await read(id)
  assert.deepEqual(after.totals, [{ productId: drug, bought: 5, onHand: 0, returned: 5, passedOn: 0 }])
  assert.deepEqual([after.recipients, after.replied, after.toCheck, after.checked], [1, 1, 1, 1])
  const { body: again } = await portal.call(recallNotices.byId, { params: { id }, as: acme })
  assert.deepEqual(
    again.replies.map(({ lines }) => lines[0]?.returned),
    [5, 1],
  )

  const close = (__v: number) =>
    portal.call(recalls.close, { params: { id }, body: { __v, conclusion: 'All returned.' }, as: admin })
  assert.equal((await close(after.__v - 1)).status, 409)
  assert.equal((await close(after.__v)).status, 200)
  assert.equal((await reply(id, replyOf(drug), acme)).status, 409)
})

test('replies of any size add up', async () => {
  const { id: drug } = await addDrug()
  await buy(drug, { user_id: acme._id })
  const id = await draft(drug)
  await send(id)
  await sql`
    with made as (
      insert into notice_recipient (id, recall_id, turn, account_number, name, basis, replied_at)
      select gen_random_uuid(), ${id}::uuid, 'recall', n::text, 'Clinic ' || n, 'window', now() from generate_series(1, 3000) n
      returning id
    )
    insert into recall_reply (id, recipient_id, replied_by, lines, has_notified_customers)
    select gen_random_uuid(), id, ${acme._id}::uuid,
      jsonb_build_array(jsonb_build_object('productId', ${drug}::text, 'onHand', 1000000, 'returned', 0, 'passedOn', 0)),
      true from made`.execute(db)
  const { totals } = await read(id)
  assert.equal(totals[0]?.onHand, 3_000_000_000)
})

test('who does not reply is on the phone list, with attempts and their results', async () => {
  const { id: drug } = await addDrug()
  await db
    .updateTable('product')
    .set({ dea_schedule: 'CIV', cold_status: 'Refrigerated' })
    .where('id', '=', drug)
    .execute()
  await buy(drug, { user_id: acme._id, placed_by: rep._id })
  const id = await draft(drug)
  await send(id)
  const [row] = await listed(id, 'missing')
  assert.deepEqual(
    [row?.name, row?.account, row?.phone, row?.rep, row?.calls],
    ['Acme Pharmacy', '1000001', '+1 555 0101', 'Ray Rep', 0],
  )
  const params = { id, recipientId: row?._id ?? '' }
  const attempt = (result: 'no answer' | 'reached', as = admin) =>
    portal.call(recalls.call, { params, body: { result, note: 'Front desk' }, as })
  assert.equal((await attempt('no answer')).status, 200)
  assert.equal((await attempt('reached')).status, 200)
  assert.equal((await attempt('reached', acme)).status, 403)
  const [called] = await listed(id, 'missing')
  assert.deepEqual([called?.calls, called?.lastCall?.result, called?.lastCall?.by], [2, 'reached', 'Ada Officer'])
  assert.equal((await portal.call(recalls.replyFor, { params, body: replyOf(drug), as: admin })).status, 200)
  assert.deepEqual(await listed(id, 'missing'), [])
  const { body } = await portal.call(recalls.replies, { params, as: admin })
  assert.deepEqual(
    body.replies.map(({ repliedBy }) => repliedBy),
    ['Ada Officer'],
  )
  const elsewhere = { id: await draft(drug), recipientId: params.recipientId }
  assert.equal((await portal.call(recalls.replies, { params: elsewhere, as: admin })).status, 404)
  const { raw } = await portal.send({ method: 'GET', url: `/api/recalls/${id}/csv`, as: admin })
  const [head = '', line = ''] = raw.body.split('\r\n')
  assert.match(head, /0001-\d{4}-45 \(CIV, Refrigerated\): on hand",.*returned",.*passed on"/)
  assert.match(line, /Acme Pharmacy,1000001.*Ada Officer,no,5,2,1,2,,2,/)
})

test('an open recall stops the sales of its products unless the lots are set apart', async () => {
  const { id: drug } = await addDrug()
  await buy(drug, { user_id: acme._id })
  const isOnHold = async () =>
    (await db.selectFrom('product').select('is_on_hold').where('id', '=', drug).executeTakeFirstOrThrow()).is_on_hold
  const apart = await draft(drug, { stopsSales: false, products: [{ productId: drug, lots: ['L1'] }] })
  await send(apart)
  assert.equal(await isOnHold(), false)
  const id = await draft(drug)
  assert.equal(await isOnHold(), false, 'a draft')
  await send(id)
  assert.equal(await isOnHold(), true)
  await portal.call(recalls.close, {
    params: { id },
    body: { __v: (await read(id)).__v, conclusion: 'Done.' },
    as: admin,
  })
  assert.equal(await isOnHold(), false)
})

test('a recall is extended by another one of the same product, and sales go on when the last is closed', async () => {
  const { id: drug } = await addDrug()
  await buy(drug, { user_id: acme._id })
  const first = await draft(drug, { products: [{ productId: drug, lots: ['L1'] }] })
  await send(first)
  const change = { __v: (await read(first)).__v, recall: recallOf(drug) }
  assert.equal((await portal.call(recalls.change, { params: { id: first }, body: change, as: admin })).status, 409)
  const second = await draft(drug, { products: [{ productId: drug, lots: ['L1', 'L2'] }] })
  assert.equal((await send(second)).status, 200)
  await portal.worker.drain()
  for (const id of [first, second])
    assert.ok(
      (await mailsAbout(id)).some(({ recipient }) => recipient === acme.email),
      'one letter for each',
    )
  assert.equal((await reply(first, replyOf(drug), acme)).status, 200)
  assert.equal((await listed(second, 'missing')).length, 1, 'each recall needs its reply')

  await portal.call(inventory.request, { params: { id: drug }, body: { quantity: 10 }, as: acme })
  await portal.call(inventory.correctStock, { params: { id: drug }, body: { quantity: 50, reason: 'x' }, as: admin })
  await portal.worker.drain()
  const offers = async () => {
    const rows = await db
      .selectFrom('mail')
      .select('id')
      .where('recipient', '=', acme.email)
      .where('subject', 'like', 'Back in stock%')
      .execute()
    return rows.length
  }
  for (const [id, isOnHold] of [
    [first, true],
    [second, false],
  ] as const) {
    assert.equal(await offers(), 0, 'a product on hold is not offered')
    const body = { __v: (await read(id)).__v, conclusion: 'Done.' }
    assert.equal((await portal.call(recalls.close, { params: { id }, body, as: admin })).status, 200)
    const product = await db.selectFrom('product').select('is_on_hold').where('id', '=', drug).executeTakeFirstOrThrow()
    assert.equal(product.is_on_hold, isOnHold)
    await portal.worker.drain()
  }
  assert.equal(await offers(), 1, 'it is offered once it is sold again')
})

test('a recall that makes no sense is refused', async () => {
  const { id: drug } = await addDrug()
  const wrong: object[] = [
    { products: [] },
    {
      products: [
        { productId: drug, lots: [] },
        { productId: drug, lots: [] },
      ],
    },
    { products: [{ productId: newId(), lots: [] }] },
    { stopsSales: false },
    { level: 'B' },
    { level: 'A', levelPercent: 50 },
    { class: 'IV' },
    { replyBy: '2026-02-31' },
    { reason: ' ' },
  ]
  for (const more of wrong) {
    const { status, body } = await portal.call(recalls.add, { body: recallOf(drug, more), as: admin })
    assert.deepEqual([status, typeof body.message], [400, 'string'], JSON.stringify(more))
  }
  for (const as of [acme, rep]) assert.equal((await portal.call(recalls.add, { body: recallOf(drug), as })).status, 403)
  const nobody = await draft(drug)
  assert.equal((await send(nobody)).status, 409)
})

test('a draft is deleted by an admin, once and with its version; a recall that was sent never', async () => {
  const { id: drug } = await addDrug()
  await buy(drug, { user_id: acme._id })
  const id = await draft(drug)
  const remove = (of: string, as = admin, __v = 1) =>
    portal.call(recalls.remove, { params: { id: of }, query: { __v }, as })
  assert.equal((await remove(id, acme)).status, 403)
  assert.equal((await remove(id, admin, 7)).status, 409)
  const answers = await Promise.all([remove(id), remove(id)])
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 404])
  assert.equal((await portal.call(recalls.byId, { params: { id }, as: admin })).status, 404)
  const trail = await db.selectFrom('audit_entry').select('action').where('entity_id', '=', id).orderBy('id').execute()
  assert.deepEqual(
    trail.map(({ action }) => action),
    ['recall drafted', 'recall draft deleted'],
  )
  const kept = await draft(drug)
  assert.equal((await send(kept, 1)).status, 200)
  const { body } = await remove(kept, admin, 2)
  assert.equal(body.message, 'A recall that was sent can’t be deleted.')
  await assert.rejects(db.deleteFrom('recall').where('id', '=', kept).execute())
})
