import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { stateCode } from './us-states.ts'

describe('the code of a State', () => {
  for (const [written, code] of [
    ['MA', 'MA'],
    [' ma ', 'MA'],
    ['Massachusetts', 'MA'],
    ['new hampshire', 'NH'],
    ['Ontario', ''],
    ['', ''],
  ] as const)
    it(`"${written}" is "${code}"`, () => assert.equal(stateCode(written), code))
})
