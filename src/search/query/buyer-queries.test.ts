import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoProducts } from '../../../demo/products.ts'
import { searchIndex } from './find-products.ts'
import { unfiltered } from './match-filters.ts'
import { indexedDemo, indexOf } from './testing-index.ts'

/** Marks queries whose drug is not in the catalog. */
const notCarried = 'not carried'

/** Name, generic name and manufacturer of the expected first hit. */
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
  ['sucralfate 1g', /^Sucralfate 1000 mg/],
  ['januvia 100mg', /^Januvia 100 mg/],
  ['cialis 5', /^Cialis 5 mg/],
  ['dextrose 5%', /^Dextrose 50 mg\/mL/],
  ['calcium gluconate 10%', /^Calcium Gluconate 100 mg\/mL/],
  ['hydrocodone/apap 10-325', /^Hydrocodone .*10\/325 mg/],
  ['norco 5/325', /^Hydrocodone .*5\/325 mg/],
  ['janumet 50/1000', /^Janumet 50\/1000 mg/],
  ['olmesartan hctz 20/12.5', /^Olmesartan .*20\/12\.5 mg/],
  ['amox clav', /^Amoxicillin and Clavulanate/],
  ['potassium chloride 10 meq er', /^Potassium Chloride 10 mEq ER/],
  ['KCl 20 meq', /^Potassium Chloride 20 mEq/],
  ['epinephrine', /Epinephrine/],
  ['insulin glargine pen', /Pen.*Insulin Glargine/],
  ['kenalog 40', /^Kenalog-40/],
  ['humalog 100 u/ml', /^Humalog 100 units\/mL/],
  ['keflex 500', /^Cephalexin 500 mg/],
  ['mobic 15', /^Mobic 15 mg/],
  // Brands, some carried only as generics.
  ['zocor', /^Simvastatin/],
  ['lasix', /^Furosemide/],
  ['klonopin', /^Klonopin/],
  ['zofran odt', /^Ondansetron .*ODT/],
  ['vicodin', /^Hydrocodone Bitartrate and Acetaminophen/],
  ['cymbalta', /^Cymbalta/],
  ['ativan', /^Ativan/],
  ['plavix', /^Clopidogrel/],
  ['singulair', /^Montelukast/],
  ['pepcid', /^Pepcid/],
  ['dilaudid', /^Hydromorphone/],
  ['z-pak', /Azithromycin/],
  ['zpack', /^Azithromycin/],
  // Common names of discontinued brands.
  ['toradol', /^Ketorolac/],
  ['rocephin 1g', /^Ceftriaxone .*1000 mg/],
  ['motrin 800', /^Ibuprofen 800 mg/],
  ['atarax 25', /^Hydroxyzine Hydrochloride 25 mg/],
  ['estradiol', /^Estradiol /],
  // Plural and abbreviated forms.
  ['metformin tabs', /^Metformin .*Tablet/],
  ['metformin tablets', /^Metformin .*Tablet/],
  ['omeprazole capsules', /^Omeprazole .*Capsule/],
  ['ondansetron tablets', /^Ondansetron .*Tablet|ODT/],
  ['nicotine patches', /^Nicotine .*Patch/],
  ['insulin pens', /Pen.*Insulin/],
  ['midazolam vials', /^Midazolam .*vial/],
  ['latanoprost eye drops', /^Latanoprost .*Ophthalmic/],
  ['clobetasol oint', /^Clobetasol .*Ointment/],
  ['suboxone film', /^Suboxone .*Film/],
  ['ondansetron 4mg odt 30', /^Ondansetron 4 mg ODT, 30 ct/],
  ['ondansetron 30s', /^Ondansetron .*30 ct/],
  ['lisinopril 100 ct', /^Lisinopril .*100 ct/],
  ['alcohol swabs', /Alcohol.*Pad/],
  ['ibuprofen 800', /^Ibuprofen 800 mg/],
  ['xarelto 20', /^Xarelto 20 mg/],
  ['semaglutide', /^(?:Ozempic|Wegovy|Rybelsus)/],
  ['gabapentin 300', /^Gabapentin 300 mg/],
  ['adalimumab', /Adalimumab/],
  // Fluids under their hospital names.
  ['sodium chloride 1 L', /^Sodium Chloride .*1000 mL/],
  ['lactated ringers 1 l', /^Lactated Ringers .*1000 mL/],
  ['normal saline', /^Sodium Chloride 0\.9%/],
  ['NS 100', /^Sodium Chloride 0\.9%.*100 mL/],
  ['LR', /^Lactated Ringers/],
  ['D5W', /^Dextrose 50 mg\/mL/],
  ['mgso4', /^Magnesium Sulfate/],
  ['mvi', /^Multi ?vitamin/],
  // Manufacturers.
  ['teva', /Teva/],
  ['teva tablets', /Tablet.*Teva/],
  ['fresenius kabi cefazolin', /^Cefazolin .*Fresenius/],
  ['pfizer', /Pfizer/],
  // Categories and schedules.
  ['vaccine', /Vaccine|Infanrix/],
  ['oncology', /Injection|Syringe|Tablet|Capsule/],
  ['antibiotic', /cin|cycline|penem|cef|fungal|fine/i],
  ['CII', /codone|phenidate|morph|fentanyl|amphet/i],
  ['schedule IV', /zolam|azepam|tramadol|zolpidem/i],
  // Numbers on packages.
  ['00006-0277-28', /^Januvia 100 mg Tablet, 100 ct/],
  ['00006027728', /^Januvia 100 mg Tablet, 100 ct/],
  ['0006-0277-28', /^Januvia 100 mg Tablet, 100 ct/],
  ['NDC 00006 0277 28', /^Januvia 100 mg Tablet, 100 ct/],
  ['6027728', /^Januvia 100 mg Tablet, 100 ct/],
  ['6-277-28', /^Januvia 100 mg Tablet, 100 ct/],
  ['300060277283', /^Januvia 100 mg Tablet, 100 ct/],
  ['00300060277283', /^Januvia 100 mg Tablet, 100 ct/],
  ['(01)00300060277283(17)271231(10)ABC', /^Januvia 100 mg Tablet, 100 ct/],
  ['00006-0277', /^Januvia 100 mg/],
  ['1671466201', /^Gabapentin 300 mg/],
  ['316714662015', /^Gabapentin 300 mg/],
  // Not carried, and no guess is made.
  ['clarithromycin', notCarried],
  ['pepto', notCarried],
  ['tuberculin ppd', notCarried],
  ['losartan/hctz 100/25', /^Losartan Potassium and Hydrochlorothiazide 100\/25 mg/],
  ['6-aminocaproic acid', notCarried],
  ['vecuronium', notCarried],
  ['apomorphine', notCarried],
  ['oxygen', notCarried],
  ['diazepam', notCarried],
  ['valium 10', notCarried],
  // Sold as inhalers.
  ['ventolin', /^Ventolin .*Aerosol/],
  ['ventolin hfa', /^Ventolin .*Aerosol/],
  ['proair', /^(?:Ventolin|Proventil) .*Aerosol/],
  ['dalteparin', notCarried],
  ['percocet 5/325', /^Oxycodone and Acetaminophen 5\/325 mg/],
  ['oxycodone apap 5-325', /^Oxycodone and Acetaminophen 5\/325 mg/],
  ['flu vaccine', notCarried],
  ['nicotine gum', notCarried],
  ['epirubicin', notCarried],
  ['hydroxyurea', notCarried],
  ['chlorambucil', notCarried],
  ['sulfadiazine', notCarried],
  ['Dextrose Monohydrate / Potassium Chloride', notCarried],
  ['thorazine', notCarried],
  ['cold flu relief', notCarried],
  // An ester is a different product from the plain substance and from other esters.
  ['dexamethasone sodium phosphate', /^Dexamethasone Sodium Phosphate/],
  ['dexamethasone sodium phosphate 4 mg/ml', /^Dexamethasone Sodium Phosphate 4 mg\/mL/],
  ['solu-medrol', /^Solu-Medrol/],
  ['haloperidol decanoate', notCarried],
  ['estradiol valerate', notCarried],
  ['penicillin g benzathine', notCarried],
  ['penicillin g potassium', notCarried],
  ['hydrocortisone sodium succinate', /^Solu-Cortef/],
  ['prednisolone acetate', /^Pred (?:Mild|Forte)/],
  ['medrol', /^Medrol .*Tablet/],
  ['heparin 5000 units', /^Heparin Sodium 5000 units/],
  ['vancomycin 1 gm', /^Vancomycin .*1000 mg/],
  ['folic acid 1mg', /^Folic Acid 1 mg/],
  ['levothyroxine 88', /^Levothyroxine .*88 mcg/],
  ['wellbutrin xl 150', /^Wellbutrin 150 mg ER/],
  ['augmentin 875', /^Amoxicillin and Clavulanate .*875/],
  ['nitrofurantoin macro', /^Nitrofurantoin Macrocrystals/],
  ['b12 injection', /^Vitamin B12 .*Injection/],
  ['propofol 20 ml', /^Propofol .*20 mL/],
  // Products with as many substances as strengths typed rank before products with one more.
  ['200/25 emtricitabine', /^Descovy/],
  ['multi vitamin with fluoride', /^Multi ?vitamin/i],
  // A shared name of biosimilars matches any of them; a brand matches only that brand.
  ['epoetin alfa', /^Retacrit/],
  ['epogen', notCarried],
  // For a brand also sold as an ester, the majority of packages decides; esters of other brands don't match.
  ['zyprexa', /^Olanzapine/],
  ['maxitrol', /^Neomycin and Polymyxin B Sulfates and Dexamethasone/],
  ['e.e.s.', notCarried],
  // A store brand on many products does not identify a drug.
  ['good sense nasal', notCarried],
  ['24 hour allergy', notCarried],
  ['ear dry drops', notCarried],
  ['isosorbide mononitrate', /^Isosorbide Mononitrate/],
  ['isosorbide dinitrate', /^Isosorbide Dinitrate/],
  // The drug alone ranks before mixtures and supplies.
  ['saline nasal', /^Sodium Chloride/],
  ['sennosides 8.6mg', /^Senna Tabs/],
  ['insulin', /^(?:Insulin Lispro|Humulin) 100 units/],
  ['insulin syringe', /^Insulin Syringe/],
  // Dashes and plurals used by some labels.
  ['varicella zoster immune globulin', /^Varizig/],
  ['Neomycin, Polymyxin B Sulfates and Hydrocortisone', /^Neomycin and Polymyxin B Sulfates and Hydrocortisone/],
]

