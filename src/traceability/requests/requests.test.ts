import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addProducts } from '#catalog/add-products.ts'
import { newId } from '#platform/db/new-id.ts'
import { startTestPortal, type TestUser } from '#portal/testing.ts'
import { withCheckDigit } from '#shared/check-digit.ts'
import { manufacturerGln, shipmentXml, wholesalerGln } from '../epcis/testing-documents.ts'
import { receiveTestDocument } from '../testing-receive.ts'
import { requests } from './contract.ts'

const duty = 'duty@portal.example'
const portal = await startTestPortal({ environment: { OWN_GLNS: wholesalerGln, TRACE_ON_DUTY: duty } })
const { db, worker } = portal
const admin = await portal.addUser({ is_admin: true, account_number: '' })
const director = await portal.addUser({ is_admin: true, is_read_only: true, account_number: '' })
const gln = withCheckDigit('030002222222')
const acme = await portal.addUser({ account_number: '1000001', gln_number: gln, company_name: 'Acme Pharmacy' })

const send = async (facts: Parameters<typeof shipmentXml>[0]) =>
  assert.equal((await receiveTestDocument(portal, shipmentXml(facts), admin)).status, 201)
await send({ seller: manufacturerGln, buyer: wholesalerGln, lot: 'L1', serials: ['S1', 'S2'], instance: 'in' })
await send({ seller: wholesalerGln, buyer: gln, lot: 'L1', serials: ['S1'], order: '=1+1', instance: 'out' })
await send({ seller: wholesalerGln, buyer: gln, lot: 'L2', serials: ['S9'], instance: 'another lot' })

const record = (fields: object, as: TestUser = admin) =>
  portal.send({
    method: 'POST',
    url: '/api/trace/requests',
    as,
    payload: { kind: 'recall', requester: 'FDA', lot: 'L1', ...fields },
  })
const recorded = async (fields: object = {}) => {
  const { status, body } = await record(fields)
  assert.equal(status, 201, body.message)
  return String(body['_id'])
}
const read = async (id: string) => (await portal.call(requests.byId, { params: { id }, as: admin })).body
const fileOf = (id: string, as: TestUser = admin) =>
  portal.send({ method: 'GET', url: `/api/trace/requests/${id}/answer`, as })
const close = (id: string, { answer = 'By email.', as = admin as TestUser } = {}) =>
  portal.call(requests.close, { params: { id }, body: { answer }, as })
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
const mails = async () => {
  const { rows } = await portal.owner.query<{ subject: string }>('select subject from mail where recipient = $1', [
    duty,
  ])
  return rows.map(({ subject }) => subject)
}

test('a request is due 24 hours after it arrived, on any day, and is emailed to the address on duty', async () => {
  const id = await recorded({ arrivedAt: '', requester: 'FDA, Boston' })
  const request = await read(id)
  assert.equal(Date.parse(request.dueAt) - Date.parse(request.arrivedAt), 86_400_000)
  assert.ok((await mails()).includes('Trace data requested by FDA, Boston'))
  assert.deepEqual([request.onDuty, request.recordedBy], [duty, 'Test Buyer'])
})

/** The law counts hours: weekends, holidays and the changes of daylight-saving time make no difference. */
const clocks: [title: string, arrivedAt: string, dueAt: string][] = [
  ['a Tuesday', '2026-11-24T14:00:00Z', '2026-11-25T14:00:00Z'],
  ['a Friday evening', '2026-11-20T23:30:00Z', '2026-11-21T23:30:00Z'],
  ['a Saturday', '2026-11-21T14:00:00Z', '2026-11-22T14:00:00Z'],
  ['the day before Thanksgiving', '2026-11-25T22:00:00Z', '2026-11-26T22:00:00Z'],
  ['the last hour of a year', '2026-12-31T23:30:00Z', '2027-01-01T23:30:00Z'],
  ['noon in New York before clocks go back', '2026-10-31T16:00:00Z', '2026-11-01T16:00:00Z'],
  ['noon in New York before clocks go forward', '2027-03-13T17:00:00Z', '2027-03-14T17:00:00Z'],
  ['the day before a leap day', '2028-02-28T12:00:00Z', '2028-02-29T12:00:00Z'],
]
for (const [title, arrivedAt, dueAt] of clocks)
  test(`a request that arrives on ${title} is due at ${dueAt}`, async () => {
    const id = newId()
    await db
      .insertInto('trace_request')
      .values({ id, kind: 'recall', requester: 'FDA', lot: 'L1', arrived_at: arrivedAt, recorded_by: admin._id })
      .execute()
    assert.equal(new Date((await read(id)).dueAt).getTime(), Date.parse(dueAt))
    assert.equal((await close(id)).status, 200)
  })

