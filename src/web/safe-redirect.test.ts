import assert from 'node:assert/strict'
import { test } from 'node:test'
import { safeRedirect } from './safe-redirect.ts'

const followed = [
  '/',
  '/shipping',
  '/placeorder',
  '/order/1?x=2#y',
  '/MyInvoices?query={"status":"1"}',
  '/search?query=//x',
]

const refused: unknown[] = [
  undefined,
  null,
  '',
  7,
  {},
  'shipping',
  'https://evil.example',
  'javascript:alert(1)',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  ' /shipping',
  '/\t/evil.example',
  '/\n/evil.example',
  '/shipping\u0000',
  '/shipping\u0085',
  '/x/..//evil.example',
  `/${'x'.repeat(2_000)}`,
]

for (const path of followed) test(`${path} is followed`, () => assert.equal(safeRedirect(path), path))

for (const path of refused) {
  test(`${JSON.stringify(path)?.slice(0, 40)} is refused`, () => assert.equal(safeRedirect(path), null))
}