const products = indexedDemo(demoProducts())
const index = indexOf(products)
const byId = new Map(products.map((product) => [product.id, product]))
const ask = (text: string) => {
  const { remarks, count, part } = searchIndex(index, { text, filters: unfiltered(false), order: 'newest' })
  const all = part(0, 12).flatMap((id) => byId.get(id) ?? [])
  return {
    remarks,
    count,
    all,
    first: all.map((one) => `${one.name}, ${one.genericName}, ${one.manufacturer}`)[0] ?? '',
  }
}

test('at least a hundred queries are tested', () => assert.ok(cases.length >= 100, String(cases.length)))

for (const [typed, wanted] of cases)
  test(`${typed}: ${String(wanted)}`, () => {
    const { first, count, remarks } = ask(typed)
    if (wanted instanceof RegExp) assert.match(first, wanted)
    else assert.deepEqual([count, remarks.notCarried !== ''], [0, true])
  })

const lacking: [typed: string, drug: RegExp][] = [
  ['tramadol 75', /^Tramadol/],
  ['tramadol 37.5/325', /^Tramadol/],
  ['nexium iv', /^Nexium/],
  ['prednisone 30 mg', /^Prednisone/],
  ['xanax 3', /Alprazolam/],
  ['lisinopril 30s', /^Lisinopril/],
  // Wording that labels add to the name does not make it a different drug.
  ['levetiracetam extended-release', /^Levetiracetam/],
  ['preservative-free timolol', /^Timolol/],
  ['childrens chewable aspirin', /^Aspirin/],
  ['acetaminophen tablets, 500 mg extra strength', /^Acetaminophen 500 mg/],
  ['amoxicillin powder, for suspension', /^Amoxicillin/],
]
for (const [typed, drug] of lacking)
  test(`${typed} shows the closest products with a remark`, () => {
    const { first, remarks } = ask(typed)
    assert.match(first, drug)
    assert.notEqual(remarks.lacking, '')
  })

