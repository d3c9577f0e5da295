import assert from 'node:assert/strict'
import { test } from 'node:test'
import { caseUri, packing, palletUri, shipmentXml } from './testing-documents.ts'
import { traceShipment, traceXml } from './testing-trace.ts'

const lacking: [title: string, from: string | RegExp, to: string, finding: string][] = [
  ['no guideline', /<hc:guidelineVersion>.*<\/hc:guidelineVersion>/, '', 'The GS1 US guideline version is missing.'],
  ['an older guideline', 'R1.3', 'R1.1', 'The guideline version is "GS1 US DSCSA R1.1", not R1.2 or R1.3.'],
  ['no affirmed statement', '>true<', '>false<', 'The transaction statement is missing or not affirmed.'],
  ['no legal notice', /<hc:legalNotice>.*<\/hc:legalNotice>/, '', 'The transaction statement has no legal notice.'],
  [
    'a date that does not exist',
    '2028-03-27',
    '2028-02-30',
    'Event 3: the expiry date "2028-02-30" of 4 packages is not a date such as 2028-03-31.',
  ],
  [
    'a month that does not exist',
    '2028-03-27',
    '2028-13-27',
    'Event 3: the expiry date "2028-13-27" of 4 packages is not a date such as 2028-03-31.',
  ],
  [
    'a date of day 00',
    '2028-03-27',
    '2028-03-00',
    'Event 3: the expiry date "2028-03-00" of 4 packages is not a date such as 2028-03-31.',
  ],
  [
    'a date as on the label',
    '2028-03-27',
    '280327',
    'Event 3: the expiry date "280327" of 4 packages is not a date such as 2028-03-31.',
  ],
  [
    'a date in US form',
    '2028-03-27',
    '03/27/2028',
    'Event 3: the expiry date "03/27/2028" of 4 packages is not a date such as 2028-03-31.',
  ],
  [
    'a date with other text',
    '2028-03-27',
    '2028-03-27 or later',
    'Event 3: the expiry date "2028-03-27 or later" of 4 packages is not a date such as 2028-03-31.',
  ],
  [
    'a month only',
    '2028-03-27',
    '2028-03',
    'Event 3: the expiry date "2028-03" of 4 packages is not a date such as 2028-03-31.',
  ],
  [
    'a serial number with an escaped control character',
    'sgtin:030001.0012345.11<',
    'sgtin:030001.0012345.1%00<',
    'Event 1: urn:epc:id:sgtin:030001.0012345.1%00 has a wrong length, check digit or character.',
  ],
  ['a lot number with a blank', '>A123<', '>A 123<', 'Event 3: 4 packages whose lot number GS1 does not allow.'],
  [
    'a lot number that is too long',
    '>A123<',
    `>${'A'.repeat(21)}<`,
    'Event 3: 4 packages whose lot number GS1 does not allow.',
  ],
  [
    'a class with a wrong GTIN in a case',
    '</childEPCs>',
    `$&<childQuantityList><quantityElement><epcClass>urn:epc:class:lgtin:0300.0012345.A123</epcClass></quantityElement></childQuantityList>`,
    'Event 2: urn:epc:class:lgtin:0300.0012345.A123 has a wrong length, check digit or character.',
  ],
  [
    'two buyers',
    '<destinationList>',
    `$&<destination type="urn:epcglobal:cbv:sdt:owning_party">urn:epc:id:sgln:030002.222222.0</destination>`,
    'Event 3: several buyers are named: 0300022222221 and 0399999999991.',
  ],
  [
    'two sellers',
    '<sourceList>',
    `$&<source type="urn:epcglobal:cbv:sdt:owning_party">urn:epc:id:sgln:030002.222222.0</source>`,
    'Event 3: several sellers are named: 0300022222221 and 0300011111116.',
  ],
  [
    'a buyer of another numbering',
    /(<destination type[^>]*>).*?</,
    '$1urn:acme:party:7<',
    'Event 3: one of its buyers is no GLN: urn:acme:party:7.',
  ],
  ['no shipping', /<ObjectEvent>(?!.*<ObjectEvent>).*<\/ObjectEvent>/s, '', 'The document has no shipping event.'],
  ['packing into nothing', /<parentID>.*?<\/parentID>/, '', 'Event 2 does not say into or out of what it packs.'],
  [
    'loose goods in a case',
    '</childEPCs>',
    `$&<childQuantityList><quantityElement><epcClass>urn:epc:class:lgtin:030001.0012345.A123</epcClass><quantity>6</quantity></quantityElement></childQuantityList>`,
    'Event 3: some goods have no serial numbers.',
  ],
  ['no strength', 'strengthDescription', 'other', 'The product 00300010123455 has no strength.'],
  [
    'another NDC',
    '0001-0123-45',
    '0002-0123-45',
    'The product 00300010123455 has the NDC 0002-0123-45 of another product.',
  ],
  ['letters for an NDC', '0001-0123-45', 'ABC', 'The product 00300010123455 has "ABC" for its NDC, which is none.'],
  [
    'two strengths of a product',
    '</VocabularyElement>',
    '$&<VocabularyElement id="https://id.gs1.org/01/00300010123455"><attribute id="urn:epcglobal:cbv:mda#strengthDescription">10mg</attribute></VocabularyElement>',
    'https://id.gs1.org/01/00300010123455 is described twice: its strengthDescription is "100mg" and "10mg".',
  ],
  [
    'two strengths in one description',
    '<attribute id="urn:epcglobal:cbv:mda#strengthDescription">',
    '<attribute id="urn:epcglobal:cbv:mda#strengthDescription">10mg</attribute>$&',
    'urn:epc:idpat:sgtin:030001.0012345.* is described twice: its strengthDescription is "10mg" and "100mg".',
  ],
  [
    'two names of a place',
    '<VocabularyElement id="urn:epc:id:sgln:030001.111111.0">',
    '$&<attribute id="urn:epcglobal:cbv:mda#name">Other</attribute>',
    'urn:epc:id:sgln:030001.111111.0 is described twice: its name is "Other" and "Seller".',
  ],
  [
    'a strength of another party',
    'urn:epcglobal:cbv:mda#strengthDescription',
    'urn:acme#strengthDescription',
    'The product 00300010123455 has no strength.',
  ],
  ['no buyer', /<destination type.*?<\/destination>/, '', 'Event 3: the buyer (destination owning party) is missing.'],
  [
    'no order',
    /<bizTransaction .*?<\/bizTransaction>/,
    '',
    'Event 3: no purchase order, invoice or dispatch advice is named.',
  ],
  ['no address', 'streetAddressOne', 'other', 'The name or address of the GLN 0300011111116 is incomplete.'],
  [
    'a serial number that is too long',
    'sgtin:030001.0012345.11<',
    `sgtin:030001.0012345.${'1'.repeat(21)}<`,
    `Event 1: a serial number of ${`urn:epc:id:sgtin:030001.0012345.${'1'.repeat(21)}`} has more than 20 characters.`,
  ],
]

