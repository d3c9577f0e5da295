import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readLines } from './read-lines.ts'

const cases: [written: string, code: string, quantity: string][] = [
  ['00002-7510-01 12', '00002-7510-01', '12'],
  ['00002-7510-01\t12', '00002-7510-01', '12'],
  ['00002-7510-01,12', '00002-7510-01', '12'],
  ['12;00002-7510-01', '00002-7510-01', '12'],
  ['12 00002751001', '00002751001', '12'],
  ['"00002-7510-01","12"', '00002-7510-01', '12'],
  ['00002-7510-01 x12', '00002-7510-01', '12'],
  ['00002-7510-01\t1,200', '00002-7510-01', '1200'],
  ['00002-7510-01\t12.00', '00002-7510-01', '12'],
  ['00002-7510-01\tHumalog vial\t3', '00002-7510-01', '3'],
  ['Humalog vial\t00002-7510-01\t3', '00002-7510-01', '3'],
  ['SUP-10032 2', 'SUP-10032', '2'],
  ['NDC 00002 7510 01 2', 'NDC 00002 7510 01', '2'],
  ['(01)00300060277283(17)271231(10)ABC 4', '(01)00300060277283(17)271231(10)ABC', '4'],
  ['1234,5', '1234', '5'],
  // No quantity is told, or more than one.
  ['00002-7510-01', '00002-7510-01', ''],
  ['00002-7510-01\tabc', '00002-7510-01', ''],
  ['00002-7510-01\t3\t4', '00002-7510-01', ''],
  ['humalog', 'humalog', ''],
]

for (const [written, code, quantity] of cases)
  test(JSON.stringify(written), () => assert.deepEqual(readLines(written), [{ code, quantity }]))

test('headers and empty lines are none', () => {
  assert.deepEqual(readLines('NDC,Quantity\r\n\r\n00002-7510-01,12\n'), [{ code: '00002-7510-01', quantity: '12' }])
})
