import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoProducts } from '../../../demo/products.ts'
import { searchIndex } from './find-products.ts'
import { unfiltered } from './match-filters.ts'
import { indexedDemo, indexedProduct, indexOf } from './testing-index.ts'

const products = [
  ...indexedDemo(demoProducts()),
  ...(
    [
      ['Ventolin', 'Albuterol Sulfate', 'Ventolin Aerosol, Metered', 'Inhaler'],
      ['Humalog', 'Insulin Lispro', 'Humalog 75 units/mL / 25 units/mL Pen, 3 mL', 'Injection'],

      [
        'Lisinopril and Hydrochlorothiazide',
        'Lisinopril and Hydrochlorothiazide',
        'Zestoretic 20/12.5 mg Tablet',
        'Tablet',
      ],
      ['NovoLog Mix 70/30', 'Insulin Aspart', 'NovoLog Mix 70/30 70 units/mL / 30 units/mL Pen', 'Injection'],
      ['Mepivacaine', 'Mepivacaine Hydrochloride', 'Mepivacaine 30 mg/mL Cartridge', 'Injection'],
    ] as const
  ).map(([brand, genericName, name, form]) => indexedProduct({ id: name, brand, genericName, name, form })),
]
const index = indexOf(products)
const byId = new Map(products.map((product) => [product.id, product]))
const ask = (text: string) => {
  const { remarks, count, part } = searchIndex(index, { text, filters: unfiltered(false), order: 'newest' })
  const all = part(0, 12).flatMap((id) => byId.get(id)?.name ?? [])
  return { remarks, count, all, first: all[0] ?? '' }
}

/** Queries with the expected first hit, with nothing lacking. */
const cases: [typed: string, first: RegExp][] = [
  // Other units, strengths in a volume, and liquids by the teaspoon.
  ['magnesium sulfate 2g/50ml', /^Magnesium Sulfate 40 mg\/mL Injection, \d+ x 50 mL/],
  ['cefdinir susp 250/5', /^Cefdinir 50 mg\/mL Oral Suspension/],
  ['levalbuterol 1.25 mg/3ml', /^Levalbuterol 0\.417 mg\/mL/],
  ['timolol 5 mg/ml', /^Timolol Maleate 0\.5%/],
  ['heparin 5000 units/ml', /^Heparin Sodium 5000 units\/mL/],
  // Insulins by their units, and mixed insulins.
  ['tresiba u-200', /^Tresiba 200 units\/mL/],
  ['tresiba u200', /^Tresiba 200 units\/mL/],
  ['humalog mix 75/25', /^Humalog 75(?: units\/mL \/ 25|\/25) units/],
  ['humalog mix75/25', /^Humalog 75(?: units\/mL \/ 25|\/25) units/],
  ['insulin aspart flexpen', /^NovoLog 100 units\/mL Pen/],
  // Devices are treated as forms.
  ['ventolin hfa', /^Ventolin/],
  ['albuterol inhaler', /^Ventolin/],
  ['mounjaro 5mg pen', /^Mounjaro 5 mg/],
  // Abbreviations between dashes and within names.
  ['lisinopril-hctz 20-12.5', /20\/12\.5 mg Tablet/],
  ['potassium cl er 10meq tabs', /^Potassium Chloride 10 mEq ER/],
  ['isosorbide mono', /^Isosorbide Mononitrate/],
  ['pcn vk 500', /^Penicillin V Potassium 500 mg/],
  // The sales category is dropped unless it is part of the name.
  ['loratadine 10 otc', /^Loratadine 10 mg/],
  ['rx loratadine 10', /^Loratadine 10 mg/],
]
for (const [typed, wanted] of cases)
  test(`${typed}: ${String(wanted)}`, () => {
    const { first, remarks } = ask(typed)
    assert.match(first, wanted)
    assert.deepEqual([remarks.lacking, remarks.notCarried], ['', ''])
  })

test('a drug name alone ranks the plain tablet before extended-release and dissolving ones', () => {
  for (const name of ['metformin', 'oxycodone', 'metoprolol', 'carbidopa-levodopa 25-100', 'alprazolam .5 mg'])
    assert.match(ask(name).first, /(?<!ER )(?:Tablet|Capsule)/, name)
  assert.match(ask('nifedipine').first, /Capsule|Softgel/)
  assert.match(ask('nifedipine er').first, /ER Tablet/)
  assert.doesNotMatch(ask('topamax 25').first, /XR|ER/)
  assert.match(ask('metoprolol succinate').first, /ER Tablet/)
})

test('a brand carried only in another form is not carried in this one; its generic is shown', () => {
  const { all, remarks } = ask('crestor 20')
  for (const name of all) assert.match(name, /^Rosuvastatin Calcium 20 mg/)
  assert.deepEqual([remarks.notCarried, remarks.sameGeneric], ['crestor 20', 'rosuvastatin calcium'])
  const other = ask('ozempic 1mg')
  assert.match(other.first, /^Ozempic/)
  assert.equal(other.remarks.lacking, '1 mg')
})

test('a mixed insulin matches only itself', () => {
  for (const name of ask('novolog 70/30').all) assert.match(name, /^NovoLog Mix/)
  for (const name of ask('humulin 70/30').all) assert.match(name, /^Humulin 70\/30/)
  for (const name of ask('insulin regular').all) assert.match(name, /^Humulin \d00 units/)
  for (const text of ['regular', 'novolin regular', 'human insulin regular'])
    for (const name of ask(text).all) assert.doesNotMatch(name, /70\/30/, text)
  // The typed text itself is not offered.
  const regular = ask('regular').remarks
  assert.deepEqual([regular.notCarried, regular.offers], ['regular', []])
  const { count, remarks } = ask('humalog 50/50')
  assert.deepEqual([count, remarks.notCarried], [0, 'humalog 50-50'])
})

test('a line flush does not match a drug to be given, and a tablet matches only its salt', () => {
  assert.deepEqual(
    [ask('heparin lock flush').count, ask('heparin lock flush').remarks.notCarried],
    [0, 'heparin lock flush'],
  )
  for (const name of ask('metoprolol tartrate').all) assert.doesNotMatch(name, /Succinate/)
})

test('a mixture does not match one of its parts, nor a drug class one of its drugs', () => {
  assert.equal(ask('mepivacaine hydrochloride and levonordefrin').count, 0)
  assert.equal(ask('antihistamine').count, 0)
  assert.equal(ask('first aid spray').count, 0)
})

test('a strength that no label has is reported as typed', () =>
  assert.equal(ask('labetalol 7mg/ml').remarks.lacking, '7 mg/ml'))

test('correctly spelled words that no product has together are not carried', () =>
  assert.equal(ask('hep b vaccine').remarks.notCarried, 'hep b vaccine'))
