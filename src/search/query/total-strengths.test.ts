import assert from 'node:assert/strict'
import { test } from 'node:test'
import { searchIndex } from './find-products.ts'
import { unfiltered } from './match-filters.ts'
import { indexedProduct, indexOf } from './testing-index.ts'

const ask = (name: string, genericName: string, text: string, pack = '') => {
  const form = /Injection|Syringe/.test(name) ? 'Injection' : 'Liquid'
  const product = indexedProduct({ id: name, name, brand: genericName, genericName, form, pack })
  const { part, noteOf, remarks } = searchIndex(indexOf([product]), {
    text,
    filters: unfiltered(false),
    order: 'newest',
  })
  return [part(0, 2).map(noteOf), remarks.warning]
}

const ketorolac = ['Ketorolac Tromethamine 30 mg/mL Injection, 25 x 2 mL vials', 'Ketorolac Tromethamine'] as const
const ketorolacTotal = '30 mg in each mL, 60 mg in all'
const heparin = ['Heparin Sodium 5,000 units/mL Injection, 10 mL vial', 'Heparin Sodium'] as const
const heparinTotal = '5,000 units in each mL, 50,000 units in all'

/** A per-mL label is not an answer for a buyer who means the whole container, unless both figures are shown. */
const cases: [label: readonly [string, string], typed: string, note: string, pack?: string][] = [
  [ketorolac, 'ketorolac 30 mg', ketorolacTotal],
  [ketorolac, 'ketorolac 30', ketorolacTotal],
  [ketorolac, 'ketorolac 30 mg 2 ml', ketorolacTotal],
  [ketorolac, 'ketorolac 0.03 g', ketorolacTotal],
  [ketorolac, 'ketorolac 60 mg', ''],
  [ketorolac, 'ketorolac 60 mg/2 mL', ''],
  [ketorolac, 'ketorolac 30 mg/mL', ''],
  [['Ketorolac Tromethamine 60 mg/2 mL Injection', 'Ketorolac Tromethamine'], 'ketorolac 30 mg', ketorolacTotal],
  [
    ['Ketorolac Tromethamine 30 mg/mL Injection', 'Ketorolac Tromethamine'],
    'ketorolac 30 mg',
    ketorolacTotal,
    '2 mL vial',
  ],
  [['Ketorolac Tromethamine 30 mg/mL Injection, 25 x 1 mL', 'Ketorolac Tromethamine'], 'ketorolac 30 mg', ''],
  // The volume is unknown.
  [['Ketorolac Tromethamine 30 mg/mL Injection', 'Ketorolac Tromethamine'], 'ketorolac 30 mg', ''],
  [heparin, 'heparin 5000 units', heparinTotal],
  [heparin, 'heparin 5000', heparinTotal],
  [
    ['Fentanyl Citrate 50 mcg/mL Injection, 2 mL', 'Fentanyl Citrate'],
    'fentanyl 50 mcg',
    '50 mcg in each mL, 100 mcg in all',
  ],
  [
    ['Fentanyl Citrate 50 mcg/mL Injection, 2 mL', 'Fentanyl Citrate'],
    'fentanyl 0.05 mg',
    '50 mcg in each mL, 100 mcg in all',
  ],
  [
    ['Potassium Chloride 2 mEq/mL Injection, 10 mL', 'Potassium Chloride'],
    'potassium chloride 2 meq',
    '2 mEq in each mL, 20 mEq in all',
  ],
  // Bottles are measured by dose, and insulins are named by concentration.
  [['Morphine Sulfate 20 mg/mL Oral Solution, 120 mL', 'Morphine Sulfate'], 'morphine 20 mg', ''],
  [['Humulin R 100 units/mL Injection, 10 mL vial', 'Insulin Human'], 'humulin r 100 units', ''],
]
for (const [[name, generic], typed, note, pack] of cases)
  test(`${typed} on ${name}${pack ? ` in a ${pack}` : ''} shows “${note}”`, () =>
    assert.deepEqual(ask(name, generic, typed, pack), [[note], '']))
