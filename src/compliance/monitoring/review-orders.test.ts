import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { monitoring as reviews } from './contract.ts'
import { ruleOf as rule } from './rule-shapes.ts'
import { startTestPortal, type TestUser } from '#portal/testing.ts'
import { monitoringFixtures } from '#orders/checkout/testing-monitoring.ts'
import { orderChanges } from '#order-changes/contract.ts'
import { orders } from '#orders/contract.ts'

const portal = await startTestPortal({ environment: { COMPLIANCE_EMAIL: 'desk@test.example' } })
const { db, call } = portal
const admin = await portal.addUser({ is_admin: true })
const officer = await portal.addUser({ is_admin: true })
const rep = await portal.addUser({ is_sales_rep: true, account_number: '' })
const director = await portal.addUser({ is_admin: true, is_read_only: true })
const { addControlled, sign, addYear, addCustomer, place, ledgerOf, reviewOf } = monitoringFixtures(portal, admin)
beforeEach(() => sign([rule('past', { limit: 2 })]))

/** An order of 50 bottles where 10 a month are usual. */
const flagged = async () => {
  const product = await addControlled(`drug ${crypto.randomUUID()}`)
  const buyer = await addCustomer()
  await addYear(buyer, product, 10)
  const { body } = await place(buyer, { [product]: 50 })
  const row = await reviewOf(body.order._id)
  assert.ok(row)
  return { buyer, product, orderId: body.order._id, id: row.id }
}

const read = async (id: string, as = admin) => {
  const { status, body, raw } = await call(reviews.review, { params: { id }, as })
  assert.equal(status, 200, raw.body)
  return body
}
const answer = async (id: string, as: TestUser) => {
  const { flagList } = await read(id)
  for (const { _id: flag } of flagList) {
    const { __v } = await read(id)
    const body = { evidence: 'Letter about 40 new beds on file.', __v }
    assert.equal((await call(reviews.answer, { params: { id, flag }, body, as })).status, 200)
  }
}
const decide = async (id: string, how: 'dispel' | 'report', as: TestUser, __v?: number) =>
  call(reviews[how], {
    params: { id },
    body: { decision: 'Seen with the letter.', __v: __v ?? (await read(id)).__v },
    as,
  })
const stateOf = async (id: string) =>
  (await db.selectFrom('sales_order').select('erp_state').where('id', '=', id).executeTakeFirstOrThrow()).erp_state
const exportsOf = async (key: string) =>
  (await db.selectFrom('job').select('id').where('kind', '=', 'erp.export-order').where('key', '=', key).execute())
    .length
const sendFile = (id: string, content: string, as = admin, query = '') =>
  portal.send({
    method: 'POST',
    url: `/api/reviews/${id}/files${query}`,
    as,
    headers: { 'content-type': 'multipart/form-data; boundary=edge' },
    payload: `--edge\r\ncontent-disposition: form-data; name="file"; filename="letter.pdf"\r\n\r\n${content}\r\n--edge--\r\n`,
  })

