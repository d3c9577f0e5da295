import assert from 'node:assert/strict'
import { test } from 'node:test'
import { searchIndex } from './find-products.ts'
import { unfiltered } from './match-filters.ts'
import { indexedProduct, indexOf } from './testing-index.ts'

/** Named as in RxNorm. */
const products = (
  [
    ['NovoLog 100 UNT/ML Pen Injector', 'NovoLog', 'Insulin Aspart, Human'],
    ['NovoLog 100 UNT/ML Cartridge', 'NovoLog', 'Insulin Aspart, Human'],
    ['NovoLog 100 UNT/ML Injectable Solution', 'NovoLog', 'Insulin Aspart, Human'],
    ['Novolin R 100 UNT/ML Pen Injector', 'Novolin R', 'Insulin, Regular, Human'],
    ['Humulin 70 UNT/ML / 30 UNT/ML Pen Injector', 'Humulin', 'Human Insulin'],
    ['Advair 0.1 MG/ACTUAT / 0.05 MG/ACTUAT Powder', 'Advair', 'Fluticasone Propionate and Salmeterol'],
    ['Advair 0.25 MG/ACTUAT / 0.05 MG/ACTUAT Powder', 'Advair', 'Fluticasone Propionate and Salmeterol'],
    ['Fentanyl 0.025 MG/HR Transdermal System', 'Fentanyl', 'Fentanyl'],
    ['Fentanyl 0.05 MG/HR Transdermal System', 'Fentanyl', 'Fentanyl'],
    ['Lidocaine Hydrochloride 10 MG/ML Injection', 'Lidocaine Hydrochloride', 'Lidocaine Hydrochloride'],
    ['Lidocaine 0.01 MG/ML / 10 MG/ML Cartridge', 'Lidocaine', 'Lidocaine Hydrochloride and Epinephrine Bitartrate'],
    ['Lidocaine 0.02 MG/ML / 20 MG/ML Cartridge', 'Lidocaine', 'Lidocaine Hydrochloride and Epinephrine Bitartrate'],
  ] as const
).map(([name, brand, genericName]) => indexedProduct({ id: name, name, brand, genericName, form: 'Injection' }))

const index = indexOf(products)
const ask = (text: string) => {
  const { remarks, part } = searchIndex(index, { text, filters: unfiltered(false), order: 'newest' })
  return { lacking: remarks.lacking, found: part(0, 12) }
}

const vial = 'NovoLog 100 UNT/ML Injectable Solution'
const [weak, strong] = ['Lidocaine 0.01 MG/ML / 10 MG/ML Cartridge', 'Lidocaine 0.02 MG/ML / 20 MG/ML Cartridge']

const cases: [typed: string, found: string[], lacking?: string][] = [
  ['novolog vial', [vial]],
  ['novolin r vial', ['Novolin R 100 UNT/ML Pen Injector'], 'vial'],
  ['Human Insulin 30 units/mL / 70 units/mL', ['Humulin 70 UNT/ML / 30 UNT/ML Pen Injector']],
  ['human insulin 70 units/ml 30 units/ml', ['Humulin 70 UNT/ML / 30 UNT/ML Pen Injector']],
  ['insulin regular', ['Novolin R 100 UNT/ML Pen Injector']],
  ['fentanyl 25mcg/hr', ['Fentanyl 0.025 MG/HR Transdermal System']],
  // In micrograms, which labels state in milligrams.
  ['advair 250/50', ['Advair 0.25 MG/ACTUAT / 0.05 MG/ACTUAT Powder']],
  ['lidocaine w/ epi', [weak, strong]],
  ['lidocaine with epinephrine', [weak, strong]],
  ['lidocaine w/ epinephrine 1%', [weak]],
  ['lidocaine w epi 2%', [strong]],
]
for (const [typed, wanted, lacking = ''] of cases)
  test(`${typed}: ${wanted.join(' and ')}`, () => {
    const answer = ask(typed)
    assert.deepEqual([answer.found.toSorted(), answer.lacking], [wanted, lacking])
  })

test('without filters the message does not mention them', () => {
  const { remarks } = searchIndex(index, {
    text: 'human insulin 70 units/mL',
    filters: unfiltered(false),
    order: 'newest',
  })
  assert.match(remarks.warning, /^Not carried: /)
})
