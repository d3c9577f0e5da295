import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkProfile } from './check-profile.ts'
import { readDocument } from './read-document.ts'
import { readMasterData } from './read-master-data.ts'
import {
  caseUri,
  packageUri,
  packing,
  palletUri,
  shipmentXml,
  shipping,
  type TestShipment,
  voiding,
} from './testing-documents.ts'
import { tracePackages } from './trace-packages.ts'

const traceXml = (xml: string) => {
  const reading = readDocument(xml)
  assert.ok('document' in reading, JSON.stringify(reading))
  const { document } = reading
  const traced = tracePackages(document)
  return { traced, findings: checkProfile({ document, traced, ...readMasterData(document) }) }
}
const traceShipment = (shipment: TestShipment) => traceXml(shipmentXml(shipment))

const later = '2026-03-28T08:00:00Z'
const shipments: [title: string, shipment: TestShipment, serials: string[], finding: string | null][] = [
  ['a case', {}, ['11', '12', '13', '14'], null],
  [
    'a pallet of a case',
    { shipped: palletUri, between: packing(palletUri, [caseUri('110')]) },
    ['11', '12', '13', '14'],
    null,
  ],
  [
    'a package taken out of its case',
    { shipped: packageUri('12'), between: packing(caseUri('110'), [packageUri('12')], 'DELETE', later) },
    ['12'],
    null,
  ],
  [
    'a case after a package was taken out',
    { between: packing(caseUri('110'), [packageUri('12')], 'DELETE', later) },
    ['11', '13', '14'],
    null,
  ],
  [
    'a case that was emptied',
    { between: packing(caseUri('110'), [], 'DELETE', later) },
    [],
    `Event 4: 10300010123452/110 was opened and is empty, but was shipped.`,
  ],
  [
    'a case of unknown contents',
    { shipped: caseUri('999') },
    [],
    'Event 3: The document does not say which packages 10300010123452/999 contains.',
  ],
  [
    'a package that is still in its case',
    { shipped: packageUri('12') },
    ['12'],
    'Event 3: 00300010123455/12 was shipped on its own, but is still in 10300010123452/110.',
  ],
  [
    'a package in two cases',
    { between: packing(caseUri('111'), [packageUri('12')], 'ADD', later) },
    ['11', '12', '13', '14'],
    'Event 4 packs 00300010123455/12 into 10300010123452/111, but it is still in 10300010123452/110.'.replace(
      'Event 4',
      'Event 3',
    ),
  ],
  [
    'other contents observed than packed',
    { between: packing(caseUri('110'), [packageUri('11')], 'OBSERVE', later) },
    ['11', '12', '13', '14'],
    'Event 3 observes other contents of 10300010123452/110 than were packed.',
  ],
  ['packages without a lot', { lot: '' }, ['11', '12', '13', '14'], 'Event 3: 4 packages without a lot number.'],
  ['packages without a date', { expiry: '' }, ['11', '12', '13', '14'], 'Event 3: 4 packages without an expiry date.'],
  [
    'expired packages',
    { expiry: '2026-03-31' },
    ['11', '12', '13', '14'],
    'Event 3: 4 packages expired before shipment.',
  ],
]

for (const [title, shipment, serials, finding] of shipments)
  test(`${title}: packages and findings`, () => {
    const { traced, findings } = traceShipment(shipment)
    assert.deepEqual(
      traced.shipments.flatMap(({ packages }) => packages.map(({ serial }) => serial)),
      serials,
    )
    if (finding === null) assert.deepEqual(findings, [])
    else assert.ok(findings.includes(finding), findings.join('\n'))
  })

test('a shipment has its parties, numbers, lots and dates', () => {
  const [shipment] = traceShipment({}).traced.shipments
  assert.deepEqual(
    { ...shipment, packages: shipment?.packages.slice(0, 1) },
    {
      event: 3,
      eventId: '',
      at: '2026-04-01T07:48:16.000Z',
      seller: '0300011111116',
      buyer: '0399999999991',
      shipFrom: '0300011111116',
      shipTo: '',
      transactions: [{ type: 'po', number: 'XYZPO189' }],
      packages: [
        { gtin: '00300010123455', serial: '11', lot: 'A123', expiry: '2028-03-27', container: '10300010123452/110' },
      ],
      quantities: [],
      problems: [],
    },
  )
})

const shippingOf = (xml: string): string =>
  xml.slice(xml.lastIndexOf('<ObjectEvent>'), xml.lastIndexOf('</ObjectEvent>') + '</ObjectEvent>'.length)
const withId = (event: string, id: string): string =>
  event.replace('<epcList>', `<baseExtension><eventID>${id}</eventID></baseExtension><epcList>`)

