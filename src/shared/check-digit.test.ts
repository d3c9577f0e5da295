import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isGln } from './check-digit.ts'

const valid = ['0012345111112', '0037000007296', '0614141073467', '4000001000128', '4012345000054']
const invalid: [gln: string, why: string][] = [
  ['0012345111113', 'check digit'],
  ['0614141003007', 'check digit'],
  ['001234511111', '12 digits'],
  ['00123451111120', '14 digits'],
  ['001234O111112', 'letter O'],
  ['0000000000000', 'a placeholder'],
  ['', 'nothing'],
]

for (const gln of valid) test(`${gln} is a GLN`, () => assert.equal(isGln(gln), true))
for (const [gln, why] of invalid) test(`"${gln}" is no GLN: ${why}`, () => assert.equal(isGln(gln), false))
