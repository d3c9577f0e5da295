import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startTestPortal, type TestUser } from '#portal/testing.ts'
import { newId } from '#platform/db/new-id.ts'
import { withCheckDigit } from '#shared/check-digit.ts'
import { startPartner } from '../../../demo/run-partner.ts'
import { traceability } from '../contract.ts'
import { summarizeDocument } from '../epcis/summarize-document.ts'
import { manufacturerGln, shipmentXml, type TestShipment, wholesalerGln } from '../epcis/testing-documents.ts'
import { receiveTestDocument } from '../testing-receive.ts'
import { partners } from './contract.ts'
import { pushKind } from './send-shipments.ts'

const partner = await startPartner({ secret: 'Bearer of-acme' })
after(partner.stop)
const portal = await startTestPortal({ environment: { OWN_GLNS: wholesalerGln, TRACE_ORIGINS: partner.origin } })
const { db, worker } = portal
const admin = await portal.addUser({ is_admin: true, account_number: '' })
const director = await portal.addUser({ is_admin: true, is_read_only: true, account_number: '' })
const acmeGln = withCheckDigit('030002222222')
const acme = await portal.addUser({ account_number: '1000001', gln_number: acmeGln })
const otherGln = withCheckDigit('030003333333')
const other = await portal.addUser({ account_number: '2000002', gln_number: otherGln })

const pushed = {
  way: 'push' as const,
  guideline: 'R1.3' as const,
  url: `${partner.origin}/epcis`,
  headerName: 'Authorization',
  headerValue: 'Bearer of-acme',
  agreedOn: null,
}
const save = async (fields: object, { of = acme, as = admin as TestUser, __v = 0 } = {}) => {
  const { body } = await portal.call(partners.byCustomer, { params: { id: of._id }, as: admin })
  return portal.send({
    method: 'PUT',
    url: `/api/trace/partners/${of._id}`,
    as,
    payload: { __v: __v || body.__v, partner: { ...pushed, ...fields } },
  })
}
let instance = 0
const receive = async (shipment: TestShipment) => {
  instance += 1
  const xml = shipmentXml({
    seller: wholesalerGln,
    buyer: acmeGln,
    instance: `push ${instance}`,
    serials: [`P${instance}A`, `P${instance}B`],
    order: `PUSH-${instance}`,
    ...shipment,
  })
  const { status, body } = await receiveTestDocument(portal, xml, admin)
  assert.equal(status, 201, body.message)
  return { id: String(body['_id']), order: shipment.order ?? `PUSH-${instance}` }
}
const due = () =>
  db
    .updateTable('job')
    .set({ run_at: new Date(0) })
    .where('kind', '=', pushKind)
    .execute()
const pushes = async (failed = 'false') =>
  (await portal.call(partners.pushes, { query: { failed }, as: admin })).body.rows
const pushOf = async (order: string) =>
  (await pushes()).find(({ references }) => references.some(({ number }) => number === order))
const sentOf = (order: string) => partner.received.filter(({ content }) => content.includes(`:${order}<`))

test('nothing is sent without a partner, and an upload later does not send what came before', async () => {
  const { order } = await receive({})
  assert.equal((await save({})).status, 200)
  await worker.drain()
  assert.deepEqual([await pushOf(order), sentOf(order)], [undefined, []])
})

test('a shipment is sent in the partner’s version with its statement, once', async () => {
  const { id, order } = await receive({ serials: ['ONE'], lot: 'LOT-9' })
  await worker.drain()
  const [sent, ...others] = sentOf(order)
  assert.ok(sent && others.length === 0)
  const read = summarizeDocument(Buffer.from(sent.content))
  assert.deepEqual(
    [read.guideline, read.isAffirmed, read.findings, read.sender, read.receiver],
    ['GS1 US DSCSA R1.3', true, [], wholesalerGln, acmeGln],
  )
  assert.deepEqual(
    read.shipments.flatMap(({ packages }) => packages.map(({ serial, lot, expiry }) => [serial, lot, expiry])),
    [['ONE', 'LOT-9', '2028-03-27']],
  )
  const push = await pushOf(order)
  assert.deepEqual([push?.state, push?.attempts, push?._id, push?.documentId], ['sent', 1, sent.key, id])
  await portal.call(traceability.matchAgain, { params: { id }, as: admin })
  await worker.drain()
  assert.equal(sentOf(order)[0]?.times, 1)
})

test('inbound documents, those of other customers and those with findings are not sent; accepting one sends it', async () => {
  await receive({ seller: manufacturerGln, buyer: wholesalerGln, order: 'IN' })
  await receive({ buyer: otherGln, order: 'OTHER' })
  const { id } = await receive({ lot: '', order: 'LACKS' })
  const { id: late } = await receive({ order: 'LATE', guideline: '' })
  await worker.drain()
  for (const order of ['IN', 'OTHER', 'LACKS', 'LATE']) assert.deepEqual(sentOf(order), [], order)
  for (const one of [id, late])
    await portal.call(traceability.accept, { params: { id: one }, body: { reason: 'Seen.' }, as: admin })
  await worker.drain()
  assert.equal(sentOf('LATE').length, 1)
  const push = await pushOf('LACKS')
  assert.deepEqual(
    [push?.state, push?.lastError],
    ['failed', '2 packages have no lot or no expiration date in our document.'],
  )
})

