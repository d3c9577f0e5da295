import assert from 'node:assert/strict'
import { test } from 'node:test'
import { splitName } from './split-name.ts'

const actavis = 'Actavis Pharma, Inc'
const names: [name: string, manufacturer: string, pack: [number | null, string], title: string, pack: string][] = [
  [
    'Lisinopril 10 mg Tablet, 100 ct bottle (Actavis)',
    actavis,
    [100, 'EA'],
    'Lisinopril 10 mg Tablet',
    '100 ct bottle',
  ],
  ['Lisinopril 40 mg Tablet, 100 ct bottle', actavis, [100, 'EA'], 'Lisinopril 40 mg Tablet', '100 ct bottle'],
  ['Pulmicort, 30 × 2 mL vials', 'AstraZeneca', [60, 'mL'], 'Pulmicort', '30 × 2 mL vials'],
  [
    'Gauze, 1,200 ct case (Sun Ind, Mumbai)',
    'Sun Pharmaceutical Ind Ltd, Mumbai',
    [1200, 'EA'],
    'Gauze',
    '1,200 ct case',
  ],
  ['Clotrimazole 1% Cream, 42.5 g tube', 'Teva', [42.5, 'g'], 'Clotrimazole 1% Cream', '42.5 g tube'],
  // A pack or manufacturer that differs from the product's stays.
  ['Lisinopril 10 mg Tablet, 90 ct bottle', actavis, [100, 'EA'], 'Lisinopril 10 mg Tablet, 90 ct bottle', ''],
  ['Ondansetron, 50 mL bottle', 'Hikma', [50, 'EA'], 'Ondansetron, 50 mL bottle', ''],
  ['Hiberix, 0.5 mL vial', 'GlaxoSmithKline LLC', [null, ''], 'Hiberix, 0.5 mL vial', ''],
  ['Zinc 50 mg, 100 ct bottle (Eon)', actavis, [100, 'EA'], 'Zinc 50 mg, 100 ct bottle (Eon)', ''],
  ['Zinc 50 mg (Pharma)', actavis, [100, 'EA'], 'Zinc 50 mg (Pharma)', ''],
  ['Zinc 50 mg (as sulfate)', 'Sulfate Inc', [100, 'EA'], 'Zinc 50 mg (as sulfate)', ''],
  ['Needle 25 g', 'BD', [25, 'g'], 'Needle 25 g', ''],
  ['Leucovorin 200 mg Injection, 1 vial', 'Hikma', [1, 'EA'], 'Leucovorin 200 mg Injection, 1 vial', ''],
]

for (const [name, manufacturer, [packQuantity, packUnit], title, pack] of names)
  test(`a row of “${name}” shows the name “${title}”`, () => {
    const split = splitName({ name, manufacturer, packQuantity, packUnit })
    assert.deepEqual([split.title, split.pack, split.title + split.rest], [title, pack, name])
  })
