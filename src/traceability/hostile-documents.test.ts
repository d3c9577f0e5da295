import assert from 'node:assert/strict'
import { gzipSync } from 'node:zlib'
import { test } from 'node:test'
import { startTestPortal } from '#portal/testing.ts'
import { withCheckDigit } from '#shared/check-digit.ts'
import { traceability } from './contract.ts'
import { caseUri, packageUri, packing, shipmentXml, voiding, wholesalerGln } from './epcis/testing-documents.ts'
import { receiveTestDocument } from './testing-receive.ts'

const portal = await startTestPortal({ environment: { OWN_GLNS: wholesalerGln } })
const admin = await portal.addUser({ is_admin: true, account_number: '' })

const event = {
  type: 'ObjectEvent',
  eventTime: '2026-07-22T06:45:00+02:00',
  eventTimeZoneOffset: '+02:00',
  action: 'ADD',
  epcList: ['https://id.gs1.org/01/09521141012345/21/2017'],
}
const json = (change: object, document: object = {}) =>
  JSON.stringify({
    '@context': 'https://ref.gs1.org/standards/epcis/epcis-context.jsonld',
    type: 'EPCISDocument',
    schemaVersion: '2.0',
    creationDate: '2026-07-22T10:30:00Z',
    epcisBody: { eventList: [{ ...event, ...change }] },
    ...document,
  })

const xml = shipmentXml()
const xmlWith = (from: string | RegExp, to: string): string => {
  const changed = xml.replace(from, (found) => to.replace('$&', () => found))
  assert.notEqual(changed, xml)
  return changed
}
const mixed = Array.from({ length: 4000 }, (_, at) => ((at * 7919) % 36).toString(36)).join('')
const created = '2026-04-01T08:45:16Z'
const chain = Array.from({ length: 5000 }, (_, at) =>
  packing(caseUri(`d${at}`), [at === 0 ? packageUri('x') : caseUri(`d${at - 1}`)]),
).join('')
const deep = (depth: number) => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`
const jsonText = json({})

const refused: [title: string, content: string | Buffer, reason: RegExp][] = [
  ['a compressed file', gzipSync(xml), /compressed\. Unpack it/],
  ['a file in Latin 1', Buffer.from(xmlWith('A123', 'Ä123'), 'latin1'), /cannot be read as text\. Send it in UTF-8/],
  ['a file that ends early', xml.slice(0, xml.length / 2), /malformed in line \d+/],
  ['JSON that ends early', jsonText.slice(0, -3), /not valid JSON/],
  ['a list of documents', `[${jsonText}]`, /a list, not one EPCISDocument/],
  [
    'an entity bomb',
    xmlWith('?>', '?><!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;">]>'),
    /DOCTYPE\) is not allowed/,
  ],
  ['an external entity', xmlWith('?>', '?><!DOCTYPE a SYSTEM "file:///etc/passwd">'), /DOCTYPE\) is not allowed/],
  ['a control character', xmlWith('A123', 'A&#0;123'), /reference to a control character/],
  ['a control character in hexadecimal', xmlWith('A123', 'A&#x1F;123'), /reference to a control character/],
  ['a control character in JSON', json({ eventID: 'a\u0000b' }), /a character that no text may contain/],
  [
    'half a character in JSON',
    json({ ilmd: { 'cbvmda:lotNumber': '\ud800' } }),
    /a character that no text may contain/,
  ],
  ['a creation date that does not exist', xmlWith(created, '2026-02-30T08:45:16Z'), /creationDate: is not a time/],
  ['a zone that does not exist', xmlWith(created, '2026-04-01T08:45:16+16:00'), /creationDate: is not a time/],
  ['the year 0', xmlWith(created, '0000-04-01T08:45:16Z'), /creationDate: is not a time/],
  ['a creation date without a zone', xmlWith(created, '2026-04-01T08:45:16'), /creationDate: is not a time/],
  ['a very long lot number', xmlWith('A123', mixed), /a lot number of more than 200 characters/],
  ['a very long serial number', xmlWith('0012345.11<', `0012345.${mixed}<`), /has more than 500 characters/],
  ['a very long order number', xmlWith('XYZPO189', mixed), /bizTransaction: has more than 500 characters/],
  ['a very long event ID', json({ eventID: mixed }), /eventID: has more than 500 characters/],
  [
    'JSON that is nested very deeply',
    json({}).replace('{"type":"O', `{"x:y":${deep(100_000)},"type":"O`),
    /nested more than/,
  ],
  ['one object instead of a list', json({ epcList: 'urn:epc:id:sgtin:030001.0012345.1' }), /epcList: is not a list/],
  ['one event instead of a list', json({}, { epcisBody: { eventList: event } }), /eventList: is not a list/],
  ['null instead of a list', json({ epcList: null }), /epcList: is not a list/],
  ['a kind of event of another party', json({ type: 'acme:MyEvent' }), /not a kind of event that EPCIS defines/],
  ['the word of a draft for the kind', json({ type: undefined, isA: 'ObjectEvent' }), /event 1, type: is missing/],
  ['a whole event as a document', JSON.stringify({ ...JSON.parse(jsonText), ...event }), /type: is not EPCISDocument/],
  ['two lists of EPCs', xmlWith('<epcList>', '<epcList></epcList>$&'), /epcList twice/],
  ['two lists of EPCs in JSON', jsonText.replace('"epcList":', '"epcList":[],$&'), /same name twice/],
  ['a time in words', json({ eventTime: 'yesterday' }), /eventTime: is not a time with its zone/],
]

