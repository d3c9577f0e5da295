import assert from 'node:assert/strict'
import { test } from 'node:test'
import { searchIndex } from './find-products.ts'
import { setRestrictions } from '../index/index-products.ts'
import { type Filters, unfiltered } from './match-filters.ts'
import { indexedProduct, indexOf } from './testing-index.ts'

/** Both products of each dangerous pair, and other possible meanings of a number. */
const products = (
  [
    ['Epinephrine 0.1 mg/mL Prefilled Syringe, 10 x 10 mL', 'Epinephrine'],
    ['Adrenalin 1 mg/mL Injection, 25 x 1 mL', 'Epinephrine'],
    ['Heparin Sodium 100 units/mL Injection, 25 x 5 mL', 'Heparin Sodium'],
    ['Heparin Sodium 1,000 units/mL Injection, 25 x 1 mL', 'Heparin Sodium'],
    ['Heparin Sodium 5,000 units/mL Injection, 25 x 1 mL', 'Heparin Sodium'],
    ['Heparin Sodium 10,000 units/mL Injection, 25 x 1 mL', 'Heparin Sodium'],
    ['Potassium Chloride 20 mEq ER Tablet, 100 ct', 'Potassium Chloride'],
    ['Potassium Chloride 1500 mg ER Tablet, 90 ct', 'Potassium Chloride'],
    ['Potassium Chloride 2 mEq/mL Injection, 25 x 10 mL', 'Potassium Chloride'],
    ['Potassium Chloride 20 mEq/100 mL Injection, 24 x 100 mL', 'Potassium Chloride'],
    ['Humulin R 100 units/mL Injection, 10 mL vial', 'Insulin Human'],
    ['Humulin R 500 units/mL Injection, 20 mL vial', 'Insulin Human'],
    ['Morphine Sulfate 1 mg/mL Injection, 10 x 30 mL', 'Morphine Sulfate'],
    ['Morphine Sulfate 10 mg/mL Injection, 25 x 1 mL', 'Morphine Sulfate'],
    ['Morphine Sulfate 20 mg/mL Oral Solution, 120 mL', 'Morphine Sulfate'],
    ['Morphine Sulfate 15 mg ER Tablet, 100 ct', 'Morphine Sulfate'],
    ['Lidocaine Hydrochloride 4% Topical Solution, 50 mL', 'Lidocaine Hydrochloride'],
    ['Lidocaine Hydrochloride 10 mg/mL Injection, 25 x 20 mL', 'Lidocaine Hydrochloride'],
    ['Digoxin 0.125 mg Tablet, 100 ct', 'Digoxin'],
    ['Levothyroxine Sodium 25 mcg Tablet, 90 ct', 'Levothyroxine Sodium'],
    ['Levothyroxine Sodium 50 mcg Tablet, 90 ct', 'Levothyroxine Sodium'],
    ['Risperidone 0.5 mg Tablet, 60 ct', 'Risperidone'],
    ['Risperidone 1 mg Tablet, 60 ct', 'Risperidone'],
    ['Ketorolac Tromethamine 10 mg Tablet, 100 ct', 'Ketorolac Tromethamine'],
    ['Ketorolac Tromethamine 30 mg/mL Injection, 25 x 1 mL', 'Ketorolac Tromethamine'],
    ['Piperacillin and Tazobactam 2000/250 mg Powder for Injection', 'Piperacillin and Tazobactam'],
    ['Piperacillin and Tazobactam 3000/375 mg Powder for Injection', 'Piperacillin and Tazobactam'],
    ['Amoxicillin and Clavulanate Potassium 875/125 mg Tablet, 20 ct', 'Amoxicillin and Clavulanate Potassium'],
    ['Amoxicillin 500 mg Capsule, 100 ct', 'Amoxicillin'],
    ['Acetaminophen 325 mg Tablet, 100 ct', 'Acetaminophen'],
    ['Acetaminophen 500 mg Tablet, 100 ct', 'Acetaminophen'],
  ] as const
).map(([name, genericName]) =>
  indexedProduct({
    id: name,
    name,
    brand: name.replace(/ \d.*/, ''),
    genericName,
    form: name.includes('Tablet')
      ? 'Tablet'
      : name.includes('Capsule')
        ? 'Capsule'
        : /Injection|Syringe/.test(name)
          ? 'Injection'
          : 'Liquid',
    ndcNumber: name.startsWith('Digoxin') ? '00143-1240-01' : '',
    ndcKey: name.startsWith('Digoxin') ? '00143124001' : '',
  }),
)
const index = indexOf(products)
const ask = (text: string, isTyping = false) => {
  const { remarks, part, noteOf } = searchIndex(index, { text, filters: unfiltered(false), order: 'newest', isTyping })
  return { remarks, found: part(0, 12), noteOf }
}