const asked: [title: string, fields: object, packages: [string, number][]][] = [
  [
    'a lot',
    { lot: 'L1' },
    [
      ['inbound', 2],
      ['outbound', 1],
    ],
  ],
  [
    'a lot in other letters',
    { lot: ' l-1' },
    [
      ['inbound', 2],
      ['outbound', 1],
    ],
  ],
  ['a serial number', { lot: '', serial: 'S2' }, [['inbound', 1]]],
  ['a product and a lot', { product: '0001-0123-45', lot: 'L2' }, [['outbound', 1]]],
  [
    'a GTIN',
    { product: '00300010123455', lot: 'L1', serial: 'S1' },
    [
      ['inbound', 1],
      ['outbound', 1],
    ],
  ],
  ['another product', { product: '0002-0123-45' }, []],
]
for (const [title, fields, packages] of asked)
  test(`a request for ${title} finds what documents of both directions say`, async () => {
    const { shipments, found } = await read(await recorded(fields))
    const sorted = shipments.map((one) => [one.direction, one.packages] as const).toSorted()
    assert.deepEqual([sorted, found], [packages, packages.length])
  })

test('the answer has transaction information, schedule, storage, parties and the document of each lot', async () => {
  await addProducts(db, [
    { name: 'Epcistra', price: 1, ndc_number: '0001-0123-45', dea_schedule: 'CIV', cold_status: 'Refrigerated' },
  ])
  const { raw } = await fileOf(await recorded({ lot: 'L1' }))
  assert.equal(raw.statusCode, 200)
  const [titles = '', ...lines] = raw.body.replace('\u{feff}', '').trim().split('\r\n')
  assert.match(titles, /^Direction,Shipped,Seller,Buyer/)
  assert.equal(lines.length, 2)
  const [first = ''] = lines.filter((line) => line.startsWith('outbound'))
  for (const part of [
    '0001-0123-45',
    'Epcistra',
    '100mg',
    ',CIV,Refrigerated,L1,',
    'L1',
    '2028-03-27',
    'S1',
    'affirmed',
    'Louisville',
    'trace.xml',
  ])
    assert.ok(first.includes(part), part)
  assert.ok(!/(^|,)=1/.test(first), 'no formula')
})

test('an overdue request is first in the list and emailed once', async () => {
  const id = await recorded({ arrivedAt: hoursAgo(25), requester: 'Late' })
  const remind = async () => {
    await worker.queueRecurring()
    await db
      .updateTable('job')
      .set({ run_at: new Date(0) })
      .where('kind', '=', 'traceability.overdue-requests')
      .execute()
    await worker.drain()
  }
  await remind()
  await remind()
  assert.equal((await mails()).filter((subject) => subject === 'Overdue: trace data requested by Late').length, 1)
  const { body } = await portal.call(requests.list, { query: {}, as: admin })
  assert.equal(body.rows[0]?._id, id)
  assert.equal(body.onDuty, duty)
})

test('a request is answered once, by one of two admins', async () => {
  const id = await recorded({ arrivedAt: hoursAgo(30) })
  assert.equal((await close(id, { answer: ' ' })).status, 400)
  const answers = await Promise.all([close(id), close(id, { answer: 'By phone.' })])
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409])
  const { body } = await portal.call(requests.list, { query: { answered: 'true' }, as: admin })
  assert.ok(body.rows.some((row) => row._id === id))
  const open = await portal.call(requests.list, { query: {}, as: admin })
  assert.ok(!open.body.rows.some((row) => row._id === id))
  assert.equal((await read(id)).answeredBy, 'Test Buyer')
})

const refused: [title: string, fields: object, status: number][] = [
  ['nothing to look for', { lot: '' }, 400],
  ['no requester', { requester: ' ' }, 400],
  ['another kind', { kind: 'audit' }, 400],
  ['a time in the future', { arrivedAt: hoursAgo(-2) }, 400],
  ['a time of last year', { arrivedAt: hoursAgo(24 * 200) }, 400],
  ['a text as time', { arrivedAt: 'yesterday' }, 400],
  ['a name as product', { product: 'aspirin' }, 422],
]
for (const [title, fields, status] of refused)
  test(`a request with ${title} is refused with ${status}`, async () => {
    const answer = await record(fields)
    assert.deepEqual([answer.status, Boolean(answer.body.message)], [status, true], answer.body.message)
  })

test('buyers have no part in it; directors only read', async () => {
  const id = await recorded()
  assert.equal((await record({}, acme)).status, 403)
  assert.equal((await record({}, director)).status, 403)
  assert.equal((await close(id, { as: director })).status, 403)
  assert.equal((await fileOf(id, acme)).status, 403)
  assert.equal((await fileOf(id, director)).status, 200)
  assert.equal((await portal.call(requests.byId, { params: { id }, as: acme })).status, 403)
  for (const one of [await fileOf(newId()), await close(newId())]) assert.equal(one.status, 404)
})