describe('a review', () => {
  it('shows the history as it was at placement, by channel', async () => {
    const { id, orderId } = await flagged()
    const review = await read(id)
    assert.deepEqual([review.order._id, review.startedAt, review.outcome], [orderId, null, null])
    const [history] = review.history
    assert.deepEqual(
      [history?.ordered, history?.usual, history?.windows.map(({ units }) => units)],
      [5_000, 1_000, [5_000, 5_000, 5_000]],
    )
    assert.deepEqual(
      history?.months.map(({ units }) => units),
      [...Array.from({ length: 12 }, () => 1_000), 0],
    )
    assert.deepEqual(review.channels, { portal: 0, erp: 12 })
    assert.deepEqual(
      review.flagList.map(({ rule, evidence }) => [rule, evidence]),
      [['past', '']],
    )
  })

  it('is emailed to compliance when it opens, once and without a figure', async () => {
    const sent = () =>
      db.selectFrom('mail').select(['recipient', 'body']).where('subject', 'like', 'Order under review from%').execute()
    const before = await sent()
    await flagged()
    const mails = (await sent()).slice(before.length)
    // The admins of the test have no password, so that only the address of the settings is left.
    assert.deepEqual(
      mails.map(({ recipient }) => recipient),
      ['desk@test.example'],
    )
    for (const { body } of mails) assert.doesNotMatch(body, /\d{2}|usual|rule set/)
  })

  it('is released by a second person once every flag is answered, exactly once', async () => {
    const { id, orderId } = await flagged()
    assert.match((await decide(id, 'dispel', officer)).body.message ?? '', /Answer every flag/)
    await answer(id, admin)
    assert.match((await decide(id, 'dispel', admin)).body.message ?? '', /Someone else/)
    assert.equal(await stateOf(orderId), 'held')
    const { __v } = await read(id)
    const both = await Promise.all([decide(id, 'dispel', officer, __v), decide(id, 'dispel', officer, __v)])
    assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409])
    assert.deepEqual([await stateOf(orderId), await exportsOf(orderId)], ['waiting', 1])
    assert.equal((await ledgerOf(orderId))[0]?.state, 'open')
    assert.equal((await decide(id, 'report', officer)).status, 409)
  })

  it('of two reviewers at once is decided by one of them', async () => {
    const { id, orderId } = await flagged()
    await answer(id, admin)
    const { __v } = await read(id)
    const third = await portal.addUser({ is_admin: true })
    const both = await Promise.all([decide(id, 'dispel', officer, __v), decide(id, 'report', third, __v)])
    assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409])
    const { outcome } = await read(id)
    const isReleased = outcome === 'dispelled'
    assert.deepEqual(
      [both[0]?.status, await stateOf(orderId), await exportsOf(orderId)],
      isReleased ? [200, 'waiting', 1] : [409, 'held', 0],
    )
  })

  it('takes the evidence of one of two reviewers who write at once', async () => {
    const { id } = await flagged()
    const { flagList, __v } = await read(id)
    const params = { id, flag: flagList[0]?._id ?? '' }
    const both = await Promise.all(
      [admin, officer].map((as) => call(reviews.answer, { params, body: { evidence: as.email, __v }, as })),
    )
    assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409])
    const written = both[0]?.status === 200 ? admin : officer
    assert.equal((await read(id)).flagList[0]?.evidence, written.email)
  })

  it('is never released by one person alone, however often', async () => {
    const { id, orderId } = await flagged()
    await answer(id, admin)
    await answer(id, admin)
    for (let time = 0; time < 2; time++) assert.equal((await decide(id, 'dispel', admin)).status, 409)
    const { __v } = await read(id)
    const twice = await Promise.all([decide(id, 'dispel', admin, __v), decide(id, 'dispel', admin, __v)])
    assert.deepEqual(
      twice.map(({ status }) => status),
      [409, 409],
    )
    assert.deepEqual([await stateOf(orderId), await exportsOf(orderId)], ['held', 0])
  })

  it('that was released counts what is left when the customer lowers the order', async () => {
    const { id, orderId, buyer } = await flagged()
    await answer(id, admin)
    assert.equal((await decide(id, 'dispel', officer)).status, 200)
    const body = { lines: [{ line: 1, from: 50, to: 20 }] }
    assert.equal((await call(orderChanges.request, { params: { id: orderId }, body, as: buyer })).status, 200)
    assert.deepEqual(
      (await ledgerOf(orderId)).map(({ units, state }) => [units, state]),
      [[2_000, 'open']],
    )
  })

  it('that is reported never ships, and its quantity is no baseline', async () => {
    const { id, orderId, buyer, product } = await flagged()
    assert.equal((await decide(id, 'report', admin)).status, 200)
    assert.deepEqual([await stateOf(orderId), await exportsOf(orderId)], ['held', 0])
    assert.equal((await ledgerOf(orderId))[0]?.state, 'reported')
    assert.equal((await decide(id, 'dispel', officer)).status, 409)
    assert.equal((await place(buyer, { [product]: 1 })).body.order.handOver, 'held', 'later orders of the family wait')
    const { message } = (await call(orders.remove, { params: { id: orderId }, query: { reason: 'x' }, as: admin })).body
    assert.match(message ?? '', /under review/)
    const [json, csv, pdf] = await Promise.all(
      (['json', 'csv', 'pdf'] as const).map((format) =>
        portal.send({ method: 'GET', url: `/api/reviews/${id}/report/${format}`, as: admin }),
      ),
    )
    assert.deepEqual([json?.body['orderId'], json?.body['reason']], [orderId, 'Seen with the letter.'])
    assert.match(csv?.raw.body ?? '', new RegExp(`${orderId}.*5000`))
    assert.equal(pdf?.raw.headers['content-type'], 'application/pdf')
  })

  it('of a later order waits for the earlier one', async () => {
    const { id, buyer, product, orderId } = await flagged()
    const later = (await place(buyer, { [product]: 1 })).body.order._id
    const laterId = (await reviewOf(later))?.id ?? ''
    await answer(laterId, admin)
    assert.match((await decide(laterId, 'dispel', officer)).body.message ?? '', /earlier order/)
    await answer(id, admin)
    assert.equal((await decide(id, 'dispel', officer)).status, 200)
    assert.equal((await decide(laterId, 'dispel', officer)).status, 200)
    assert.deepEqual([await stateOf(orderId), await stateOf(later)], ['waiting', 'waiting'])
  })

  it('records what the customer asks for and goes on', async () => {
    const { id, orderId } = await flagged()
    const body = { kind: 'customer' as const, text: 'Wants to cancel.' }
    assert.equal((await call(reviews.addNote, { params: { id }, body, as: admin })).status, 200)
    const { entries, startedAt, outcome } = await read(id)
    assert.deepEqual(
      entries.map(({ kind, text }) => [kind, text]),
      [['customer', 'Wants to cancel.']],
    )
    assert.ok(startedAt)
    assert.deepEqual([outcome, await stateOf(orderId)], [null, 'held'])
  })

  it('has private files of known types', async () => {
    const { id } = await flagged()
    assert.equal((await sendFile(id, '<html>')).status, 415)
    const sent = await sendFile(id, '%PDF-1.7 letter')
    assert.equal(sent.status, 201)
    const url = `/api/reviews/${id}/files/${String(sent.body['_id'])}`
    const file = await portal.send({ method: 'GET', url, as: admin })
    assert.deepEqual([file.raw.headers['content-type'], file.raw.body], ['application/pdf', '%PDF-1.7 letter'])
    const other = await flagged()
    const strange = url.replace(id, other.id)
    assert.equal((await portal.send({ method: 'GET', url: strange, as: admin })).status, 404)
    assert.equal((await portal.send({ method: 'GET', url, as: other.buyer })).status, 403)
  })

  it('of a new customer puts the onboarding file on record', async () => {
    await sign([rule('new', { limit: 12, minimum: 1_000 })])
    const buyer = await portal.addUser()
    const product = await addControlled(`drug ${crypto.randomUUID()}`)
    const { body } = await place(buyer, { [product]: 1 })
    const id = (await reviewOf(body.order._id))?.id ?? ''
    assert.equal((await sendFile(id, '%PDF-1.7', admin, '?onboarding=true')).status, 201)
    const next = await addControlled(`drug ${crypto.randomUUID()}`)
    assert.equal((await place(buyer, { [next]: 1 })).body.order.handOver, 'waiting')
  })

  it('is refused with an old version, a foreign flag or without words', async () => {
    const [one, two] = [await flagged(), await flagged()]
    const { flagList, __v } = await read(two.id)
    const flag = flagList[0]?._id ?? ''
    const put = (id: string, evidence: string, version: number) =>
      call(reviews.answer, { params: { id, flag }, body: { evidence, __v: version }, as: admin })
    assert.equal((await put(one.id, 'x', 1)).status, 404)
    assert.equal((await put(two.id, ' ', __v)).status, 400)
    assert.equal((await put(two.id, 'x', __v)).status, 200)
    assert.equal((await put(two.id, 'y', __v)).status, 409)
    const missing = crypto.randomUUID()
    assert.equal((await call(reviews.review, { params: { id: missing }, as: admin })).status, 404)
  })

  it('is overdue two business days after it opened, unless someone looked at it', async () => {
    const { id } = await flagged()
    const opened_at = new Date(Date.now() - 5 * 86_400_000)
    await db.updateTable('order_review').set({ opened_at }).where('id', '=', id).execute()
    assert.equal((await read(id)).isOverdue, true)
    const { rows } = (await call(reviews.reviews, { query: {}, as: director })).body
    assert.equal(rows[0]?._id, id)
    assert.equal((await call(reviews.start, { params: { id }, as: admin })).status, 200)
    assert.equal((await read(id)).isOverdue, false)
  })
})