/** Only products with the strength are shown, without a warning. */
const carried: [typed: string, found: RegExp][] = [
  ['epinephrine 1:10,000', /^Epinephrine 0\.1 mg\/mL/],
  ['epinephrine 1:1000', /^Adrenalin 1 mg\/mL/],
  ['epinephrine 1 mg/ml', /^Adrenalin 1 mg\/mL/],
  ['heparin 5000 units/ml', /^Heparin Sodium 5,000/],
  ['heparin 10,000 units/mL', /^Heparin Sodium 10,000/],
  ['potassium chloride 20 mEq tablet', /^Potassium Chloride (?:20 mEq|1500 mg) ER Tablet/],
  ['potassium chloride 20meq/100ml', /^Potassium Chloride 20 mEq\/100 mL/],
  ['potassium chloride 2 meq/ml', /^Potassium Chloride 2 mEq\/mL/],
  ['humulin r u-500', /^Humulin R 500/],
  ['humulin r u100', /^Humulin R 100/],
  ['morphine 1 mg/ml', /^Morphine Sulfate 1 mg\/mL/],
  ['morphine 10 mg/mL', /^Morphine Sulfate 10 mg\/mL/],
  ['morphine 20mg/ml', /^Morphine Sulfate 20 mg\/mL Oral/],
  ['lidocaine 1%', /^Lidocaine Hydrochloride 10 mg\/mL/],
  ['lidocaine 1% 20 ml', /^Lidocaine Hydrochloride 10 mg\/mL/],
  ['levothyroxine 0.05', /50 mcg/],
  ['digoxin .125', /^Digoxin/],
  ['digoxin 125 mcg', /^Digoxin/],
  ['zosyn 3.375', /3000\/375/],
  ['zosyn 2.25 g', /2000\/250/],
  ['augmentin 875', /875\/125/],
  ['risperidone 1.0 mg', /^Risperidone 1 mg/],
  ['ketorolac 30 mg/ml', /^Ketorolac Tromethamine 30 mg\/mL/],
  ['tylenol extra strength', /^Acetaminophen 500 mg/],
]
for (const [typed, wanted] of carried)
  test(`${typed} finds only ${String(wanted)}`, () => {
    const { found, remarks } = ask(typed)
    assert.notEqual(found.length, 0)
    for (const name of found) assert.match(name, wanted)
    assert.equal(remarks.warning, '')
  })

