import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isOfName, labelTermOf, otherReadings, otherStrengths } from './expand-word.ts'

const readings: [word: string, other: string][] = [
  ['tab', 'tablet'],
  ['tabs', 'tablet'],
  ['caps', 'capsule'],
  ['inj', 'injection'],
  ['susp', 'suspension'],
  ['soln', 'solution'],
  ['sol', 'solution'],
  ['oint', 'ointment'],
  ['crm', 'cream'],
  ['supp', 'suppository'],
  ['syr', 'syrup'],
  ['syr', 'syringe'],
  ['pwd', 'powder'],
  ['amp', 'ampule'],
  ['vl', 'vial'],
  ['er', 'extended release'],
  ['xr', 'er'],
  ['sr', 'extended release'],
  ['ec', 'delayed release'],
  ['dr', 'enteric coated'],
  ['odt', 'orally disintegrating'],
  ['hctz', 'hydrochlorothiazide'],
  ['apap', 'acetaminophen'],
  ['asa', 'aspirin'],
  ['hcl', 'hydrochloride'],
  ['kcl', 'potassium chloride'],
  ['smz-tmp', 'sulfamethoxazole and trimethoprim'],
  ['iu', 'units'],
  ['gm', 'g'],
  ['extended release', 'er'],
]

for (const [word, other] of readings)
  test(`${word} may mean ${other}`, () =>
    assert.ok(otherReadings(word).includes(other), otherReadings(word).join(', ')))

test('a word that is not an abbreviation has no other readings', () => assert.deepEqual(otherReadings('lipitor'), []))

test('labels have the full name', () => {
  assert.equal(labelTermOf('hctz'), 'hydrochlorothiazide')
  assert.equal(labelTermOf('lipitor'), 'lipitor')
})

test('strengths are equal in other units', () => {
  assert.deepEqual(otherStrengths('50', 'mcg'), [
    ['0.05', 'mg'],
    ['50', 'mcg'],
    ['0.00005', 'g'],
  ])
  assert.deepEqual(otherStrengths('1', 'gm')[0], ['1000', 'mg'])
  assert.deepEqual(otherStrengths('1', '%'), [
    ['10', 'mg ml'],
    ['0.01', 'mg mg'],
  ])
  assert.deepEqual(otherStrengths('100', 'iu')[0], ['100', 'units'])
})

test('numbers, units and forms are not part of a name', () => {
  assert.deepEqual(['lipitor', '20', 'mg', 'tab', 'hcl', '5%'].map(isOfName), [true, false, false, false, true, false])
})
