import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoProducts } from '../../../demo/products.ts'
import { searchIndex } from './find-products.ts'
import { unfiltered } from './match-filters.ts'
import { indexedDemo, indexOf } from './testing-index.ts'

/** Marks queries whose drug is not in the catalog. */
const notCarried = 'not carried'

/** Queries as pharmacies write them on orders, with name, generic name and manufacturer of the expected first hit. */
const cases: [typed: string, first: RegExp | typeof notCarried][] = [
  ['losartan 50mg 90ct', /^Losartan Potassium 50 mg/],
  ['metoprolol succ er 25', /^Metoprolol Succinate 25 mg ER/],
  ['metoprolol tart 25', /^Metoprolol Tartrate 25 mg/],
  ['atorvastatin 40 mg tablet', /^Atorvastatin .*40 mg/],
  ['lipitor 20', /^(?:Lipitor|Atorvastatin.*) 20 mg/],
  ['rosuvastatin 10', /^Rosuvastatin .*10 mg/],
  ['pantoprazole dr 40 mg', /^Pantoprazole .*40 mg DR/],
  ['gabapentin caps 100mg', /^Gabapentin 100 mg Capsule/],
  ['sertraline 50 mg', /^Sertraline .*50 mg/],
  ['zoloft', /^(?:Zoloft|Sertraline)/],
  ['fluoxetine 20mg capsule', /^Fluoxetine .*20 mg Capsule/],
  ['cyclobenzaprine 10', /^Cyclobenzaprine .*10 mg/],
  ['flexeril', /^Cyclobenzaprine/],
  ['levothyroxine 50 mcg', /^(?:Levothyroxine|Synthroid|Euthyrox|Unithroid|Levoxyl).*50 mcg/],
  ['synthroid 75', /^Synthroid 75 mcg/],
  ['furosemide 40', /^Furosemide 40 mg/],
  ['furosemide inj 10 mg/ml', /^Furosemide 10 mg\/mL Inj/],
  ['coumadin', /^(?:Coumadin|Warfarin|Jantoven)/],
  ['cephalexin 250 mg/5ml', /^Cephalexin/],
  ['azithromycin 250 tabs', /^Azithromycin 250 mg Tablet/],
  ['cipro 500', /^Cipro/],
  ['prednisone 20', /^Prednisone 20 mg/],
  ['famotidine 20mg', /^(?:Famotidine|Pepcid).*20 mg/],
  ['ondansetron 4 mg/2ml vial', /^Ondansetron .*2 mg\/mL Injection, .*2 mL/],
  ['lantus solostar', /^Lantus .*Pen/],
  ['novolog flexpen', /^NovoLog.*Pen/],
  ['humulin r', /^Humulin 100 units\/mL Injection/],
  ['novolin r vial', /^Humulin 100 units\/mL Injection/],
  ['insulin regular', /^Humulin 100 units\/mL Injection/],
  ['tessalon perles 200 mg', /^Benzonatate 200 mg Capsule/],
  ['prozac 20mg pulvules', /^Prozac 20 mg Capsule/],
  ['provigil 200mg c-iv', /^(?:Provigil|Modafinil) 200 mg/],
  ['oxycodone ir 5mg', /^Oxycodone Hydrochloride 5 mg Tablet/],
  ['pip-tazo', /^(?:Zosyn|Piperacillin)/],
  ['nitrofurantoin mono-mac 100', notCarried],
  ['mag ox 400', /^Magnesium Oxide 400 mg/],
  ['medi with lidocaine', notCarried],
  ['k-dur 20', /^(?:K-Tab|Potassium Chloride) 20 mEq/],
  // Atarax is the other salt.
  ['vistaril 25', /^Hydroxyzine Pamoate 25 mg/],
  ['atarax 25', /^Hydroxyzine Hydrochloride 25 mg/],
  // A skin wash for poison ivy does not match capsules.
  ['ivymed', notCarried],
  // Two substances do not match a mixture of three.
  ['dextromethorphan hbr / guaifenesin', notCarried],
  ['guaifenesin dextromethorphan tablet', notCarried],
  ['acetaminophen with caffeine', notCarried],
  ['lidocaine w/ epi', /^Lidocaine Hydrochloride and Epinephrine/],
  ['lidocaine 1% epi 1:100,000', /^Lidocaine Hydrochloride and Epinephrine 10 mg\/mL \/ 10 mcg\/mL/],
  ['ozempic 1mg', /^Ozempic/],
  ['victoza', /^Saxenda.*Liraglutide/],
  ['jardiance 25', /^Jardiance 25 mg/],
  ['farxiga 10 mg 30', /^(?:Farxiga|Dapagliflozin.*) 10 mg/],
  ['xeralto 20', /^Xarelto 20 mg/],
  ['elequis 2.5', /^Eliquis 2.5 mg/],
  ['enoxaparin 40', /^(?:Enoxaparin|Lovenox).*40 mg/],
  ['lovenox 40mg/0.4ml', /^(?:Lovenox|Enoxaparin).*40 mg/],
  ['heparin 5000', /^Heparin.*5000 units/],
  ['zosyn 3.375', /^(?:Zosyn|Piperacillin)/],
  ['ceftriaxone 1 gm', /^Ceftriaxone .*1000 mg/],
  ['vanco 500mg', /^Vancomycin .*500 mg/],
  ['D5 1/2NS', /^Dextrose and Sodium Chloride 5\/0\.45%/],
  ['lidocaine 2%', /^Lidocaine.*(?:2%|20 mg\/mL)/],
  ['lidocaine patch 5%', /^(?:Lidocaine|Lidoderm).*5%.*Patch/],
  ['fluticasone nasal spray', /^Fluticasone .*Nasal/],
  ['advair 250/50', /^Advair 250\/50 mcg/],
  ['tramadol 50 mg c4', /^Tramadol .*50 mg/],
  ['oxycodone 10 cii', /^Oxycodone .*10 mg/],
  ['ambien 10', /^(?:Ambien|Zolpidem.*) 10 mg/],
  ['lyrica 75', /^(?:Lyrica|Pregabalin) 75 mg/],
  ['teva amoxicillin 500', /^Amoxicillin 500 mg.*Teva/],
  ['timolol 0.5% drops', /^Timolol .*0.5%/],
  ['metoprolol er 50', /^Metoprolol Succinate 50 mg ER/],
  ['toprol xl 100', /^Metoprolol Succinate 100 mg ER/],
  ['atorvastatin 80', /^Lipitor 80 mg/],
  ['benadryl', /^Diphenhydramine .*(?:Oral|Capsule)/],
  ['bupropion xl 300', /^Bupropion .*300 mg ER/],
  ['albuterol hfa', /^(?:Ventolin|Proventil) .*Aerosol/],
  ['hydromorphone 2 mg/ml carpuject', /^Hydromorphone .*2 mg\/mL Cartridge/],
  ['ketorolac inj', /^Ketorolac .*Injection/],
  ['epinephrine 1mg/ml', /^Adrenalin 1 mg\/mL/],
  ['lasix inj', /^Furosemide .*Injection/],
  ['flonase', /^(?:Flonase|Fluticasone) .*Spray/],
  ['cogentin', /^Benztropine .*Tablet/],
  // A brand does not match a different route or a mixture.
  ['plan b', / 1.5 mg Tablet.*Levonorgestrel/],
  ['mirena', /Intrauterine/],
  ['metrogel', notCarried],
  ['protopic', notCarried],
  ['vivitrol', notCarried],
  ['risperdal consta', notCarried],
  ['spiriva', /^Spiriva 18 mcg/],
  ['tdap', notCarried],
]

