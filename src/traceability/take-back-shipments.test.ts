import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addListedOrder } from '#orders/history/testing-lists.ts'
import { startTestPortal } from '#portal/testing.ts'
import { withCheckDigit } from '#shared/check-digit.ts'
import { traceability } from './contract.ts'
import {
  caseUri,
  manufacturerGln,
  packageUri,
  shipmentXml,
  shipping,
  voiding,
  wholesalerGln,
} from './epcis/testing-documents.ts'
import { receiveTestDocument } from './testing-receive.ts'

const portal = await startTestPortal({ environment: { OWN_GLNS: wholesalerGln } })
const { db } = portal
const admin = await portal.addUser({ is_admin: true, account_number: '' })
const gln = withCheckDigit('030002222222')
const buyer = await portal.addUser({ account_number: '1000001', gln_number: gln })
const parties = { seller: wholesalerGln, buyer: gln }

let documents = 0
const receive = async (xml: string) => {
  const { status, body } = await receiveTestDocument(portal, xml, admin)
  assert.equal(status, 201, body.message)
  return { id: String(body['_id']), findings: String(body['findings']) }
}
const send = (facts: Parameters<typeof shipmentXml>[0]) => {
  documents += 1
  return receive(shipmentXml({ ...parties, instance: `D${documents}`, ...facts }))
}
const orderWith = (purchase_order: string) => addListedOrder(db, { user_id: buyer._id, purchase_order })
const serialsOf = async (order: string) => {
  const { body } = await portal.call(traceability.shipments, { query: { order }, as: buyer })
  const data = await Promise.all(
    body.rows.map(({ _id }) => portal.call(traceability.shipment, { params: { id: _id }, as: buyer })),
  )
  return data.flatMap((one) => one.body.lines.flatMap(({ serials }) => serials))
}
/** A document of nothing but the event. */
const only = (event: string, sender = wholesalerGln, instance = 'only') =>
  shipmentXml({ seller: sender, buyer: gln, instance }).replace(
    /<EventList>.*<\/EventList>/s,
    `<EventList>${event}</EventList>`,
  )

test('void_shipping of a later document takes the data from the buyer and waits for an admin', async () => {
  const order = await orderWith('V-1')
  await send({ order: 'V-1', serials: ['A1', 'A2'] })
  assert.deepEqual(await serialsOf(order), ['A1', 'A2'])
  const { id, findings } = await receive(
    only(voiding([packageUri('A1'), packageUri('A2')], parties), wholesalerGln, 'v1'),
  )
  assert.match(findings, /Event 1 takes back 2 packages of earlier documents/)
  assert.deepEqual(await serialsOf(order), [])
  const { body: work } = await portal.call(traceability.documents, { query: { work: 'true' }, as: admin })
  assert.ok(work.rows.some((row) => row._id === id))
})

test('void_shipping of one package leaves the others, and an admin sees both parts', async () => {
  const order = await orderWith('V-2')
  const { id } = await send({ order: 'V-2', serials: ['B1', 'B2', 'B3'] })
  await receive(only(voiding([packageUri('B2')], parties), wholesalerGln, 'v2'))
  assert.deepEqual(await serialsOf(order), ['B1', 'B3'])
  const { body } = await portal.call(traceability.document, { params: { id }, as: admin })
  assert.deepEqual(body.lines.map(({ packages, isWithdrawn }) => [packages, isWithdrawn]).toSorted(), [
    [1, true],
    [2, false],
  ])
  assert.deepEqual(
    body.lines.map(({ references }) => references[0]?.number),
    ['V-2', 'V-2'],
  )
})

const ineffective: [title: string, event: string, sender: string][] = [
  ['of another seller', voiding([packageUri('C1')], { seller: manufacturerGln, buyer: gln }), manufacturerGln],
  ['before the shipment', voiding([packageUri('C1')], { ...parties, at: '2026-03-01T08:00:00Z' }), wholesalerGln],
  ['of another package', voiding([packageUri('C9')], parties), wholesalerGln],
]
for (const [title, event, sender] of ineffective)
  test(`void_shipping ${title} changes nothing and says so`, async () => {
    const order = await orderWith(`V-3 ${title}`)
    await send({ order: encodeURIComponent(`V-3 ${title}`), serials: ['C1', 'C2'] })
    const { findings } = await receive(only(event, sender, title))
    assert.match(findings, /Event 1 takes back 00300010123455\/C\d, which no earlier shipment of this seller has/)
    assert.deepEqual(await serialsOf(order), ['C1', 'C2'])
  })

test('void_shipping of a case takes back the packages that were shipped in it', async () => {
  const order = await orderWith('V-4')
  await send({ order: 'V-4', serials: ['D1', 'D2'] })
  await receive(only(voiding([caseUri('110')], parties), wholesalerGln, 'v4'))
  assert.deepEqual(await serialsOf(order), [])
})

const declaring = (id: string) =>
  shipping([caseUri('110')], parties).replace(
    '</action>',
    `$&<baseExtension><eventID>${id}</eventID><errorDeclaration><declarationTime>2026-04-02T00:00:00Z</declarationTime></errorDeclaration></baseExtension>`,
  )
const sender = /(<sbdh:Sender><sbdh:Identifier[^>]*>)[^<]*/

const declarations: [title: string, change: (xml: string) => string, left: string[], finding: RegExp][] = [
  ['of the sender', (xml) => xml, [], /^$/],
  ['of a sender whose GLN is bare', (xml) => xml.replace(sender, `$1${wholesalerGln}`), [], /^$/],
  ['without a sender', (xml) => xml.replace(sender, '$1'), ['E1'], /names no sender, so its error declarations/],
  [
    'of another sender',
    (xml) => xml.replace(sender, `$1${manufacturerGln}`),
    ['E1'],
    /no open shipment of this sender/,
  ],
  ['of another event', (xml) => xml.replace('urn:uuid:', 'urn:uuid:other-'), ['E1'], /no open shipment of this sender/],
]
for (const [at, [title, change, left, finding]] of declarations.entries())
  test(`an error declaration ${title}: what is left, and what it says`, async () => {
    const [number, id] = [`V-5-${at}`, `urn:uuid:${at}`]
    const order = await orderWith(number)
    documents += 1
    const facts = { ...parties, order: number, serials: ['E1'], instance: `D${documents}` }
    await receive(
      shipmentXml(facts).replace(
        '</action><bizStep>urn:epcglobal:cbv:bizstep:shipping',
        `</action><baseExtension><eventID>${id}</eventID></baseExtension><bizStep>urn:epcglobal:cbv:bizstep:shipping`,
      ),
    )
    const { findings } = await receive(change(only(declaring(id), wholesalerGln, `E${at}`)))
    assert.match(findings, finding)
    assert.deepEqual(await serialsOf(order), left)
  })