const repeats: [title: string, again: (shipping: string) => string, shipments: number, problems: string[]][] = [
  ['an event that is captured twice happens once', (shipping) => shipping, 1, []],
  [
    'an event that is recorded twice happens once',
    (shipping) => shipping.replace('<eventTimeZoneOffset>', '<recordTime>2026-04-02T00:00:00Z</recordTime>$&'),
    1,
    [],
  ],
  [
    'packages that are shipped twice are a contradiction',
    (shipping) => shipping.replace('2026-04-01', '2026-04-02'),
    2,
    ['Event 4 has the ID of event 3, but another content.', 'Events 3 and 4 both ship 4 packages.'],
  ],
]

for (const [title, again, count, problems] of repeats)
  test(title, () => {
    const xml = shipmentXml()
    const shipping = shippingOf(xml)
    const named = withId(shipping, 'urn:uuid:1')
    const { traced } = traceXml(xml.replace(shipping, `${named}${again(named)}`))
    assert.deepEqual([traced.shipments.length, traced.problems], [count, problems])
  })

const earlier = '2026-03-31T08:00:00Z'
const another = '0300022222229'
const voids: [title: string, events: string, serials: string[][], open: string[], finding: string | null][] = [
  ['its case', voiding([caseUri('110')]), [], [], 'Event 4 takes back 4 packages (void_shipping).'],
  ['a package', voiding([packageUri('12')]), [['11', '13', '14']], [], 'Event 4 takes back 1 package (void_shipping).'],
  ['a package twice', voiding([packageUri('12'), packageUri('12')]), [['11', '13', '14']], [], '1 package ('],
  ['what was never shipped', voiding([packageUri('99')]), [['11', '12', '13', '14']], ['00300010123455/99'], null],
  [
    'what is shipped later',
    voiding([caseUri('110')], { at: earlier }),
    [['11', '12', '13', '14']],
    ['10300010123452/110'],
    null,
  ],
  [
    'what another sold',
    voiding([caseUri('110')], { seller: another }),
    [['11', '12', '13', '14']],
    ['10300010123452/110'],
    null,
  ],
  [
    'a case that is shipped again',
    `${voiding([caseUri('110')])}${shipping([caseUri('110')], { at: '2026-04-03T08:00:00Z' })}`,
    [['11', '12', '13', '14']],
    [],
    'Event 4 takes back 4 packages (void_shipping).',
  ],
  [
    'a case, with another action',
    voiding([caseUri('110')], { action: 'DELETE' }),
    [],
    [],
    'Event 4: void_shipping has the action DELETE, not OBSERVE.',
  ],
]

for (const [title, after, serials, open, finding] of voids)
  test(`void_shipping of ${title}: what is left, and what it takes back of other documents`, () => {
    const { traced, findings } = traceShipment({ after })
    assert.deepEqual(
      traced.shipments.map(({ packages }) => packages.map(({ serial }) => serial)),
      serials,
    )
    assert.deepEqual(
      traced.voids.flatMap(({ items }) => items.map(({ key }) => key)),
      open,
    )
    if (finding === null) assert.deepEqual(findings, [])
    else
      assert.ok(
        findings.some((one) => one.includes(finding)),
        findings.join('\n'),
      )
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

test('an event that is declared to be wrong ships nothing', () => {
  const xml = shipmentXml()
  const shipping = shippingOf(xml)
  const named = withId(shipping, 'urn:uuid:1')
  const declaration = named.replace(
    '<eventID>',
    '<errorDeclaration><declarationTime>2026-04-02T00:00:00Z</declarationTime></errorDeclaration><eventID>',
  )
  const { traced } = traceXml(xml.replace(shipping, `${named}${declaration}`))
  assert.deepEqual(
    { shipments: traced.shipments, withdrawn: traced.withdrawn },
    { shipments: [], withdrawn: ['urn:uuid:1'] },
  )
})

const lacking: [title: string, from: string | RegExp, to: string, finding: string][] = [
  ['no guideline', /<hc:guidelineVersion>.*<\/hc:guidelineVersion>/, '', 'The GS1 US guideline version is missing.'],
  ['an older guideline', 'R1.3', 'R1.1', 'The guideline version is "GS1 US DSCSA R1.1", not R1.2 or R1.3.'],
  ['no affirmed statement', '>true<', '>false<', 'The transaction statement is missing or not affirmed.'],
  ['no legal notice', /<hc:legalNotice>.*<\/hc:legalNotice>/, '', 'The transaction statement has no legal notice.'],
  ['a date that does not exist', '2028-03-27', '2028-02-30', 'Event 3: 4 packages without an expiry date.'],
  ['a month that does not exist', '2028-03-27', '2028-13-27', 'Event 3: 4 packages without an expiry date.'],
  ['no strength', 'strengthDescription', 'other', 'The product 00300010123455 has no strength.'],
  [
    'another NDC',
    '0001-0123-45',
    '0002-0123-45',
    'The product 00300010123455 has the NDC 0002-0123-45 of another product.',
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
