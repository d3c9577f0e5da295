import assert from 'node:assert/strict'
import { test } from 'node:test'
import { perPackage } from './unit-words.ts'

const told: [unit: string, packQuantity: number | null, packUnit: string, words: string][] = [
  ['BTL', 100, 'EA', 'per bottle of 100'],
  ['CTN', 2, 'mL', 'per carton of 2 mL'],
  ['Bottle', 1_000, 'EA', 'per bottle of 1,000'],
  ['BTL', null, '', 'per bottle'],
  ['VIAL', 1, 'mL', 'per vial of 1 mL'],
  ['EA', 1, 'EA', 'each'],
  ['EA', null, '', 'each'],
  ['EA', 30, 'EA', 'per unit of 30'],
  ['XBO', 30, 'EA', 'per bottle of 30'],
  ['C62', null, '', 'per piece'],
  // Ambiguous or unknown units stay as the ERP writes them.
  ['CT', 30, 'EA', 'per CT of 30'],
  ['ZZ9', null, '', 'per ZZ9'],
  ['Karton', 12, 'EA', 'per Karton of 12'],
  ['Box of 50', 50, 'EA', 'per Box of 50'],
  ['', 100, 'mL', 'per package of 100 mL'],
  ['', null, '', ''],
]

for (const [unitOfMeasure, packQuantity, packUnit, words] of told)
  test(`a price of ${unitOfMeasure || 'no unit'}, ${packQuantity ?? '?'} ${packUnit} is “${words}”`, () =>
    assert.equal(perPackage({ unitOfMeasure, packQuantity, packUnit }), words))
