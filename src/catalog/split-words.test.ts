import assert from 'node:assert/strict'
import { test } from 'node:test'
import { splitWords } from './split-words.ts'

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

for (const [text, words] of cut)
  test(`words of ${JSON.stringify(text)}`, () => assert.deepEqual(splitWords(text), words))
