import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkProfile } from './check-profile.ts'
import { composeDocument } from './compose-document.ts'
import { readDocument } from './read-document.ts'
import { readMasterData } from './read-master-data.ts'
import { caseUri, packageUri, packing, palletUri, shipmentXml } from './testing-documents.ts'
import { tracePackages } from './trace-packages.ts'

const place = (gln: string, name: string) => ({
  gln,
  name,
  street: '1 Main & First St',
  city: 'Portland',
  state: 'ME',
  postalCode: '04101',
  country: 'US',
})
const product = {
  gtin: '00300010123455',
  ndc: '0001-0123-45',
  name: 'Epcistra <10>',
  manufacturer: 'GS1 & Sons',
  dosageForm: 'Tablet',
  strength: '100 mg',
  netContent: '500 tablets',
}

for (const guideline of ['R1.2', 'R1.3'] as const)
  test(`a composed document of ${guideline} has no findings and reads as what was shipped`, () => {
    const packages = [
      { gtin: product.gtin, serial: 'A/1.b', lot: 'L&1', expiry: '2028-03-31' },
      { gtin: product.gtin, serial: '2', lot: 'L2', expiry: '2028-04-30' },
      { gtin: '00349483622010', serial: '3', lot: 'L3', expiry: '2028-05-31' },
    ]
    const text = composeDocument({
      guideline,
      instanceId: 'order 1',
      shippedAt: new Date('2026-11-20T15:00:00Z'),
      seller: place('0300011111116', 'Seller'),
      buyer: place('0399999999991', 'Buyer'),
      references: [
        { type: 'po', number: 'PO 7/8' },
        { type: 'inv', number: '90001' },
      ],
      products: [product, { ...product, gtin: '00349483622010', ndc: '49483-622-01' }],
      packages,
    })
    const reading = readDocument(text)
    assert.ok('document' in reading, JSON.stringify(reading))
    const { document } = reading
    const traced = tracePackages(document)
    const masterData = readMasterData(document)
    assert.deepEqual(checkProfile({ document, traced, ...masterData }), [])
    const [shipment] = traced.shipments
    assert.deepEqual(
      shipment?.packages.map(({ container, ...one }) => one),
      packages,
    )
    assert.deepEqual(shipment?.transactions, [
      { type: 'po', number: 'PO 7/8' },
      { type: 'inv', number: '90001' },
    ])
    assert.deepEqual([shipment?.seller, shipment?.buyer], ['0300011111116', '0399999999991'])
    assert.deepEqual(masterData.products[0], product)
  })

/** What our reader reads of a document; a shipment's position and containers are those of the document. */
const factsOf = (xml: string) => {
  const reading = readDocument(xml)
  assert.ok('document' in reading, JSON.stringify(reading))
  const traced = tracePackages(reading.document)
  const masterData = readMasterData(reading.document)
  const [shipment, ...others] = traced.shipments
  assert.ok(shipment)
  assert.deepEqual(others, [])
  const packages = shipment.packages
    .map(({ container, ...one }) => one)
    .toSorted((one, other) => one.serial.localeCompare(other.serial))
  const { seller, buyer, transactions, at } = shipment
  return { facts: { seller, buyer, transactions, at, packages }, masterData, traced, document: reading.document }
}

const hard = `O'Brien & Søn "Apotek" <Nørrebro> 株式会社`
const later = '2026-03-28T08:00:00Z'
const secondLot = `<ObjectEvent><eventTime>${later}</eventTime><eventTimeZoneOffset>+00:00</eventTimeZoneOffset><epcList><epc>${packageUri('A%2F1.b')}</epc><epc>${packageUri('%26%3C%3E%22')}</epc></epcList><action>ADD</action><bizStep>commissioning</bizStep><extension><ilmd><cbvmda:lotNumber>L&amp;2&lt;</cbvmda:lotNumber><cbvmda:itemExpirationDate>2027-11-30</cbvmda:itemExpirationDate></ilmd></extension></ObjectEvent>`
const pallet = `${secondLot}${packing(caseUri('111'), [packageUri('A%2F1.b'), packageUri('%26%3C%3E%22')], 'ADD', later)}${packing(palletUri, [caseUri('110'), caseUri('111')], 'ADD', '2026-03-29T08:00:00Z')}`
const received: [title: string, xml: string, packages: number][] = [
  ['a case of one lot', shipmentXml(), 4],
  ['a pallet of cases with two lots of a product', shipmentXml({ between: pallet, shipped: palletUri }), 6],
  [
    'packages on their own',
    shipmentXml({ serials: ['7'] })
      .replace(packing(caseUri('110'), [packageUri('7')]), '')
      .replace(caseUri('110'), packageUri('7')),
    1,
  ],
]

for (const guideline of ['R1.2', 'R1.3'] as const)
  for (const [title, xml, count] of received)
    test(`${title} is sent on in ${guideline} with the same facts, whatever the names`, () => {
      const { facts, masterData } = factsOf(xml)
      assert.equal(facts.packages.length, count)
      const [product] = masterData.products
      assert.ok(product)
      const named = { ...product, name: hard, manufacturer: hard, strength: '10 µg/mL <5%' }
      const [seller, buyer] = [place(facts.seller, hard), place(facts.buyer, `${hard} 2`)]
      const sent = factsOf(
        composeDocument({
          guideline,
          instanceId: hard,
          shippedAt: new Date(facts.at),
          seller,
          buyer,
          references: [{ type: 'po', number: facts.transactions[0]?.number ?? '' }],
          products: [named],
          packages: facts.packages,
        }),
      )
      assert.deepEqual(sent.facts, facts)
      assert.deepEqual([sent.masterData.products, sent.masterData.places], [[named], [seller, buyer]])
      assert.deepEqual(checkProfile({ ...sent.masterData, document: sent.document, traced: sent.traced }), [])
      assert.equal(sent.document.instanceIdentifier, hard)
    })