describe('nothing of a review', () => {
  it('is shown to a buyer or a sales rep, except that it is under review', async () => {
    const { buyer, orderId, id, product } = await flagged()
    const ordered = await call(orders.byId, { params: { id: orderId }, as: buyer })
    assert.deepEqual([ordered.body.handOver, ordered.body.holdReason], ['held', 'Under review.'])
    const urls = [
      `/api/orders/${orderId}`,
      `/api/orders/${orderId}/timeline`,
      `/api/orders/mineSAPLocal/${buyer.email}`,
      `/api/products/${product}`,
    ]
    const mails = await db.selectFrom('mail').selectAll().where('recipient', '=', buyer.email).execute()
    assert.match(JSON.stringify(mails), /We are reviewing this order/)
    const seen = [
      ...(
        await Promise.all([buyer, rep].flatMap((as) => urls.map((url) => portal.send({ method: 'GET', url, as }))))
      ).map(({ raw }) => raw.body),
      JSON.stringify(mails),
    ]
    for (const text of seen)
      assert.doesNotMatch(text, /usual month|finding|ruleSet|rule_set|5,000|"units"|review_flag|suspicious|DEA report/i)
    await decide(id, 'report', admin)
    const after = await call(orders.byId, { params: { id: orderId }, as: buyer })
    assert.deepEqual([after.body.handOver, after.body.holdReason], ['held', 'Under review.'])
  })

  it('is open to buyers and sales reps, and a director only reads', async () => {
    const { id, buyer } = await flagged()
    const urls = [
      '/api/reviews',
      '/api/reviews/logged',
      `/api/reviews/${id}`,
      `/api/reviews/${id}/report/csv`,
      '/api/monitoring-rules',
      '/api/statistics-reviews',
    ]
    for (const as of [buyer, rep])
      for (const url of urls) assert.equal((await portal.send({ method: 'GET', url, as })).status, 403, url)
    const { __v } = await read(id)
    const body = { decision: 'ok', __v }
    for (const as of [buyer, rep, director])
      assert.equal((await call(reviews.dispel, { params: { id }, body, as })).status, 403)
    assert.equal((await read(id, director))._id, id)
  })
})

