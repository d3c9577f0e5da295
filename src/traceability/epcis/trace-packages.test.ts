import assert from 'node:assert/strict'
import { test } from 'node:test'
import { caseUri, packageUri, packing, palletUri, shipmentXml, type TestShipment } from './testing-documents.ts'
import { traceShipment, traceXml } from './testing-trace.ts'

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

const quantityList = (tag: string, quantity: number, lot = 'L9') =>
  `<${tag}><quantityElement><epcClass>urn:epc:class:lgtin:030001.0012345.${lot}</epcClass><quantity>${quantity}</quantity></quantityElement></${tag}>`
const loosePacking = (action: string, quantity: number, at: string, lot?: string) =>
  packing(caseUri('110'), [], action, at).replace(
    '<action>',
    `${quantityList('childQuantityList', quantity, lot)}<action>`,
  )

const loose: [title: string, between: string, quantities: [lot: string, quantity: number | null][]][] = [
  ['in a case', loosePacking('ADD', 6, later), [['L9', 6]]],
  ['in a case on a pallet', `${loosePacking('ADD', 6, later)}${packing(palletUri, [caseUri('110')])}`, [['L9', 6]]],
  [
    'in a case after some were taken out',
    `${loosePacking('ADD', 6, later)}${loosePacking('DELETE', 2, '2026-03-29T08:00:00Z')}`,
    [['L9', 4]],
  ],
  [
    'in a case after all of a lot were taken out',
    `${loosePacking('ADD', 6, later)}${loosePacking('ADD', 3, later, 'L8')}${loosePacking('DELETE', 6, '2026-03-29T08:00:00Z')}`,
    [['L8', 3]],
  ],
]

for (const [title, between, quantities] of loose)
  test(`goods without serial numbers ${title} are shipped with it`, () => {
    const shipped = between.includes(palletUri) ? palletUri : caseUri('110')
    const { traced, findings } = traceShipment({ between, shipped })
    assert.deepEqual(
      traced.shipments[0]?.quantities.map(({ lot, quantity }) => [lot, quantity]),
      quantities,
    )
    assert.equal(traced.shipments[0]?.packages.length, 4)
    assert.ok(findings.some((one) => one.endsWith('some goods have no serial numbers.')))
  })

const transformation = `<extension><TransformationEvent><eventTime>${later}</eventTime><eventTimeZoneOffset>+00:00</eventTimeZoneOffset><inputEPCList><epc>${packageUri('11')}</epc></inputEPCList><outputEPCList><epc>${packageUri('91')}</epc></outputEPCList><ilmd><cbvmda:lotNumber>NEW</cbvmda:lotNumber><cbvmda:itemExpirationDate>2027-12-31</cbvmda:itemExpirationDate></ilmd></TransformationEvent></extension>`

test('what a transformation makes has its lot and date, and what it uses up is gone', () => {
  const made = traceShipment({ between: transformation, shipped: packageUri('91') })
  const [shipment] = made.traced.shipments
  assert.deepEqual(
    shipment?.packages.map(({ serial, lot, expiry }) => [serial, lot, expiry]),
    [['91', 'NEW', '2027-12-31']],
  )
  assert.deepEqual(made.findings, [])
  const used = traceShipment({ between: transformation, shipped: packageUri('11') })
  assert.ok(
    used.findings.includes('Event 4: 00300010123455/11 was used up by a transformation before it was shipped.'),
    used.findings.join('\n'),
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
