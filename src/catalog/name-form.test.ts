import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formOf } from './name-form.ts'

const cases: [name: string, form: string][] = [
  ['Cialis 5 mg Tablet, 30 ct bottle', 'Tablet'],
  ['Viagra 50 mg Tablet, Film Coated', 'Tablet'],
  ['Ondansetron 4 mg ODT, 30 ct', 'Tablet'],
  ['Advil Liqui-Gels 200 mg Softgel', 'Capsule'],
  ['Ampicillin Injection, Powder, for Solution', 'Injection'],
  ['Taltz 80 mg/mL Auto-Injector, 3 x 1 mL', 'Injection'],
  ['Flovent Metered Dose Inhaler', 'Inhaler'],
  ['Flonase Nasal Spray', 'Spray'],
  ['Timolol 0.5% Ophthalmic Solution', 'Drops'],
  ['Albuterol Inhalation Solution', 'Solution'],
  ['Hydrocortisone 1% Topical Cream, 30 g tube', 'Cream'],
  ['Amoxicillin Powder for Oral Suspension', 'Powder'],
  ['Suboxone 8 mg Sublingual Film', 'Film'],
  ['Fentanyl 25 mcg/hr Transdermal System', 'Patch'],
  ['Oxygen 680 L', 'Gas'],
  ['Nitrile Exam Gloves large', ''],
  ['Penicillium test', ''],
]

for (const [name, form] of cases)
  test(`the form of ${name} is ${form || 'unknown'}`, () => {
    assert.equal(formOf(name), form)
  })
