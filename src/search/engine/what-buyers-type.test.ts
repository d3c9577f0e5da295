import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoProducts } from '../../../demo/products.ts'
import { findProducts } from './find-products.ts'
import { unfiltered } from './match-filters.ts'
import { indexedDemo } from './testing-index.ts'
import { indexOf } from './testing-names.ts'

/** What stands where the catalogue does not have what was asked for. */
const notCarried = 'not carried'

/** Of the first hit, its name with the generic name and the maker behind it. */
const cases: [typed: string, first: RegExp | typeof notCarried][] = [
  // Names, and names with a strength.
  ['lisinopril', /^Lisinopril /],
  ['lisinopirl', /^Lisinopril /],
  ['albuteral', /^Albuterol/],
  ['apixaban', /^Eliquis/],
  ['eliquis 5', /^Eliquis 5 mg/],
  ['metformin er 500', /^Metformin .*500 mg ER/],
  ['hctz 25', /^Hydrochlorothiazide 25 mg/],
  ['digoxin 125 mcg', /^Digoxin 0\.125 mg/],
  ['carafate 1g', /^Carafate 1000 mg/],
  ['januvia 100mg', /^Januvia 100 mg/],
  ['cialis 5', /^Cialis 5 mg/],
  ['dextrose 5%', /^Dextrose 50 mg\/mL/],
  ['calcium gluconate 10%', /^Calcium Gluconate 100 mg\/mL/],
  ['hydrocodone/apap 10-325', /^Hydrocodone .*325\/10 mg/],
  ['oxycodone apap 5-325', /325\/5 mg.*Oxycodone/],
  ['percocet 5/325', /^Percocet 325\/5 mg/],
  ['tramadol 37.5/325', /^Tramadol .*325\/37\.5/],
  ['amox clav', /^Amoxicillin and Clavulanate/],
  ['potassium chloride 10 meq er', /^Potassium Chloride 10 mEq ER/],
  ['KCl 20 meq', /^Potassium Chloride 20 mEq/],
  ['epinephrine', /Epinephrine/],
  ['insulin glargine pen', /Pen.*Insulin Glargine/],
  ['kenalog 40', /^Kenalog-40/],
  ['solu-medrol', /^Solu-Medrol/],
  ['humalog 100 u/ml', /^Humalog 100 units\/mL/],
  ['keflex 500', /^Cephalexin 500 mg/],
  ['valium 10', /^Diazepam 10 mg/],
  // Brands whose generic alone is carried.
  ['zocor', /^Simvastatin/],
  ['lasix', /^Furosemide/],
  ['klonopin', /^Clonazepam/],
  ['narcan', /^Naloxone/],
  ['ventolin', /^Albuterol/],
  ['zofran odt', /^Ondansetron .*ODT/],
  ['vicodin', /^Hydrocodone Bitartrate and Acetaminophen/],
  ['cymbalta', /^Duloxetine/],
  ['ativan', /^Lorazepam/],
  ['mobic', /^Meloxicam/],
  ['singulair', /^Montelukast/],
  ['pepcid', /^Famotidine/],
  ['dilaudid', /^Hydromorphone/],
  ['z-pak', /Azithromycin/],
  // Forms, in the plural and short.
  ['metformin tabs', /^Metformin .*Tablet/],
  ['metformin tablets', /^Metformin .*Tablet/],
  ['omeprazole capsules', /^Omeprazole .*Capsule/],
  ['ondansetron tablets', /^Ondansetron .*Tablet|ODT/],
  ['fentanyl patches', /^Fentanyl .*Patch/],
  ['insulin pens', /Pen.*Insulin/],
  ['midazolam vials', /^Midazolam .*vial/],
  ['latanoprost eye drops', /^Latanoprost .*Ophthalmic/],
  ['clobetasol oint', /^Clobetasol .*Ointment/],
  ['suboxone film', /^Suboxone .*Film/],
  ['ondansetron 4mg odt 30', /^Ondansetron 4 mg ODT, 30 ct/],
  ['ondansetron 30s', /^Ondansetron .*30 ct/],
  ['lisinopril 100 ct', /^Lisinopril .*100 ct/],
  ['alcohol swabs', /Alcohol.*Pad/],
  ['nexium iv', /^Nexium .*Injection/],
  // Fluids and what hospitals call them.
  ['sodium chloride 1 L', /^Sodium Chloride 0\.9%.*1000 mL/],
  ['lactated ringers 1 l', /^Lactated Ringers .*1000 mL/],
  ['normal saline', /^Sodium Chloride 0\.9%/],
  ['NS 250', /^Sodium Chloride 0\.9%.*250 mL/],
  ['LR', /^Lactated Ringers/],
  ['D5W', /^Dextrose 50 mg\/mL/],
  ['mgso4', /^Magnesium Sulfate/],
  ['mvi', notCarried],
  // Makers.
  ['teva', /Teva/],
  ['teva tablets', /Tablet.*Teva/],
  ['fresenius kabi dexamethasone', /^Dexamethasone .*Fresenius/],
  ['pfizer', /Pfizer/],
  // Categories and schedules.
  ['vaccine', /Vaccine|Infanrix/],
  ['oncology', /Injection|Syringe|Tablet|Capsule/],
  ['antibiotic', /cin|cycline|penem|cef/i],
  ['CII', /codone|phenidate|morph|fentanyl|amphet/i],
  ['schedule IV', /zolam|azepam|tramadol|zolpidem/i],
  // Numbers on a box.
  ['00186-0777-60', /^Brilinta 90 mg Tablet, 60 ct/],
  ['00186077760', /^Brilinta 90 mg Tablet, 60 ct/],
  ['0186-0777-60', /^Brilinta 90 mg Tablet, 60 ct/],
  ['NDC 00186 0777 60', /^Brilinta 90 mg Tablet, 60 ct/],
  ['186077760', /^Brilinta 90 mg Tablet, 60 ct/],
  ['186-777-60', /^Brilinta 90 mg Tablet, 60 ct/],
  ['301860777607', /^Brilinta 90 mg Tablet, 60 ct/],
  ['00301860777607', /^Brilinta 90 mg Tablet, 60 ct/],
  ['(01)00301860777607(17)271231(10)ABC', /^Brilinta 90 mg Tablet, 60 ct/],
  ['00186-0777', /^Brilinta 90 mg/],
  ['5199137906', /^Everolimus 0\.25 mg/],
  ['351991379065', /^Everolimus 0\.25 mg/],
  // Not carried, and no guess.
  ['clarithromycin', notCarried],
  ['hydralazine', notCarried],
  ['lamotrigine', notCarried],
  ['vecuronium', notCarried],
  ['clonidine', notCarried],
  ['apomorphine', notCarried],
  ['oxygen', notCarried],
  ['semaglutide', notCarried],
  ['adalimumab', notCarried],
  ['rabeprazole', notCarried],
  ['cefazolin', notCarried],
  ['heparin', notCarried],
  ['plavix', notCarried],
  ['viagra', notCarried],
  ['flu vaccine', notCarried],
]

