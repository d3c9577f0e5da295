import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readDocument, type Reading } from './read-document.ts'
import { masterField } from './read-words.ts'
import { shipmentXml } from './testing-documents.ts'

const event = {
  type: 'ObjectEvent',
  eventTime: '2026-07-22T06:45:00+02:00',
  eventTimeZoneOffset: '+02:00',
  action: 'ADD',
  epcList: ['https://id.gs1.org/01/09521141012345/21/2017'],
}
const context = 'https://ref.gs1.org/standards/epcis/epcis-context.jsonld'
const json = (change: object, ...events: object[]) =>
  JSON.stringify({
    '@context': [context],
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
  [
    'two lists of EPCs',
    shipmentXml().replace('<epcList>', '<epcList><epc>urn:epc:id:sgtin:030001.0012345.9</epc></epcList>$&'),
    'Event 1 has the element epcList twice.',
  ],
  [
    'two lists of EPCs, one in an extension',
    shipmentXml().replace(
      '</childEPCs>',
      '$&<extension><childEPCs><epc>urn:epc:id:sgtin:030001.0012345.9</epc></childEPCs></extension>',
    ),
    'Event 2 has the element childEPCs twice.',
  ],
  [
    'two lot numbers',
    shipmentXml().replace('<cbvmda:lotNumber>', '<cbvmda:lotNumber>B</cbvmda:lotNumber>$&'),
    'The master data of an event have lotNumber twice.',
  ],
  [
    'two lists of events',
    shipmentXml().replace('</EventList>', '$&<EventList></EventList>'),
    'The element EPCISBody has two elements EventList.',
  ],
  [
    'two bodies',
    shipmentXml().replace('</EPCISBody>', '$&<EPCISBody></EPCISBody>'),
    'The element EPCISDocument has two elements EPCISBody.',
  ],
  [
    'two guideline versions',
    shipmentXml().replace('<hc:guidelineVersion>', '<hc:guidelineVersion>GS1 US DSCSA R1.2</hc:guidelineVersion>$&'),
    'The header has guidelineVersion twice.',
  ],
  [
    'two affirmations',
    shipmentXml().replace('<hc:affirm', '<hc:affirmTransactionStatement>false</hc:affirmTransactionStatement>$&'),
    'The transaction statement has affirmTransactionStatement twice.',
  ],
  [
    'two lists of EPCs in JSON',
    json({}).replace('"epcList":', '"epcList":[],$&'),
    'The JSON has an object with the same name twice.',
  ],
  [
    'a name twice, once escaped',
    json({}).replace('"epcList":', '"\\u0065pcList" : [],$&'),
    'The JSON has an object with the same name twice.',
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

/** Without the fields of other parties. */
const withoutOthers = (reading: Reading): Reading =>
  JSON.parse(JSON.stringify(reading, (name, value) => (name.startsWith('other:') ? undefined : value)))

const prefixed = shipmentXml()
const written: [title: string, content: string][] = [
  [
    'a default namespace',
    prefixed.replace('xmlns:epcis=', 'xmlns=').replaceAll('epcis:EPCISDocument', 'EPCISDocument'),
  ],
  [
    'the prefix of EPCIS on all elements',
    prefixed.replaceAll(/(<\/?)([A-Za-z][\w]*)(?=[\s>])/g, '$1epcis:$2').replaceAll('epcis:epcis:', 'epcis:'),
  ],
  [
    'another prefix of EPCIS on all elements',
    prefixed
      .replaceAll(/(<\/?)epcis:/g, '$1')
      .replaceAll(/(<\/?)([A-Za-z][\w]*)(?=[\s>])/g, '$1e:$2')
      .replace(':epcis=', ':e='),
  ],
  ['another prefix of master data', prefixed.replaceAll('cbvmda:', 'm:').replace(':cbvmda=', ':m=')],
  [
    'a lot number of another party',
    prefixed.replace('<cbvmda:lotNumber>', '<acme:lotNumber xmlns:acme="urn:acme">X</acme:lotNumber>$&'),
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
    assert.notEqual(content, prefixed)
    assert.deepEqual(withoutOthers(readDocument(content)), readDocument(prefixed))
  })

const lots: [title: string, content: string, lot: string][] = [
  ['of the standard', json({}, { ...event, ilmd: { 'cbvmda:lotNumber': 'A' } }), 'A'],
  [
    'of the standard and of another party',
    json({}, { ...event, ilmd: { 'acme:lotNumber': 'B', 'cbvmda:lotNumber': 'A' } }),
    'A',
  ],
  ['of another party', json({}, { ...event, ilmd: { 'acme:lotNumber': 'B' } }), ''],
  ['without a vocabulary', json({}, { ...event, ilmd: { lotNumber: 'B' } }), ''],
  ['by its whole name', json({}, { ...event, ilmd: { 'urn:epcglobal:cbv:mda:lotNumber': 'A' } }), 'A'],
  [
    'by a prefix of the document',
    json({ '@context': [context, { m: 'urn:epcglobal:cbv:mda:' }] }, { ...event, ilmd: { 'm:lotNumber': 'A' } }),
    'A',
  ],
  [
    'by a term of the document',
    json({ '@context': [context, { lot: { '@id': 'cbvmda:lotNumber' } }] }, { ...event, ilmd: { lot: 'A' } }),
    'A',
  ],
  [
    'by the prefix of the standard for another party',
    json({ '@context': [context, { cbvmda: 'urn:acme:' }] }, { ...event, ilmd: { 'cbvmda:lotNumber': 'B' } }),
    '',
  ],
  [
    'of another party in XML',
    shipmentXml()
      .replaceAll('cbvmda:lotNumber', 'acme:lotNumber')
      .replace('<epcis:EPCISDocument', '$& xmlns:acme="urn:acme"'),
    '',
  ],
  [
    'by the prefix of the standard for another party in XML',
    shipmentXml().replace('"urn:epcglobal:cbv:mda"', '"urn:acme"'),
    '',
  ],
]

for (const [title, content, lot] of lots)
  test(`a lot number ${title} is read as "${lot}"`, () => {
    const reading = readDocument(content)
    assert.ok('document' in reading, JSON.stringify(reading))
    assert.equal(masterField(reading.document.epcisBody.eventList[0]?.ilmd, 'lotNumber'), lot)
  })

const statement = { affirmTransactionStatement: true, legalNotice: 'Complied.' }
const us = { 'gs1ushc:affirmTransactionStatement': true, 'gs1ushc:legalNotice': 'Complied.' }
const namespace = { h: 'http://epcis.gs1us.org/hc/ns#' }
const statements: [title: string, change: object, isAffirmed: boolean][] = [
  ['of the guideline', { 'gs1ushc:dscsaTransactionStatement': us }, true],
  ['of the guideline in the header', { epcisHeader: { 'gs1ushc:dscsaTransactionStatement': us } }, true],
  [
    'by another prefix',
    { '@context': [context, namespace], 'h:dscsaTransactionStatement': { 'h:affirmTransactionStatement': true } },
    true,
  ],
  [
    'with the word true',
    { 'gs1ushc:dscsaTransactionStatement': { ...us, 'gs1ushc:affirmTransactionStatement': 'true' } },
    true,
  ],
  ['in the form that we store', { transactionStatement: { isAffirmed: true, notice: 'Complied.' } }, false],
  ['without a prefix', { dscsaTransactionStatement: statement }, false],
  ['with fields of nobody', { 'gs1ushc:dscsaTransactionStatement': statement }, false],
  ['of another party', { 'acme:dscsaTransactionStatement': us }, false],
  [
    'by the prefix of the guideline for another party',
    { '@context': [context, { gs1ushc: 'urn:acme:' }], 'gs1ushc:dscsaTransactionStatement': us },
    false,
  ],
]

for (const [title, change, isAffirmed] of statements)
  test(`a transaction statement ${title} is ${isAffirmed ? 'affirmed' : 'not affirmed'}`, () => {
    const reading = readDocument(json(change))
    assert.ok('document' in reading, JSON.stringify(reading))
    assert.equal(reading.document.transactionStatement?.isAffirmed ?? false, isAffirmed)
  })

test('a guideline version of another party is none', () => {
  for (const change of [{ guidelineVersion: 'GS1 US DSCSA R1.3' }, { 'acme:guidelineVersion': 'GS1 US DSCSA R1.3' }]) {
    const reading = readDocument(json(change))
    assert.ok('document' in reading && reading.document.guidelineVersion === undefined)
  }
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
