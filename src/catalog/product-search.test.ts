import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod/mini'
import { ProductSearch } from './contract.ts'

test('an unreadable price or rating is ignored', () => {
  const cases: [string, string][] = [
    ['10-20', '10-20'],
    [' 10.5- ', '10.5-'],
    ['-20', '-20'],
    ['abc', 'all'],
    ['-', 'all'],
    ['10', 'all'],
    ['1,100-2,000', 'all'],
    ['', 'all'],
  ]
  for (const [typed, price] of cases) assert.equal(z.parse(ProductSearch, { price: typed }).price, price, typed)
  for (const [typed, rating] of [
    ['4', '4'],
    ['4.5', '4.5'],
    ['many', 'all'],
  ] as const)
    assert.equal(z.parse(ProductSearch, { rating: typed }).rating, rating)
})