/** Products with other strengths come with a warning; tenfold differences have a note and rank last. */
const others: [typed: string, note?: RegExp][] = [
  ['epinephrine 1:100000', /^10 times stronger than 1:100,000$|^100 times stronger/],
  ['heparin 50 units/ml', /^(?:100|10) times stronger/],
  ['heparin 1 unit/ml'],
  ['morphine 100 mg/ml', /^(?:10|100) times weaker/],
  ['humulin r u-200', /^(?:2\.5 times stronger|2 times weaker)/],
  ['digoxin 125 mg', /^1,000 times weaker than 125 mg$/],
  ['risperidone 5', /^10 times weaker/],
  ['amoxicillin 1000 mg'],
  ['levothyroxine 0.5', /^10 times/],
  ['lidocaine 2%'],
  ['heparin 5 mg/ml'],
  ['potassium chloride 7 mmol tablet'],
]
for (const [typed, note] of others)
  for (const isTyping of [false, true])
    test(`${typed}${isTyping ? ' while typing' : ''} shows other strengths with a warning`, () => {
      const { found, remarks, noteOf } = ask(typed, isTyping)
      assert.notEqual(found.length, 0)
      assert.match(remarks.warning, /^Not carried: /)
      const notes = found.map(noteOf)
      if (note)
        assert.ok(
          notes.some((one) => note.test(one)),
          notes.join('; '),
        )
      const twin = notes.findIndex((one) => /^10+0? times/.test(one))
      if (twin >= 0 && !typed.startsWith('humulin'))
        assert.ok(
          notes.slice(twin).every((one) => one !== ''),
          notes.join('; '),
        )
    })

test('an insulin without a strength means U-100, and concentrated ones follow with a note', () => {
  const { found, noteOf } = ask('humulin r')
  assert.deepEqual(found.map(noteOf), ['', 'Concentrated: 5 times stronger than U-100'])
})

test('warnings consider what the buyer may see, and filters', () => {
  const told = (own: ReturnType<typeof indexOf>, filters: Filters) => {
    const text = 'epinephrine 1:10,000'
    const { remarks, part, noteOf } = searchIndex(own, { text, filters, order: 'newest' })
    return [part(0, 12).map((id) => [id, noteOf(id)]), remarks.warning]
  }
  const [syringe = '', vial = ''] = products.map(({ id }) => id)
  const shown = [[vial, '10 times stronger than 1:10,000']]
  const slipped = 'Showing other strengths. Careful: some are 10 times stronger.'
  const kept = indexOf(products)
  setRestrictions(kept, { numbers: new Map([['kept', 1]]), products: new Map([[syringe, 1]]), categories: new Map() })
  const nobody = unfiltered(false, { stamp: 'nobody', ids: new Set() })
  assert.deepEqual(told(kept, nobody), [shown, `Not carried: epinephrine 1:10,000. ${slipped}`])
  const filters = { ...unfiltered(false), among: new Set([vial]) }
  assert.deepEqual(told(index, filters), [shown, `Not found with these filters: epinephrine 1:10,000. ${slipped}`])
})

for (const [typed, offers] of [
  ['oxy 5', ['oxycodone 5', 'oxybutynin 5']],
  ['mom', ['milk of magnesia', 'mometasone']],
  ['MTX 2.5', ['methotrexate 2.5', 'mitoxantrone 2.5']],
  ['ms 10 mg/ml', ['morphine sulfate 10 mg/ml', 'magnesium sulfate 10 mg/ml']],
  ['HCT 25', ['hydrochlorothiazide 25', 'hydrocortisone 25']],
] as const)
  test(`${typed} is ambiguous: nothing is shown, and all meanings are offered`, () => {
    const { found, remarks } = ask(typed)
    assert.deepEqual(found, [])
    for (const offer of offers) assert.ok(remarks.offers.includes(offer), remarks.offers.join(', '))
  })

test('an invoice line matches its code, with a warning if its words name another drug', () => {
  const digoxin = 'Digoxin 0.125 mg Tablet, 100 ct'
  const told = (text: string) => {
    const { found, remarks } = ask(text)
    return [found, remarks.warning]
  }
  assert.deepEqual(told('00143-1240-01 Digoxin 0.125'), [[digoxin], ''])
  assert.deepEqual(told('NDC 0143-1240-01 DIGOXIN TAB'), [[digoxin], ''])
  assert.deepEqual(told('00143-1240-01 Risperidone'), [
    [digoxin],
    'NDC 00143-1240-01 is a different product from “Risperidone”.',
  ])
  const [found, warning] = told('00143-9999-99 Digoxin')
  assert.deepEqual(found, [digoxin])
  assert.match(String(warning), /^Not carried: NDC 00143-9999-99/)
  // The strength on the line is compared as well.
  assert.match(String(told('00143-1240-01 Digoxin 0.25 mg')[1]), /^Not carried: digoxin 0\.25 mg/)
})

