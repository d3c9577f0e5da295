import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codesOf, unpaddedCodes } from './read-codes.ts'

const brilinta = '00186077760'
const same = [
  '00186-0777-60',
  '0186-0777-60',
  'NDC 00186 0777 60',
  '186-777-60',
  // UPC-A, GTIN-13, GTIN-14.
  '301860777607',
  '3 01860 77760 7',
  '0301860777607',
  '00301860777607',
  // GS1 element strings with and without parentheses, and with scanner prefixes and separators.
  '(01)00301860777607(17)271231(10)ABC',
  '(17)271231(01)00301860777607',
  '0100301860777607172712311 0ABC',
  '010030186077760717271231',
  '0100301860777607',
  ']d20100301860777607172712311 0LOT',
  '17271231 0100301860777607',
  '(10)ABC(01)00301860777607',
  '(21)12345(17)271231(01)00301860777607',
  '10ABC<GS>21S9<GS>0100301860777607',
  ']C110ABC\u001d0100301860777607',
  'https://id.gs1.org/01/00301860777607/10/ABC?17=271231',
  'https://any.example/01/00301860777607',
  '[)>\u001e06\u001d8P00301860777607\u001d1TABC\u001e\u0004',
  '[)>\u001e05\u001d10ABC\u001d0100301860777607\u001e\u0004',
  // The code of a case, which identifies the package inside, and a UPC without its check digit.
  '50301860777602',
  '30186077760',
]
for (const text of same)
  test(`${text} is ${brilinta}`, () => assert.ok(codesOf(text).includes(brilinta), codesOf(text).join(' ')))

const nothing = [
  // A wrong check digit.
  '301860777608',
  '00301860777600',
  '(01)00301860777605(17)271231',
  // No NDC in it.
  '4006381333931',
  'lisinopril',
  '5-325',
  '10 mg',
]
for (const text of nothing) test(`${text} is no code`, () => assert.deepEqual(codesOf(text), []))

test('digits without their leading zeros may match several codes', () => {
  assert.ok(unpaddedCodes('186077760').includes(brilinta))
  assert.ok(unpaddedCodes('2143380').includes('00002143380'))
  assert.deepEqual(unpaddedCodes('1234'), [])
})
