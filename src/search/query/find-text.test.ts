import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoProducts } from '../../../demo/products.ts'
import { answerTo } from './find-text.ts'
import { indexedDemo, indexOf } from './testing-index.ts'

const index = indexOf(indexedDemo(demoProducts()))

const answered: [step: string, text: string][] = [
  ['exact code', '0006-0277-28'],
  ['code among words', '00143-9999-99 Digoxin'],
  ['ambiguous word', 'mtx'],
  ['words as typed', 'lisinopril'],
  ['words without “with”', 'lidocaine w epi 2%'],
  ['same substances', 'Calcium Chloride, Sodium Lactate, Potassium Chloride, Sodium Chloride'],
  ['completed names', 'losartan potasium 50'],
  ['drug not carried', 'Mepivacaine'],
  ['market word not carried', 'Delta'],
  ['corrected spelling', 'amoxicilin 500'],
  ['choice of spellings', 'qqqq'],
  ['names carried, but not alone', 'Aluminum Magnesium 5 mg'],
  ['drug carried in mixtures only', 'calcium chloride 10%'],
  ['drug without the other words', '6-aminocaproic acid'],
]

for (const [step, text] of answered)
  test(`${text} is answered by the step: ${step}`, () => {
    const everything = () => true
    const answer = answerTo(index, { text, isWanted: everything, isSeen: everything, isTyping: false })
    assert.equal(answer.step, step)
  })