for (const [title, content, reason] of refused)
  test(`${title} is refused with what to do`, async () => {
    const { status, body } = await receiveTestDocument(portal, content, admin)
    assert.equal(status, 422, body.message)
    assert.match(body.message ?? '', reason)
  })

const blanks = ' \r\n'.repeat(3_500_000)
const stored: [title: string, content: string | Buffer, findings: RegExp | null, packages: number][] = [
  ['UTF-16, little end first', Buffer.from(`\uFEFF${xmlWith('"UTF-8"', '"UTF-16"')}`, 'utf16le'), null, 4],
  ['UTF-16, big end first', Buffer.from(`\uFEFF${xmlWith('"UTF-8"', '"UTF-16"')}`, 'utf16le').swap16(), null, 4],
  ['CRLF', xml.replaceAll('\n', '\r\n'), null, 4],
  ['10 MB of blanks', xmlWith('<EventList>', `<EventList>${blanks}`), null, 4],
  ['10 MB of blanks in a serial number', xmlWith('<epc>', `<epc>${blanks}`), null, 4],
  [
    'an expiry date that does not exist',
    xmlWith('2028-03-27', '2028-02-30'),
    /"2028-02-30" of 4 packages is not a date/,
    4,
  ],
  ['an expiry date of day 00', xmlWith('2028-03-27', '2028-03-00'), /"2028-03-00" of 4 packages is not a date/, 4],
  [
    'an escaped control character',
    xml.replaceAll('0012345.11<', '0012345.1%00<'),
    /1%00 has a wrong length, check digit or character/,
    3,
  ],
  ['an escaped control character in the order', xmlWith('XYZPO189', 'PO%00'), null, 4],
  ['cases in cases without end', shipmentXml({ between: chain, shipped: caseUri('d4999') }), /more than 20 levels/, 0],
  [
    'a case in itself',
    shipmentXml({ between: packing(caseUri('9'), [caseUri('9')]), shipped: caseUri('9') }),
    /inside itself/,
    0,
  ],
  [
    'a broken escape in a serial number',
    xml.replaceAll('0012345.11<', '0012345.1%<'),
    /wrong length, check digit or character/,
    3,
  ],
  [
    'a serial number of other letters',
    xml.replaceAll('0012345.11<', '0012345.é<'),
    /wrong length, check digit or character/,
    3,
  ],
  ['letters for an NDC', xmlWith('0001-0123-45', 'ABC'), /"ABC" for its NDC, which is none/, 4],
  ['an expiry date as on the label', xmlWith('2028-03-27', '280327'), /"280327" of 4 packages is not a date/, 4],
  [
    'a lot number of another party',
    xml.replaceAll('cbvmda:lotNumber', 'acme:lotNumber').replace('xmlns:', 'xmlns:acme="urn:acme" xmlns:'),
    /4 packages without a lot number/,
    4,
  ],
  [
    'a bare transaction statement',
    json({}, { transactionStatement: { isAffirmed: true, notice: 'x' } }),
    /statement is missing or not affirmed/,
    0,
  ],
  [
    'two buyers',
    xmlWith(
      /<destination type.*?<\/destination>/,
      '$&<destination type="owning_party">urn:epc:id:sgln:030002.222222.0</destination>',
    ),
    /several buyers are named/,
    4,
  ],
  ['shipping by the action ADD', xmlWith('OBSERVE', 'ADD'), /shipping has the action ADD, not OBSERVE/, 4],
  ['a shipment that is taken back', shipmentXml({ after: voiding([caseUri('110')]) }), /takes back 4 packages/, 0],
  ['no shipping', xmlWith('bizstep:shipping', 'bizstep:storing'), /has no shipping event/, 0],
  ['an empty list', shipmentXml({ shipped: '' }).replace('<epc></epc>', ''), /no packages are shipped/, 0],
]

for (const [title, content, findings, packages] of stored)
  test(`a document with ${title} is kept as it came, and read`, async () => {
    const { status, body } = await receiveTestDocument(portal, content, admin)
    assert.equal(status, 201, body.message)
    if (findings) assert.match(String(body['findings']), findings)
    assert.equal(body['packages'], packages)
    const url = `/api/trace/documents/${String(body['_id'])}/file`
    const file = await portal.send({ method: 'GET', url, as: admin })
    assert.ok(file.raw.rawPayload.equals(Buffer.from(content)))
  })

test('a document that withdraws 70,000 events is received', async () => {
  const declaration = { declarationTime: created }
  const events = Array.from({ length: 70_000 }, (_, at) => ({
    ...event,
    eventID: `urn:uuid:${at}`,
    errorDeclaration: declaration,
  }))
  const sender = `https://id.gs1.org/417/${withCheckDigit('030002222222')}`
  const { status, body } = await receiveTestDocument(
    portal,
    json({}, { sender, epcisBody: { eventList: events } }),
    admin,
  )
  assert.equal(status, 201, body.message)
  const { body: row } = await portal.call(traceability.document, { params: { id: String(body['_id']) }, as: admin })
  assert.equal(row.shipments, 0)
})