test('an ester matches only that ester, the substance alone matches all', () => {
  for (const { genericName } of ask('depo-medrol').all) assert.equal(genericName, 'Methylprednisolone Acetate')
  assert.ok(new Set(ask('methylprednisolone').all.map(({ genericName }) => genericName)).size > 1)
})

test('penicillin G does not match penicillin V', () => assert.deepEqual(ask('penicillin g').all, []))

test('words that are not a drug name match nothing: two in one is not dextrose', () =>
  assert.deepEqual(ask('2 in 1').all, []))

test('a brand made of everyday words includes the words around it', () => {
  assert.equal(ask('cold-flu relief').remarks.notCarried, 'cold-flu relief')
  assert.equal(ask('valium 10').remarks.notCarried, 'valium')
})

test('only facts that the drug lacks are reported as lacking', () => {
  const { first, remarks } = ask('eliquis 5 60')
  assert.match(first, /^Eliquis 5 mg/)
  assert.equal(remarks.lacking, '60')
})

test('a name does not match after a word that makes it a different drug', () =>
  assert.deepEqual(
    ask('estradiol').all.filter(({ genericName }) => genericName.endsWith('Ethinyl Estradiol')),
    [],
  ))

test('a schedule matches only that schedule', () =>
  assert.deepEqual(new Set(ask('CII').all.map(({ schedule }) => schedule)), new Set(['CII'])))

