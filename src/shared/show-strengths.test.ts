import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameInText, showStrengths } from './show-strengths.ts'

const strengths: [told: string, shown: string][] = [
  ['1.0 mg', '1 mg'],
  ['.5MG', '0.5 mg'],
  ['0.50 mg', '0.5 mg'],
  ['10.0/325.00 mg', '10/325 mg'],
  ['5000 units/mL', '5,000 units/mL'],
  ['10000 UNT/ML', '10,000 units/mL'],
  ['100U/ml', '100 units/mL'],
  ['1000 IU', '1,000 units'],
  ['50 ug', '50 mcg'],
  ['50µg', '50 mcg'],
  ['325 MG / 7.5 MG', '325 mg / 7.5 mg'],
  ['0.09 MG/ACTUAT', '0.09 mg/actuation'],
  ['250mg/5ml', '250 mg/5 mL'],
  ['20 MEQ', '20 mEq'],
  ['0.9 %', '0.9%'],
  ['25 MCG/HR', '25 mcg/hr'],
  ['1,500 mg', '1,500 mg'],
  // Not strengths.
  ['NDC 0143-1772-01', 'NDC 0143-1772-01'],
  ['SUP-10034', 'SUP-10034'],
  ['Prevnar 13', 'Prevnar 13'],
  ['5-FU', '5-FU'],
  ['Size 7.0', 'Size 7.0'],
]
for (const [told, shown] of strengths)
  test(`${told} is shown as ${shown}`, () => assert.equal(showStrengths(told), shown))

const names: [name: string, shown: string][] = [
  ['Epinephrine 1:1000 Injection, 1 mL', 'Epinephrine 1 mg/mL Injection, 1 mL (label: 1:1000)'],
  ['EPINEPHRINE 1:10,000 SYRINGE', 'EPINEPHRINE 0.1 mg/mL SYRINGE (label: 1:10,000)'],
  ['Lidocaine 1% with Epinephrine 1:100000', 'Lidocaine 1% with Epinephrine 1:100,000'],
  ['Lisinopril 10.0 MG Tablet', 'Lisinopril 10 mg Tablet (label: 10.0 MG)'],
  ['Heparin 5000U/ML Vial', 'Heparin 5,000 units/mL Vial (label: 5000U/ML)'],
  ['Lisinopril 10 MG Tablet', 'Lisinopril 10 mg Tablet'],
  ['Heparin Sodium 5000 units/mL Injection', 'Heparin Sodium 5,000 units/mL Injection'],
]
for (const [name, shown] of names) test(`${name} is shown as ${shown}`, () => assert.equal(nameInText(name), shown))
