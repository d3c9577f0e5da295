import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeWordList, type WordList } from './list-words.ts'

const inOrder = (words: WordList): (string | undefined)[] =>
  words.tokensIn(words.beginningWith('')).map((token) => words.all[token])

test('words added later are sorted among the existing ones', () => {
  const words = makeWordList()
  const lots = [['metformin', 'amoxicillin'], [], ['zinc', 'lisinopril', 'a'], ['metformin'], ['metoprolol', 'met']]
  const known = new Set<string>()
  for (const lot of lots) {
    for (const word of lot) {
      known.add(word)
      words.numberOf(word)
    }
    assert.deepEqual(inOrder(words), [...known].sort())
    for (const [place, word] of [...known].sort().entries()) {
      assert.deepEqual(words.only(word), { from: place, to: place + 1 })
      assert.equal(words.places()[words.known(word)], place)
    }
  }
  assert.deepEqual(words.beginningWith('met'), { from: 3, to: 6 })
  assert.deepEqual(words.beginningWith('b'), { from: 2, to: 2 })
  assert.deepEqual(words.only('zin'), { from: -1, to: -1 })
})