describe('a version of the rules', () => {
  it('is drafted, signed and replaced; only one is active', async () => {
    const list = async () => (await call(reviews.ruleSets, { as: admin })).body.rows
    const before = (await list()).find(({ status }) => status === 'active')
    const added = await call(reviews.addDraft, { as: admin })
    assert.equal(added.status, 201)
    assert.equal((await call(reviews.addDraft, { as: officer })).status, 409)
    const params = { id: added.body._id }
    const rules = [rule('window', { limit: 7 })]
    const save = (version: number) =>
      call(reviews.saveDraft, { params, body: { rules, holdsWholeOrder: false, __v: version }, as: admin })
    assert.equal((await save(1)).status, 200)
    assert.equal((await save(1)).status, 409)
    const combination = { rules: [rule('combination')], holdsWholeOrder: false, __v: 2 }
    assert.equal((await call(reviews.saveDraft, { params, body: combination, as: admin })).status, 400)
    const sign = () => call(reviews.sign, { params, body: { statement: 'We set these limits.', __v: 2 }, as: officer })
    const both = await Promise.all([sign(), sign()])
    assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409])
    const [newest, ...others] = await list()
    assert.deepEqual([newest?.status, newest?.rules, newest?.statement], ['active', rules, 'We set these limits.'])
    assert.ok(others.every(({ status }) => status === 'replaced'))
    assert.ok(others.some(({ _id }) => _id === before?._id))
    assert.equal((await save(3)).status, 409, 'a signed version never changes')
  })
})

it('buyer statistics of an opioid customer are due each quarter until they are recorded', async () => {
  const product = await addControlled('buprenorphine', 30, { dea_schedule: 'CIII', is_narcotic: true })
  const buyer = await addCustomer()
  await addYear(buyer, product, 1)
  const due = async () => {
    const { rows } = (await call(reviews.statistics, { query: {}, as: admin })).body
    return rows.filter(({ businessId }) => businessId === buyer.businessId).map(({ quarter }) => quarter)
  }
  const quarters = await due()
  assert.ok(quarters.length >= 3)
  const body = { businessId: buyer.businessId, quarter: quarters[0] ?? '', finding: 'One other distributor.' }
  assert.equal((await call(reviews.recordStatistics, { body, as: admin })).status, 200)
  assert.equal((await call(reviews.recordStatistics, { body, as: admin })).status, 409)
  assert.deepEqual(await due(), quarters.slice(1))
  const future = { ...body, quarter: '2999-Q1' }
  assert.equal((await call(reviews.recordStatistics, { body: future, as: admin })).status, 422)
})
