import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseQuery } from './tokenize-query.ts'

test('a code in an unusual notation becomes its digits', () => {
  assert.deepEqual(parseQuery('NDC 0006 0277 31'), { words: ['00006027731'], ndcKeys: ['00006027731'] })
  assert.deepEqual(parseQuery('0006027731').words, ['0006027731'])
  assert.deepEqual(parseQuery('Xanax .5').words, ['xanax', '0.5'])
  assert.equal(parseQuery('a b c d e f g h i j k l m n o').words.length, 12)
})

for (const [typed, words] of [
  ['exforge hct 5-160-12.5', ['exforge', 'hct', '5', '160', '12.5']],
  ['trijardy xr 1000-5-10', ['trijardy', 'xr', '1000', '5', '10']],
  ['trijardy 5-2.5-1000', ['trijardy', '5', '2.5', '1000']],
  ['1200-1300-10', ['01200130010']],
  ['zestoretic 10 mg/12.5', ['zestoretic', '10', 'mg', '12.5', 'mg']],
  ['fosamax 70 mg/2,800 IU', ['fosamax', '70', 'mg', '2800', 'iu']],
  ['fosamax 70mg / 2800 u', ['fosamax', '70', 'mg', '2800', 'u']],
  ['durachol 1 mg/3775 unts', ['durachol', '1', 'mg', '3775', 'unts']],
] as const)
  test(`numbers joined by signs are a strength and keep their units: ${typed}`, () =>
    assert.deepEqual(parseQuery(typed).words, words))