/** Queries for a strength, form or pack that is not carried; other products of the drug are shown with a remark. */
const lacking: [typed: string, first: RegExp][] = [
  ['warfarin 5mg', /^Warfarin/],
  ['ciprofloxacin eye drops', /^Ciprofloxacin/],
  ['ketorolac 60 mg/ml', /^Ketorolac/],
  ['sterile water 1000 ml', /^Water/],
  ['adderall xr 20', /^Adderall 20 mg Tablet/],
  ['albuterol neb', /^Albuterol/],
  ['nitro sl 0.4', /^Nitroglycerin 0.4 mg/],
  ['prednisone dose pack', /^Prednisone .*Tablet/],
  ['methylprednisolone dosepak', /^Methylprednisolone .*Tablet/],
  ['medrol dosepak', /^Medrol .*Tablet/],
  // The long Toujeo pen contains 3 mL.
  ['toujeo max solostar', /^Toujeo .*Pen/],
  ['alendronate 70 weekly', /^Alendronate Sodium 70 mg/],
  ['crestor 40mg #30', /^Rosuvastatin Calcium 40 mg/],
  // Sold as iron: 325 mg contain 65 mg of iron.
  ['ferrous sulfate 325', /^Ferrous Sulfate 65 mg/],
  // No pack contains 0.8 mL of 100 mg/mL.
  ['enoxaparin 80mg/0.8ml', /^Enoxaparin/],
]

/** Typos between look-alikes and possible other drugs are only offered. */
const offered: [typed: string, offer: string][] = [['trazadone 50', 'trazodone 50']]

const products = indexedDemo(demoProducts())
const index = indexOf(products)
const byId = new Map(products.map((product) => [product.id, product]))
const ask = (text: string) => {
  const { remarks, count, part } = searchIndex(index, { text, filters: unfiltered(false), order: 'newest' })
  const [one] = part(0, 1).flatMap((id) => byId.get(id) ?? [])
  return { remarks, count, first: one ? `${one.name}, ${one.genericName}, ${one.manufacturer}` : '' }
}

for (const [typed, wanted] of cases)
  test(`${typed}: ${String(wanted)}`, () => {
    const { first, count, remarks } = ask(typed)
    if (wanted instanceof RegExp) assert.match(first, wanted)
    else assert.deepEqual([count, remarks.notCarried !== ''], [0, true])
  })

for (const [typed, wanted] of lacking)
  test(`${typed} shows the closest products with a remark`, () => {
    const { first, remarks } = ask(typed)
    assert.match(first, wanted)
    assert.notEqual(remarks.lacking, '')
  })

for (const [typed, offer] of offered)
  test(`${typed} finds nothing and offers ${offer}`, () => {
    const { count, remarks } = ask(typed)
    assert.equal(count, 0)
    assert.ok(remarks.offers.includes(offer), remarks.offers.join(', '))
  })
