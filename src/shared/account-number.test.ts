import assert from 'node:assert/strict'
import { it } from 'node:test'
import { accountNumber } from './account-number.ts'

it('normalizes all spellings of a number', () => {
  for (const text of ['1000123', '001000123', ' 1000123 ', '1 000 123', '00 1000\u00a0123', '\t01000123\n'])
    assert.equal(accountNumber(text), '1000123', JSON.stringify(text))
  assert.equal(accountNumber('CP-0100'), 'CP-0100')
  for (const text of ['', '0', '000', ' 0 0 ']) assert.equal(accountNumber(text), '', JSON.stringify(text))
})