test('a partner that takes the document but does not answer gets it again with the same key', async () => {
  partner.faults.push('cut')
  const { order } = await receive({})
  await worker.drain()
  const waiting = await pushOf(order)
  assert.deepEqual([waiting?.state, waiting?.attempts], ['waiting', 1])
  assert.ok(waiting?.lastError)
  await due()
  await worker.drain()
  assert.equal((await pushOf(order))?.state, 'sent')
  assert.deepEqual(
    sentOf(order).map(({ times }) => times),
    [2],
  )
})

test('a partner that is down is tried later; one that refuses goes to the list, and is sent again by an admin', async () => {
  partner.faults.push(503)
  const { order } = await receive({})
  await worker.drain()
  assert.equal((await pushOf(order))?.lastError, 'The partner answered with status 503.')
  partner.faults.push(403)
  await due()
  await worker.drain()
  const failed = await pushOf(order)
  assert.deepEqual([failed?.state, failed?.attempts], ['failed', 2])
  assert.ok((await pushes('true')).some(({ _id }) => _id === failed?._id))
  const retry = (as: TestUser = admin) => portal.call(partners.retry, { params: { id: failed?._id ?? '' }, as })
  for (const as of [acme, director]) assert.equal((await retry(as)).status, 403)
  const answers = await Promise.all([retry(), retry()])
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409])
  await worker.drain()
  assert.equal((await pushOf(order))?.state, 'sent')
  assert.equal((await portal.call(partners.retry, { params: { id: newId() }, as: admin })).status, 404)
})

test('a partner that never answers is given up after the last attempt', async () => {
  const { order } = await receive({})
  await db.updateTable('trace_push').set({ attempts: 17 }).where('state', '=', 'waiting').execute()
  partner.faults.push(500)
  await worker.drain()
  assert.equal((await pushOf(order))?.state, 'failed')
})

test('a shipment that was withdrawn before it was sent is not sent', async () => {
  const { id, order } = await receive({})
  await db.updateTable('trace_shipment').set({ withdrawn_at: new Date() }).where('document_id', '=', id).execute()
  await worker.drain()
  const push = await pushOf(order)
  assert.deepEqual([push?.state, sentOf(order)], ['failed', []])
})

const refused: [title: string, fields: object, status: number][] = [
  ['plain http', { url: 'http://partner.example/epcis' }, 422],
  ['another port', { url: 'https://partner.example:8443/epcis' }, 422],
  ['a secret in the address', { url: 'https://me:secret@partner.example/epcis' }, 422],
  ['no address', { url: '' }, 400],
  ['a script', { url: 'file:///etc/passwd' }, 400],
  ['a header of two lines', { headerValue: 'a\r\nb' }, 400],
  ['a header name with a blank', { headerName: 'X Y' }, 400],
  ['an unknown version', { guideline: 'R2.0' }, 400],
  ['an agreement without a date', { way: 'portal', agreedOn: null }, 400],
  ['an agreement without its file', { way: 'portal', agreedOn: '2026-11-01' }, 422],
  ['another host with the stored secret', { url: 'https://partner.example/epcis', headerValue: undefined }, 400],
]
for (const [title, fields, status] of refused)
  test(`${title} is refused with ${status}`, async () => {
    const answer = await save(fields)
    assert.equal(answer.status, status, answer.body.message)
    assert.ok(answer.body.message)
  })

test('a host in a private network is refused when it is sent', async () => {
  assert.equal((await save({ url: 'https://127.0.0.1/epcis' }, { of: other })).status, 200)
  const { order } = await receive({ buyer: otherGln })
  await worker.drain()
  const push = await pushOf(order)
  assert.deepEqual([push?.state, /private network/.test(push?.lastError ?? '')], ['failed', true])
})

test('the agreement is a private PDF; with it and its date, documents are kept in the portal', async () => {
  const upload = (content: string, as: TestUser = admin) =>
    portal.send({
      method: 'POST',
      url: `/api/trace/partners/${other._id}/agreement`,
      as,
      headers: { 'content-type': 'multipart/form-data; boundary=edge' },
      payload: `--edge\r\ncontent-disposition: form-data; name="file"; filename="agreement.pdf"\r\n\r\n${content}\r\n--edge--\r\n`,
    })
  assert.equal((await upload('hello')).status, 422)
  for (const as of [other, director]) assert.equal((await upload('%PDF-1.7', as)).status, 403)
  assert.equal((await upload('%PDF-1.7 signed')).status, 200)
  const read = (as: TestUser) => portal.send({ method: 'GET', url: `/api/trace/partners/${other._id}/agreement`, as })
  assert.equal((await read(other)).status, 403)
  assert.equal((await read(admin)).raw.body, '%PDF-1.7 signed')
  assert.equal((await save({ way: 'portal', agreedOn: '2026-11-01' }, { of: other })).status, 200)
  const { body } = await portal.call(partners.byCustomer, { params: { id: other._id }, as: admin })
  assert.deepEqual(
    [body.way, body.agreedOn, body.agreement, body.hasSecret],
    ['portal', '2026-11-01', 'agreement.pdf', true],
  )
})

test('a stale edit is refused, and secrets are never told', async () => {
  assert.equal((await save({}, { __v: 99 })).status, 409)
  for (const as of [acme, director]) assert.equal((await save({}, { as })).status, 403)
  const { raw } = await portal.call(partners.byCustomer, { params: { id: acme._id }, as: admin })
  assert.ok(!raw.body.includes('of-acme'))
  const { rows } = await portal.owner.query("select * from audit_entry where entity = 'business'")
  assert.ok(rows.length > 0 && !JSON.stringify(rows).includes('of-acme'))
})
