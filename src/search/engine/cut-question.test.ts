import assert from 'node:assert/strict'
import { test } from 'node:test'
import { questionOf } from './cut-question.ts'

test('a code in an unusual notation is asked for by its digits', () => {
  assert.deepEqual(questionOf('NDC 0006 0277 31'), { words: ['00006027731'], ndcKeys: ['00006027731'] })
  assert.deepEqual(questionOf('0006027731').words, ['0006027731'])
  assert.deepEqual(questionOf('Xanax .5').words, ['xanax', '0.5'])
  assert.equal(questionOf('a b c d e f g h i j k l m n o').words.length, 12)
})