test('typographic quotes and trademark signs are not letters', () => {
  for (const typed of ['“digoxin”', 'digoxin®', '‘digoxin’', '«digoxin»'])
    assert.notEqual(ask(typed).found.length, 0, typed)
})

test('look-alikes are never swapped', () => {
  for (const typed of ['hydralzine', 'hydroxizine', 'vinblastin', 'predisone', 'ephedrin', 'tramadal', 'epinefrine']) {
    const { remarks, found } = ask(typed)
    const alone = remarks.meant === '' || remarks.meant.startsWith(typed.slice(0, 4))
    assert.ok(alone || found.length === 0, `${typed}: ${remarks.meant}`)
  }
})

test('results for one drug sort by form, strength and price', () => {
  const own = (
    [
      ['Zotalol 120 mg Tablet, dear', 'Tablet', 30],
      ['Zotalol 5 mg/mL Injection', 'Injection', 5],
      ['Zotalol 80 mg Tablet', 'Tablet', 50],
      ['Zotalol 120 mg Tablet, cheap', 'Tablet', 20],
      ['Zotalol 80 mg Capsule', 'Capsule', 1],
    ] as const
  ).map(([name, form, price], at) =>
    indexedProduct({ id: name, name, brand: 'Sotalol', genericName: 'Sotalol', form, price, createdAt: at }),
  )
  const { part } = searchIndex(indexOf(own), { text: 'sotalol', filters: unfiltered(false), order: 'newest' })
  assert.deepEqual(part(0, 12), [
    'Zotalol 80 mg Capsule',
    'Zotalol 80 mg Tablet',
    'Zotalol 120 mg Tablet, cheap',
    'Zotalol 120 mg Tablet, dear',
    'Zotalol 5 mg/mL Injection',
  ])
})

const digoxin = ['Digoxin Tablet', 'Digoxin 0.5 mg Tablet', 'Digoxin 1,000 mcg Tablet', 'Digoxin 250 mcg Tablet']
const inOrder = ['Digoxin 250 mcg Tablet', 'Digoxin 0.5 mg Tablet', 'Digoxin 1,000 mcg Tablet', 'Digoxin Tablet']
const mixture = 'Digoxin and Sotalol 0.125/80 mg Tablet'
const typedParts: [typed: string, products: string[], shown: string[]][] = [
  ['digoxin', digoxin, inOrder],
  ['digox', digoxin, inOrder],
  ['dig', digoxin, inOrder],
  ['tablet digo', digoxin, inOrder],
  ['digoxi', [mixture, ...digoxin], [...inOrder, mixture]],
  // The letters of two drugs: the most bought first.
  [
    'dig',
    ['Digoxin 250 mcg Tablet', 'Digitoxin 100 mcg Tablet'],
    ['Digitoxin 100 mcg Tablet', 'Digoxin 250 mcg Tablet'],
  ],
]

for (const [text, names, shown] of typedParts)
  test(`“${text}” while typing lists ${shown.join(', ')}`, () => {
    const own = names.map((name, at) =>
      indexedProduct({
        id: name,
        name,
        genericName: name === mixture ? 'Digoxin and Sotalol' : (name.split(' ')[0] ?? ''),
        form: 'Tablet',
        createdAt: at,
        timesBought: at,
      }),
    )
    const { part } = searchIndex(indexOf(own), { text, filters: unfiltered(false), order: 'newest', isTyping: true })
    assert.deepEqual(part(0, 12), shown)
  })
