import assert from 'node:assert/strict'
import { test } from 'node:test'
import { patternOf, questionOf, searchTextOf } from './compose-search.ts'
import { wordsOf } from './cut-words.ts'

const cut: [text: string, words: string[]][] = [
  ['Amoxicillin 500mg Capsule, 30 ct', ['amoxicillin', '500', 'mg', 'capsule', '30', 'ct']],
  ['0.75 mg/0.5 mL', ['0.75', 'mg', '0.5', 'ml']],
  ['10,000 units', ['10000', 'units']],
  ['Children’s Café approx.', ['childrens', 'cafe', 'approx']],
  ['Dextrose 5%', ['dextrose', '5%']],
  ['a\u0000b\ud800c', ['a', 'b', 'c']],
  ['(((', []],
  ['💊 100%', ['💊', '100%']],
]

for (const [text, words] of cut) test(`words of ${JSON.stringify(text)}`, () => assert.deepEqual(wordsOf(text), words))

test('a product is found by its names and by its code in every notation', () => {
  const search = searchTextOf({
    name: 'Januvia 100 mg Tablet',
    brand: 'Januvia',
    generic_name: 'Sitagliptin',
    manufacturer: 'Merck Sharp & Dohme',
    ndc_number: '0006-0277-31',
  })
  assert.equal(
    search,
    ' januvia 100 mg tablet sitagliptin merck sharp & dohme \n 00006-0277-31 0006-0277-31 00006-277-31 00006027731 0006027731 0000627731 ',
  )
})

test('an item number is kept as it is', () => {
  assert.equal(searchTextOf({ name: 'Gloves', ndc_number: 'SUP-10034', dummy_ndc: true }), ' gloves \n sup-10034 ')
})

test('wildcards are ordinary characters', () => {
  assert.equal(patternOf('50%_\\x'), String.raw`%50\%\_\\x%`)
  assert.equal(patternOf('%'), String.raw`% \%%`)
  assert.equal(patternOf('500'), '% 500%\n%')
})

test('a code in an unusual notation is asked for by its digits', () => {
  assert.deepEqual(questionOf('NDC 0006 0277 31'), { words: ['00006027731'], ndcKeys: ['00006027731'] })
  assert.deepEqual(questionOf('0006027731').words, ['0006027731'])
  assert.deepEqual(questionOf('Xanax .5').words, ['xanax', '0.5'])
  assert.equal(questionOf('a b c d e f g h i j k l m n o').words.length, 12)
})
