import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkProfile } from './check-profile.ts'
import { composeDocument } from './compose-document.ts'
import { readDocument } from './read-document.ts'
import { readMasterData } from './read-master-data.ts'
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
