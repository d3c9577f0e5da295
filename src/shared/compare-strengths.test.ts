import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareStrengths, type Fit, isTenfold, timesAsStrong, timesWords } from './compare-strengths.ts'
import { drugStrengths } from './drug-strengths.ts'
import { readStrengths } from './read-strengths.ts'

/** Substances separated by commas, each with its salt after a plus sign. */
const drugOf = (text: string) => {
  const parts = text.split(', ').map((part) => part.split('+'))
  return {
    substances: parts.map(([substance = '']) => substance),
    salts: parts.flatMap(([, salt = '']) => salt || []),
  }
}

const cases: [drug: string, asked: string, label: string, fit: Fit][] = [
  // Conversions for every drug.
  ['epinephrine', '1:10,000', '0.1 mg/mL', 'same'],
  ['epinephrine', '1:1000', '1 mg/mL', 'same'],
  ['epinephrine', '1:10000', '1 MG/ML', 'other'],
  ['epinephrine', '1:1000', '0.1 MG/ML', 'other'],
  ['epinephrine, lidocaine', '1% 1:100,000', '0.01 MG/ML / 10 MG/ML', 'same'],
  ['epinephrine, lidocaine', '1% 1:100,000', '0.01/10 mg/mL', 'same'],
  ['epinephrine, lidocaine', '1% 1:200,000', '0.01 MG/ML / 10 MG/ML', 'other'],
  ['magnesium sulfate', '50 %', '500 mg/mL', 'same'],
  ['magnesium sulfate', '2 g/50 mL', '40 mg/mL Injection, 24 x 50 mL', 'same'],
  ['timolol', '5 mg/ml', '0.5%', 'same'],
  ['lidocaine', '1%', '4%', 'other'],
  ['metronidazole', '0.75%', '0.0075 MG/MG', 'same'],
  ['cefdinir', '250 mg/5 mL', '50 mg/mL Oral Suspension', 'same'],
  ['levalbuterol', '1.25 mg/3ml', '0.417 mg/mL', 'same'],
  ['vancomycin', '1 g', '1000 MG', 'same'],
  ['oxygen', '99.5%', '99.1 %', 'other'],
  ['nitrous oxide', '99.2%', '99 %', 'other'],
  ['helium', '99%', '99.2 %', 'other'],
  ['risankizumab', '90.4 mg/mL', '90 MG/ML', 'other'],
  ['sodium fluoride', '237 mg', '236.79 MG', 'other'],
  ['acetaminophen', '0.667 mg/mL', '0.67 MG/ML', 'same'],
  ['albuterol', '0.833 mg/mL', '0.83 MG/ML', 'same'],
  ['mineral oil', '1000 mg/mL', '999 MG/ML', 'other'],
  ['albuterol', '0.083%', '0.83 MG/ML', 'same'],
  ['albuterol', '2.5 mg/3 mL', '0.83 MG/ML', 'same'],
  ['risperidone', '1.0 mg', '1 mg', 'same'],
  ['risperidone', '5', '0.5 mg', 'other'],
  ['potassium iodide', '65', '65 MG', 'same'],
  ['potassium iodide', '65', '65 MG/ML', 'loose'],
  ['risperidone', '5', '50 mg', 'other'],
  ['digoxin', '125 mcg', '0.125 mg', 'same'],
  ['digoxin', '.125', '0.125 mg', 'same'],
  ['digoxin', '125', '0.125 mg', 'same'],
  ['digoxin', '125 mg', '0.125 mg', 'other'],
  ['levothyroxine+sodium', '0.05', '50 mcg', 'same'],
  ['levothyroxine+sodium', '50', '0.05 MG', 'same'],
  ['levothyroxine+sodium', '0.05', '25 mcg', 'other'],
  // No label of these tablets means micrograms without saying so.
  ['risperidone', '500', '0.5 mg', 'other'],
  // Sums and first components, for certain drugs.
  ['piperacillin, tazobactam', '3.375', '3000/375 mg', 'same'],
  ['piperacillin, tazobactam', '3.375 g', '3000 MG / 375 MG', 'same'],
  ['piperacillin, tazobactam', '3.375', '2000/250 mg', 'other'],
  ['piperacillin, tazobactam', '2.25 gm', '2000/250 mg', 'same'],
  ['ampicillin, sulbactam', '3 g', '2000 MG / 1000 MG', 'same'],
  ['amoxicillin, clavulanate+potassium', '875', '875/125 mg', 'same'],
  ['amoxicillin, clavulanate+potassium', '875 mg', '125 MG / 875 MG', 'same'],
  ['amoxicillin, clavulanate+potassium', '1000 mg', '875/125 mg', 'other'],
  ['hydrocodone, acetaminophen', '330', '325 MG / 5 MG', 'other'],
  // Any order.
  ['sulfamethoxazole, trimethoprim', '160/800', '800/160 mg', 'same'],
  ['sulfamethoxazole, trimethoprim', '800-160', '400/80 mg', 'other'],
  ['acetaminophen, hydrocodone', '5/325', '325 MG / 5 MG', 'same'],
  ['amlodipine, atorvastatin', '10/10 mg', '10 MG / 20 MG', 'other'],
  ['amlodipine, atorvastatin', '10/10 mg', '10 MG / 10 MG', 'same'],
  ['lisinopril', '5/325 mg', '5 mg', 'other'],
  // Units, mEq and elements, for certain drugs.
  ['insulin', 'U-500', '500 units/mL', 'same'],
  ['insulin', 'U-500', '100 UNT/ML', 'other'],
  ['potassium chloride', '20 mEq', '1500 MG', 'loose'],
  ['potassium chloride', '10 mEq', '750 mg ER', 'loose'],
  ['potassium chloride', '20 mEq', '2 MEQ/ML', 'other'],
  ['ergocalciferol', '50,000 units', '1.25 mg', 'loose'],
  ['cholecalciferol', '1000 iu', '25 mcg', 'loose'],
  ['sodium bicarbonate', '8.4%', '84 mg/mL', 'same'],
  ['bicarbonate+sodium', '1 mEq/mL', '84 MG/ML', 'loose'],
  ['ferrous+sulfate', '325 mg', '65 mg', 'loose'],
  ['heparin+sodium', '5 mg/mL', '5000 units/mL', 'other'],
  // Concentration and container size are different figures.
  ['ketorolac', '30 mg/ml', '10 mg', 'other'],
  ['ketorolac', '60 mg/2 mL', '30 mg/mL Injection, 25 x 2 mL', 'same'],
  ['ketorolac', '60 mg/2 mL', '30 mg/mL Injection, 25 x 1 mL', 'total'],
  ['ketorolac', '60 mg', '30 mg/mL Injection, 25 x 2 mL', 'loose'],
  ['ketorolac', '30 mg', '30 mg/mL Injection, 25 x 1 mL', 'same'],
  ['ketorolac', '30 mg', '30 MG/ML Injection', 'loose'],
  ['ketorolac', '15 mg', '30 mg/mL Injection, 25 x 1 mL', 'other'],
  ['enoxaparin', '40', '100 mg/mL Injection, 10 x 0.4 mL', 'same'],
  ['amoxicillin', '250/5', '50 MG/ML', 'loose'],
  // Per actuation and per hour; a tablet of the same strength ranks higher.
  ['albuterol+sulfate', '90 mcg', '0.09 MG/ACTUAT', 'loose'],
  ['fluticasone, salmeterol', '250/50', '0.25 MG/ACTUAT / 0.05 MG/ACTUAT', 'loose'],
  ['fentanyl', '0.1 mg', '0.1 MG/HR', 'loose'],
  ['fentanyl', '0.1 mg', '0.1 MG', 'same'],
  ['fentanyl', '25 mcg/hr', '0.025 MG/HR', 'same'],
  ['fentanyl', '25', '0.025 MG/HR', 'loose'],
  ['nicotine', '21 mg', '0.875 MG/HR', 'loose'],
  ['nicotine', '21 mg/24 hr', '0.875 MG/HR', 'same'],
]
for (const [drug, asked, label, fit] of cases)
  test(`${drug} ${asked}: ${label} is ${fit}`, () => {
    const { substances, salts } = drugOf(drug)
    const wanted = /^[\d.]+(?:[/-][\d.]+)*$/.test(asked)
      ? asked
          .split(/[/-]/)
          .map(Number)
          .map((amount) => ({ amount, unit: '', per: '', written: amount }))
      : readStrengths(asked).doses
    const own = { ...readStrengths(label), isInjection: label.includes('Injection') }
    assert.equal(compareStrengths(wanted, own, drugStrengths({ substances, salts })), fit)
  })

test('a slipped decimal point is reported as a factor', () => {
  const timesOf = (asked: string, label: string) =>
    timesAsStrong(
      readStrengths(asked).doses,
      { ...readStrengths(label), isInjection: true },
      drugStrengths({ substances: ['epinephrine'], salts: [] }),
    )
  for (const [asked, label, words] of [
    ['1:10,000', '1 mg/mL', '10 times stronger'],
    ['1:1000', '0.1 mg/mL', '10 times weaker'],
    ['1 mg/mL', '1 mcg/mL', '1,000 times weaker'],
    ['1%', '100 mg/mL', '10 times stronger'],
  ] as const) {
    const times = timesOf(asked, label)
    assert.deepEqual([isTenfold(times), timesWords(times ?? 0)], [true, words], asked)
  }
  assert.equal(isTenfold(timesOf('1 mg/mL', '2 mg/mL')), false)
  assert.equal(timesOf('1 mg/mL', '100 units/mL'), null)
})