for (const [title, from, to, finding] of lacking)
  test(`a document with ${title} has a finding`, () => {
    const { findings } = traceXml(shipmentXml().replace(from, to))
    assert.ok(findings.includes(finding), findings.join('\n'))
  })

const steps: [title: string, from: string, to: string, packages: number, finding: string][] = [
  ['the action ADD', 'OBSERVE', 'ADD', 4, 'Event 3: shipping has the action ADD, not OBSERVE.'],
  ['the action DELETE', 'OBSERVE', 'DELETE', 4, 'Event 3: shipping has the action DELETE, not OBSERVE.'],
  [
    'a step in capitals',
    'bizstep:shipping',
    'bizstep:SHIPPING',
    0,
    'Event 3 has the business step "SHIPPING", which is not shipping.',
  ],
  [
    'a step of another vocabulary',
    'urn:epcglobal:cbv:bizstep:shipping',
    'https://acme.example/BizStep-shipping',
    0,
    'Event 3 has the business step "https://acme.example/BizStep-shipping", which is not shipping.',
  ],
]

for (const [title, from, to, packages, finding] of steps)
  test(`shipping with ${title} has a finding`, () => {
    const { traced, findings } = traceXml(shipmentXml().replace(from, to))
    assert.equal(traced.shipments[0]?.packages.length ?? 0, packages)
    assert.ok(findings.includes(finding), findings.join('\n'))
    assert.ok(!findings.some((one) => one.includes('decommissioned')))
  })

test('packing events that claim to ship have a finding', () => {
  const claims = packing(palletUri, [caseUri('110')]).replace('</action>', '$&<bizStep>shipping</bizStep>')
  assert.ok(
    traceShipment({ between: claims }).findings.includes(
      'Event 3 has the step shipping, but an AggregationEvent ships nothing.',
    ),
  )
})

test('a product that is described twice alike has no finding', () => {
  const [element = ''] = /<VocabularyElement id="urn:epc:idpat.*?<\/VocabularyElement>/s.exec(shipmentXml()) ?? []
  assert.notEqual(element, '')
  assert.deepEqual(traceXml(shipmentXml().replace(element, `${element}${element}`)).findings, [])
})