test('words that no product of the drug has are reported, and the drug is offered', () => {
  const { count, remarks } = ask('eliquis starter')
  assert.deepEqual([count, remarks.notCarried, remarks.offers], [0, 'eliquis starter', ['eliquis']])
})

test('a brand carried only with another route or strength is not carried, and its ingredient is named separately', () => {
  for (const [name, ingredient] of [
    ['abilify maintena', 'aripiprazole'],
    ['kenalog-10', 'triamcinolone acetonide'],
  ] as const) {
    const { count, remarks } = ask(name)
    assert.deepEqual([count, remarks.notCarried, remarks.otherForms], [0, name, ingredient])
  }
  for (const { name } of ask('flonase').all) assert.match(name, /(?:Nasal|Metered) Spray/)
  assert.equal(ask('zyrtec allergy').all.filter(({ form }) => form === 'Injection').length, 0)
})

test('a brand with a form in its name matches only that form', () => {
  const { first, remarks } = ask('leader allergy eye')
  assert.match(first, /^Ketotifen .*Ophthalmic/)
  assert.deepEqual([remarks.notCarried, remarks.sameGeneric], ['leader allergy eye', 'ketotifen'])
  for (const name of ['jock itch powder', 'effervescent pain relief', 'isovue-370'])
    assert.equal(ask(name).count, 0, name)
  for (const { name } of ask('leader allergy relief nasal').all) assert.match(name, /(?:Nasal|Metered) Spray/)
})

test('brand lines with the same drug match it', () => {
  assert.match(ask('bactrim ds').first, /^Sulfamethoxazole/)
  assert.match(ask('zyrtec allergy').first, /^Cetirizine/)
  assert.match(ask('imodium a-d').first, /^Loperamide/)
})

test('double strength is a strength, and an auto-injector is not a syringe', () => {
  for (const name of ['bactrim ds', 'smz-tmp ds', 'smz tmp ds', 'Sulfamethoxazole-Trimethoprim DS']) {
    const { all } = ask(name)
    assert.notEqual(all.length, 0, name)
    for (const { name: found } of all) assert.match(found, /^Sulfamethoxazole and Trimethoprim 800\/160 mg/, name)
  }
  const { all } = ask('epipen')
  assert.notEqual(all.length, 0)
  for (const { name } of all) assert.match(name, /Auto-Injector/)
})

test('a typo in the first letter is offered but never applied', () => {
  const { count, remarks } = ask('carprofen')
  assert.equal(count, 0)
  assert.notDeepEqual(remarks.offers, [])
})

test('name prefixes, misspelled salts and other notations of mixtures find the intended product', () => {
  assert.match(ask('hydrocort cream').first, /^Hydrocortisone .*Cream/)
  assert.match(ask('fent 100mcg').first, /^Fentanyl 100 mcg/)
  assert.match(ask('losartan potasium 50').first, /^Losartan Potassium 50 mg/)
  assert.match(ask('Docusate Sodium, Sennosides').first, /Docusate Sodium/)
  assert.equal(ask('sodium nitrate').count, 0)
})

test('a drug does not match a mixture if it is carried alone or no mixture has its strength', () => {
  assert.match(ask('butalbital acetaminophen').first, /^(?!.*Caffeine)/)
  for (const { genericName } of ask('hydrocortisone 1%').all) assert.match(genericName, /^Hydrocortisone/)
  assert.match(ask('atenolol 50/25 mg').first, /Chlorthalidone/)
  const { count, remarks } = ask('calcium chloride 10%')
  assert.deepEqual([count, remarks.notCarried], [0, 'calcium chloride alone'])
})

test('a salt, a prefix or a hyphenated number makes a different drug', () => {
  for (const { genericName } of ask('potassium').all) assert.doesNotMatch(genericName, /Losartan/)
  for (const { name } of ask('trastuzumab').all) assert.doesNotMatch(name, /Kadcyla/)
  assert.equal(ask('mag-g').count, 0)
})

test('digits that several products begin with list all of them', () => assert.ok(ask('00006').count > 1))
