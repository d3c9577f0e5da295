import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addProducts } from '#catalog/add-products.ts'
import { addListedOrder } from '#orders/history/testing-lists.ts'
import { startTestPortal, type TestUser } from '#portal/testing.ts'
import { withCheckDigit } from '#shared/check-digit.ts'
import { traceability } from './contract.ts'
import { manufacturerGln, shipmentXml, type TestShipment, wholesalerGln } from './epcis/testing-documents.ts'
import { receiveTestDocument } from './testing-receive.ts'

const portal = await startTestPortal({ environment: { OWN_GLNS: wholesalerGln } })
const { db } = portal
const admin = await portal.addUser({ is_admin: true, account_number: '' })
const rep = await portal.addUser({ is_sales_rep: true, account_number: '' })
const acmeGln = withCheckDigit('030002222222')
const acme = await portal.addUser({ account_number: '1000001', gln_number: acmeGln })
const other = await portal.addUser({ account_number: '2000002', gln_number: withCheckDigit('030003333333') })
const sharedGln = withCheckDigit('030004444444')
await portal.addUser({ account_number: '3000003', gln_number: sharedGln })
await portal.addUser({ account_number: '3000004', gln_number: sharedGln })

const orderOfAcme = await addListedOrder(db, { user_id: acme._id, erp_id: '510020', purchase_order: 'PO-77' })
await addListedOrder(db, { user_id: other._id, erp_id: '510021', purchase_order: 'PO-88' })

let instance = 0
const receive = async (
  content: string | Buffer,
  { as = admin, field = 'file' }: { as?: TestUser; field?: string } = {},
) => {
  const { status, body } = await receiveTestDocument(portal, content, as, field)
  return { status, body, id: String(body['_id']) }
}
const receiveShipment = async (shipment: TestShipment) => {
  instance += 1
  const received = await receive(shipmentXml({ instance: String(instance), ...shipment }))
  assert.equal(received.status, 201, received.body.message)
  return received
}
const outbound = (shipment: TestShipment = {}): TestShipment => ({ seller: wholesalerGln, buyer: acmeGln, ...shipment })

const found = async (q: string, as = acme) => {
  const { status, body } = await portal.call(traceability.shipments, { query: { q }, as })
  assert.equal(status, 200)
  return body.rows.map(({ references }) => references.map(({ number }) => number).join())
}
const readDocument = async (id: string) => {
  const { body } = await portal.call(traceability.document, { params: { id }, as: admin })
  return body
}

test('a buyer finds an outbound shipment by everything that is printed on a package or an order', async () => {
  await receiveShipment(outbound({ order: 'PO-77', serials: ['S1', 'S2'], lot: 'LOT-1' }))
  for (const q of [
    '',
    'LOT-1',
    'S2',
    'PO-77',
    '510020',
    '0001-0123-45',
    '00001-0123-45',
    '00300010123455',
    '(01)00300010123455(21)S2(10)LOT-1(17)280327',
    '(01)10300010123452(21)110',
  ])
    assert.deepEqual(await found(q), ['PO-77'], q)
  for (const q of [
    'S3',
    'LOT-2',
    '0002-0123-45',
    '(01)00300010123455(21)S9',
    '(01)10300010123452(21)S2',
    '%',
    "' or true",
  ])
    assert.deepEqual(await found(q), [], q)
  assert.deepEqual(await found('', other), [])
})

test('the transaction data of a shipment has what the law names, and the marks of the catalog', async () => {
  await addProducts(portal.db, [
    { name: 'Epcistra', ndc_number: '0001-0123-45', dea_schedule: 'CIV', cold_status: 'Refrigerated' },
  ])
  const { body } = await portal.call(traceability.shipments, { query: { order: orderOfAcme }, as: acme })
  const [shipment] = body.rows
  const { body: data } = await portal.call(traceability.shipment, { params: { id: shipment?._id ?? '' }, as: acme })
  assert.deepEqual(data.lines, [
    {
      gtin: '00300010123455',
      ndc: '0001-0123-45',
      name: 'Epcistra',
      strength: '100mg',
      dosageForm: 'PILL',
      containerSize: '500 pills',
      manufacturer: 'GS1 Pharma LLC',
      deaSchedule: 'CIV',
      coldStatus: 'Refrigerated',
      lot: 'LOT-1',
      expiry: '2028-03-27',
      serials: ['S1', 'S2'],
    },
  ])
  assert.equal(data.isAffirmed, true)
  assert.deepEqual([data.from?.gln, data.to?.gln, data.to?.state], [wholesalerGln, acmeGln, 'KY'])
  assert.deepEqual(data.order, { _id: orderOfAcme, orderIdSap: '510020' })
  const stranger = await portal.call(traceability.shipment, { params: { id: shipment?._id ?? '' }, as: other })
  assert.equal(stranger.status, 404)
})

test('an inbound document is never shown to a customer, even with the number of their order', async () => {
  const { id, body } = await receiveShipment({
    seller: manufacturerGln,
    buyer: wholesalerGln,
    order: 'PO-77',
    lot: 'IN-1',
  })
  assert.equal(body['direction'], 'inbound')
  assert.deepEqual(await found('IN-1'), [])
  const { lines } = await readDocument(id)
  assert.equal(lines[0]?.business, null)
  const answer = await portal.call(traceability.shipment, { params: { id: lines[0]?._id ?? '' }, as: acme })
  assert.equal(answer.status, 404)
})

