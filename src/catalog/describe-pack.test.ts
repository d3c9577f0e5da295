import assert from 'node:assert/strict'
import { test } from 'node:test'
import { packLabel } from './describe-pack.ts'

const packs: [packSize: string, packQuantity: number | null, packUnit: string, told: string][] = [
  ['Bottle of 30 tablets', 30, 'EA', '30 ct'],
  ['Carton with one 10 mL vial', 10, 'mL', '10 mL'],
  ['Carton of 4 syringes, 0.5 mL each', 2, 'mL', '4 x 0.5 mL'],
  ['Case of 12 bottles, 30 tablets each', 360, 'EA', '12 x 30 ct'],
  ['Carton of 30 tablets, 2 blister packs of 15', 30, 'EA', '30 ct'],
  ['10 x 10 mL', 100, 'mL', '10 x 10 mL'],
  ['1 x 3 mL', 3, 'mL', '3 mL'],
  ['2 SYRINGE in 1 CARTON > .5 mL in 1 SYRINGE', 1, 'mL', '2 x 0.5 mL'],
  ['2 CARTON in 1 CARTON > 60 PACKET in 1 CARTON > 7.5 g in 1 PACKET', 900, 'g', '120 x 7.5 g'],
  ['10 BLISTER PACK in 1 CARTON > 10 TABLET in 1 BLISTER PACK', 100, 'EA', '100 ct'],
  ['60 POUCH in 1 CARTON > 1 PATCH in 1 POUCH > 1 d in 1 PATCH', 60, 'EA', '60 ct'],
  // Text that doesn't add up to the total contents is not a statement of containers.
  ['Carton of 4 patches, 7 ds each', 4, 'EA', '4 ct'],
  ['', 100, 'EA', '100 ct'],
  ['0.5 mL vial', null, '', ''],
]

for (const [packSize, packQuantity, packUnit, told] of packs)
  test(`a pack of ${packQuantity ?? '?'} ${packUnit} labeled “${packSize}” is shown as “${told}”`, () => {
    assert.equal(packLabel({ packSize, packQuantity, packUnit }), told)
  })
