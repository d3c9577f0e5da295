import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mergePrices } from './merge-prices.ts'

const list = (prices: Record<string, number>) =>
  Object.entries(prices).map(([userId, price]) => ({ userId, email: '', company: '', name: '', price }))

const cases: [
  string,
  Record<string, number>,
  Record<string, number>,
  Record<string, number>,
  Record<string, number>,
][] = [
  ['mine is added to what another added', { a: 1 }, { a: 1, b: 2 }, { a: 1, c: 3 }, { a: 1, b: 2, c: 3 }],
  ['what I removed is gone, what another changed stays', { a: 1, b: 2 }, { b: 2 }, { a: 1, b: 9 }, { b: 9 }],
  ['what I changed is mine', { a: 1 }, { a: 5 }, { a: 7 }, { a: 5 }],
  ['what another removed stays removed', { a: 1, b: 2 }, { a: 1, b: 2 }, { b: 2 }, { b: 2 }],
]
for (const [name, loaded, mine, now, expected] of cases)
  test(name, () => {
    const merged = mergePrices(list(loaded), list(mine), list(now))
    assert.deepEqual(Object.fromEntries(merged.map(({ userId, price }) => [userId, price])), expected)
  })