const unmatched: [title: string, shipment: TestShipment, direction: string, mismatch: string][] = [
  [
    'of strangers',
    { seller: manufacturerGln, buyer: acmeGln },
    'unclear',
    'Neither the seller nor the buyer has our GLN.',
  ],
  [
    'to an unknown GLN',
    outbound({ buyer: withCheckDigit('030009999999') }),
    'outbound',
    `No customer has the GLN ${withCheckDigit('030009999999')}.`,
  ],
  [
    'to a GLN of two customers',
    outbound({ buyer: sharedGln }),
    'outbound',
    `Several customers have the GLN ${sharedGln}.`,
  ],
  [
    'with the order of another customer',
    outbound({ order: 'PO-88' }),
    'outbound',
    'The order or invoice it names belongs to another customer.',
  ],
]
for (const [title, shipment, direction, mismatch] of unmatched)
  test(`a document ${title} reaches no customer and waits for an admin`, async () => {
    const { id, body } = await receiveShipment({ ...shipment, lot: `UNMATCHED ${title}` })
    assert.equal(body['direction'], direction)
    const { lines } = await readDocument(id)
    assert.deepEqual([lines[0]?.mismatch, lines[0]?.business], [mismatch, null])
    for (const buyer of [acme, other]) assert.deepEqual(await found(`UNMATCHED ${title}`, buyer), [])
    const { body: work } = await portal.call(traceability.documents, { query: { work: 'true' }, as: admin })
    assert.ok(work.rows.some((row) => row._id === id))
  })

test('a document with findings is shown after an admin accepted it with a reason, once', async () => {
  const { id, body } = await receiveShipment(outbound({ lot: '', order: 'PO-77', serials: ['F1'] }))
  assert.deepEqual(body['findings'], ['Event 3: 1 package without a lot number.'])
  assert.deepEqual(await found('F1'), [])
  const accept = (reason: string, as: TestUser = admin) =>
    portal.call(traceability.accept, { params: { id }, body: { reason }, as })
  assert.equal((await accept(' ')).status, 400)
  assert.equal((await accept('Mine', acme)).status, 403)
  assert.equal((await accept('The lot is on the packing list.')).status, 200)
  assert.equal((await accept('Again')).status, 409)
  assert.deepEqual(await found('F1'), ['PO-77'])
})

test('a shipment that its sender declares to be wrong is not shown any more', async () => {
  const shipping = (xml: string, declaration = '') =>
    xml.replace(
      '<action>OBSERVE</action>',
      `<action>OBSERVE</action><baseExtension><eventID>urn:uuid:77</eventID>${declaration}</baseExtension>`,
    )
  const declaration = '<errorDeclaration><declarationTime>2026-04-02T00:00:00Z</declarationTime></errorDeclaration>'
  await receive(shipping(shipmentXml(outbound({ order: 'PO-77', lot: 'WRONG', instance: 'w' }))))
  assert.deepEqual(await found('WRONG'), ['PO-77'])
  await receive(shipping(shipmentXml({ seller: manufacturerGln, instance: 'x' }), declaration))
  assert.deepEqual(await found('WRONG'), ['PO-77'], 'another sender')
  await receive(shipping(shipmentXml(outbound({ instance: 'y' })), declaration))
  assert.deepEqual(await found('WRONG'), [])
})

test('the same file is stored once, byte for byte', async () => {
  const xml = shipmentXml({ instance: 'once' })
  const [first, second] = await Promise.all([receive(xml), receive(xml)])
  assert.deepEqual([first.status, second.status].toSorted(), [201, 409])
  const id = first.status === 201 ? first.id : second.id
  const file = await portal.send({ method: 'GET', url: `/api/trace/documents/${id}/file`, as: admin })
  assert.equal(file.raw.body, xml)
  assert.equal(file.raw.headers['content-type'], 'application/xml')
})

const refused: [title: string, content: string, field: string, status: number][] = [
  ['text', 'hello', 'file', 422],
  ['an empty file', '', 'file', 422],
  ['a broken document', shipmentXml().slice(0, 900), 'file', 422],
  ['another field', shipmentXml(), 'image', 400],
  ['invalid UTF-8', Buffer.from([0x3c, 0xff, 0x80]).toString('latin1').replace('ÿ', '\u0000'), 'file', 422],
]
for (const [title, content, field, status] of refused)
  test(`${title} is refused with ${status}`, async () => {
    const answer = await receive(content, { field })
    assert.equal(answer.status, status)
    assert.ok(answer.body.message)
  })

test('only admins receive and read documents; reps without a customer see nothing', async () => {
  for (const as of [acme, rep]) {
    assert.equal((await receive(shipmentXml({ instance: 'r' }), { as })).status, 403)
    assert.equal((await portal.call(traceability.documents, { query: {}, as })).status, 403)
  }
  assert.deepEqual(await found('', rep), [])
})
