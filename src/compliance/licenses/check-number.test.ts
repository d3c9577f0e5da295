import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkDeaNumber } from './check-number.ts'

describe('a DEA number', () => {
  for (const [number, result] of [
    ['AB1234563', 'passed'],
    ['ab 1234563', 'passed'],
    ['F91234563', 'passed'],
    ['AB1234564', 'failed'],
    ['XB1234563', 'shape'],
    ['A11234563', 'shape'],
    ['AB123456', 'shape'],
    ['', 'shape'],
  ] as const)
    it(`"${number}": ${result}`, () => assert.equal(checkDeaNumber(number), result))
})