const products = indexedDemo(demoProducts())
const index = indexOf(products)
const byId = new Map(products.map((product) => [product.id, product]))
const ask = (text: string) => {
  const { remarks, count, part } = findProducts(index, { text, filters: unfiltered(false), order: 'newest' })
  const all = part(0, 12).flatMap((id) => byId.get(id) ?? [])
  return {
    remarks,
    count,
    all,
    first: all.map((one) => `${one.name}, ${one.genericName}, ${one.manufacturer}`)[0] ?? '',
  }
}

test('a hundred questions are asked', () => assert.ok(cases.length >= 100, String(cases.length)))

for (const [typed, wanted] of cases)
  test(`${typed}: ${String(wanted)}`, () => {
    const { first, count, remarks } = ask(typed)
    if (wanted instanceof RegExp) assert.match(first, wanted)
    else assert.deepEqual([count, remarks.notCarried !== ''], [0, true])
  })

const lacking: [typed: string, drug: RegExp][] = [
  ['tramadol 50', /^Tramadol/],
  ['prednisone 10 mg', /^Prednisone/],
  ['hydrocortisone oint', /Hydrocortisone/],
  ['xanax 0.5', /Alprazolam/],
  ['lisinopril 30s', /^Lisinopril/],
]
for (const [typed, drug] of lacking)
  test(`${typed} shows what there is, and says so`, () => {
    const { first, remarks } = ask(typed)
    assert.match(first, drug)
    assert.notEqual(remarks.lacking, '')
  })

test('of a schedule only that one is found', () =>
  assert.deepEqual(new Set(ask('CII').all.map(({ schedule }) => schedule)), new Set(['CII'])))

test('digits that several products begin with are a choice', () => assert.ok(ask('00186').count > 1))
