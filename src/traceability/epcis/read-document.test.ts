import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readDocument } from './read-document.ts'
import { shipmentXml } from './testing-documents.ts'

const event = {
  type: 'ObjectEvent',
  eventTime: '2026-07-22T06:45:00+02:00',
  eventTimeZoneOffset: '+02:00',
  action: 'ADD',
  epcList: ['https://id.gs1.org/01/09521141012345/21/2017'],
}
const json = (change: object, ...events: object[]) =>
  JSON.stringify({
    '@context': ['https://ref.gs1.org/standards/epcis/epcis-context.jsonld'],
    type: 'EPCISDocument',
    schemaVersion: '2.0',
    creationDate: '2026-07-22T10:30:00Z',
    epcisBody: { eventList: events.length > 0 ? events : [event] },
    ...change,
  })
const withoutTag = (tag: string) => shipmentXml().replaceAll(new RegExp(`<${tag}>[^<]*</${tag}>`, 'g'), '')
const { action: _action, eventTime: _time, ...withoutActionAndTime } = event

const refused: [title: string, content: string, problem: string][] = [
  ['an empty file', ' \n', 'The file is empty.'],
  ['text', 'ISA*00*', 'The file is neither XML nor JSON.'],
  ['broken JSON', '{"type":', 'The file is not valid JSON.'],
  ['JSON without a context', json({ '@context': undefined }), '@context: does not name the EPCIS context of GS1.'],
  [
    'a context of another kind',
    json({ '@context': ['https://schema.org/'] }),
    '@context: does not name the EPCIS context of GS1.',
  ],
  ['1.2 in JSON', json({ schemaVersion: '1.2' }), 'schemaVersion: EPCIS 1.2 has no JSON form.'],
  ['another version', json({ schemaVersion: '3.0' }), 'schemaVersion: is neither 1.2 nor 2.0'],
  ['a query result', json({ type: 'EPCISQueryDocument' }), 'type: is not EPCISDocument'],
  ['no events', json({ epcisBody: {} }), 'epcisBody, eventList: is missing'],
  [
    'an unknown kind of event',
    json({}, { ...event, type: 'QuantityEvent' }),
    'event 1, type: is not a kind of event that EPCIS defines',
  ],
  ['an event without action', json({}, event, withoutActionAndTime), 'event 2, action: is missing'],
  ['an event without time', json({}, withoutActionAndTime), 'event 1, eventTime: is missing'],
  [
    'a time without zone',
    json({}, { ...event, eventTime: '2026-07-22T06:45:00' }),
    'event 1, eventTime: is not a time with its zone',
  ],
  [
    'a day that does not exist',
    json({}, { ...event, eventTime: '2026-13-22T06:45:00Z' }),
    'event 1, eventTime: is not a time with its zone',
  ],
  [
    'an offset in words',
    json({}, { ...event, eventTimeZoneOffset: 'CET' }),
    'event 1, eventTimeZoneOffset: is not an offset such as -05:00',
  ],
  [
    'a quantity as text',
    json({}, { ...event, quantityList: [{ epcClass: 'urn:epc:idpat:sgtin:030001.0012345.*', quantity: 'twenty' }] }),
    'event 1, quantityList, entry 1, quantity: is not a number',
  ],
  [
    'a serial number without a URI',
    json({}, { ...event, epcList: ['2017'] }),
    'event 1, epcList, entry 1: is not an identifier such as urn:epc:id:sgtin:…',
  ],
  ['broken XML', shipmentXml().slice(0, -20), 'The XML is malformed'],
  [
    'another XML document',
    '<Order><Line/></Order>',
    'The root element is Order, not an EPCISDocument of EPCIS 1.2 or 2.0.',
  ],
  [
    'XML of another namespace',
    shipmentXml().replace('urn:epcglobal:epcis:xsd:1', 'urn:other'),
    'The root element is epcis:EPCISDocument, not an EPCISDocument of EPCIS 1.2 or 2.0.',
  ],
  [
    'XML with entities of its own',
    shipmentXml().replace('?>', '?><!DOCTYPE a [<!ENTITY b "c">]>'),
    'A document type declaration (DOCTYPE) is not allowed.',
  ],
  [
    'an element that no parser may name',
    shipmentXml().replace('<epcList>', '<__proto__>a</__proto__>$&'),
    'The XML cannot be read',
  ],
  [
    'XML that is nested too deeply',
    shipmentXml().replace('<epcList>', `${'<extension>'.repeat(20_000)}${'</extension>'.repeat(20_000)}$&`),
    'The XML cannot be read',
  ],
  ['XML without actions', withoutTag('action'), 'event 1, action: is missing'],
  ['XML without event times', withoutTag('eventTime'), 'event 1, eventTime: is missing'],
]

