import assert from 'node:assert/strict'
import { test } from 'node:test'
import { comparableForm, dispensingOf, gtinOf, packUnitOf, scheduleOf, unitPriceOf } from './fact-shapes.ts'

const cases: [read: (written: string) => string | null, written: string, meant: string | null][] = [
  [scheduleOf, 'CII', 'CII'],
  [scheduleOf, 'C-IV', 'CIV'],
  [scheduleOf, 'Schedule 3', 'CIII'],
  [scheduleOf, 'c 5', 'CV'],
  [scheduleOf, 'none', ''],
  [scheduleOf, 'CI', null],
  [scheduleOf, '22', null],
  [dispensingOf, 'Rx Only', 'Rx'],
  [dispensingOf, 'over-the-counter', 'OTC'],
  [dispensingOf, 'yes', null],
  [packUnitOf, 'ml', 'mL'],
  [packUnitOf, 'ct', 'EA'],
  [packUnitOf, 'oz', null],
  [gtinOf, '3 00060 27728 3', '300060277283'],
  [gtinOf, '00300060277283', '00300060277283'],
  [gtinOf, '00300060277284', null],
  [gtinOf, '12345', null],
  [comparableForm, 'Tablet, Film Coated', 'tablet'],
  [comparableForm, 'Tablet, Film Coated, Extended Release', 'tablet, extended release'],
  [comparableForm, 'Capsule, Coated Pellets', 'capsule, coated pellets'],
]

for (const [read, written, meant] of cases)
  test(`${read.name}: ${written} is ${String(meant)}`, () => assert.equal(read(written), meant))

test('the price per unit is known if the contents are known', () => {
  assert.equal(unitPriceOf(12, { packQuantity: 100, packUnit: 'EA' }), 0.12)
  assert.equal(unitPriceOf(12, { packQuantity: null, packUnit: 'EA' }), null)
  assert.equal(unitPriceOf(12, { packQuantity: 100, packUnit: '' }), null)
})