for (const [title, content, problem] of refused)
  test(`${title} is refused with the reason`, () => {
    const reading = readDocument(content)
    assert.ok('problems' in reading)
    assert.ok(
      reading.problems.some((one) => one.startsWith(problem)),
      reading.problems.join('\n'),
    )
  })

const accepted: [title: string, content: string, format: string, events: number][] = [
  ['XML of EPCIS 1.2', shipmentXml(), 'XML', 3],
  ['XML with a byte order mark', `\uFEFF${shipmentXml()}`, 'XML', 3],
  ['JSON-LD of EPCIS 2.0', json({}), 'JSON-LD', 1],
  ['JSON-LD without events', json({ epcisBody: { eventList: [] } }), 'JSON-LD', 0],
  [
    'fields of other parties',
    json({ 'acme:a': 1 }, { ...event, 'acme:action': 'none', 'acme:quantityList': 'none' }),
    'JSON-LD',
    1,
  ],
  [
    'a prefixed field with the name of an EPCIS field',
    shipmentXml({ between: '' }).replace(
      '<ObjectEvent>',
      '<ObjectEvent><acme:action xmlns:acme="urn:acme">none</acme:action>',
    ),
    'XML',
    3,
  ],
]

for (const [title, content, format, events] of accepted)
  test(`${title} is read`, () => {
    const reading = readDocument(content)
    assert.ok('document' in reading, JSON.stringify(reading))
    assert.equal(reading.format, format)
    assert.equal(reading.document.epcisBody.eventList.length, events)
  })

const prefixed = shipmentXml()
const written: [title: string, content: string][] = [
  [
    'a default namespace',
    prefixed.replace('xmlns:epcis=', 'xmlns=').replaceAll('epcis:EPCISDocument', 'EPCISDocument'),
  ],
  ['character references', prefixed.replaceAll('<epc>urn:', '<epc>&#117;rn&#x3A;')],
  ['CDATA sections', prefixed.replaceAll(/<epc>([^<]+)<\/epc>/g, '<epc><![CDATA[$1]]></epc>')],
  ['comments and instructions', prefixed.replaceAll('<epc>', '<?note a?><epc><!-- b -->')],
  ['blanks and line breaks', prefixed.replaceAll(/<epc>([^<]+)<\/epc>/g, '<epc>\r\n  $1\r\n</epc>')],
  ['elements of any name', prefixed.replaceAll('<epcList>', '<toString>a</toString><valueOf>b</valueOf>$&')],
  ['a Boolean in digits', prefixed.replace('>true<', '>1<')],
]

for (const [title, content] of written)
  test(`XML with ${title} reads like other XML`, () => {
    assert.deepEqual(readDocument(content), readDocument(prefixed))
  })

test('the guideline, statement and parties of the header are read whatever their prefix', () => {
  const reading = readDocument(shipmentXml({ instance: '1100220001' }))
  assert.ok('document' in reading)
  const { guidelineVersion, transactionStatement, sender, instanceIdentifier } = reading.document
  assert.deepEqual(
    { guidelineVersion, isAffirmed: transactionStatement?.isAffirmed, sender, instanceIdentifier },
    {
      guidelineVersion: 'GS1 US DSCSA R1.3',
      isAffirmed: true,
      sender: 'urn:epc:id:sgln:030001.111111.0',
      instanceIdentifier: '1100220001',
    },
  )
})

test('EPCs are read however their elements are written, and a fault is named by its line of the whole file', () => {
  const uri = 'urn:epc:id:sgtin:030001.0012345.'
  const list = `<epc>${uri}11</epc> \n <epc> ${uri}12 </epc><!-- <epc>${uri}99</epc> --><epc>${uri}1&#45;3</epc><epc><![CDATA[${uri}14]]></epc><epc>${uri}15</epc>`
  const text = shipmentXml().replace(/<childEPCs>.*?<\/childEPCs>/s, `<childEPCs>${list}</childEPCs>`)
  const reading = readDocument(text)
  assert.ok('document' in reading, JSON.stringify(reading))
  const packed = reading.document.epcisBody.eventList.find(({ type }) => type === 'AggregationEvent')
  assert.deepEqual(
    packed && 'childEPCs' in packed && packed.childEPCs,
    ['11', '12', '1-3', '14', '15'].map((serial) => `${uri}${serial}`),
  )
  const before = text.slice(0, text.indexOf('<childEPCs>')).split('\n').length
  const broken = readDocument(text.replace('</childEPCs>', '</childEPC>'))
  assert.ok('problems' in broken)
  assert.match(broken.problems.join(' '), new RegExp(`malformed in line ${before + 1}: `))
  assert.ok('problems' in readDocument(text.replace(`<epc>${uri}15</epc>`, `<epc>${uri}15`)))
})
