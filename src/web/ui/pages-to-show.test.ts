import assert from 'node:assert/strict'
import { test } from 'node:test'
import { numbersToShow } from './pages-to-show.ts'

const cases: [page: number, pages: number, shown: number[]][] = [
  [1, 1, [1]],
  [4, 9, [1, 2, 3, 4, 5, 6, 7, 8, 9]],
  [1, 10, [1, 2, 3, 4, 5, 6, 7, -2, 10]],
  [5, 10, [1, 2, 3, 4, 5, 6, 7, -2, 10]],
  [6, 10, [1, -1, 4, 5, 6, 7, 8, 9, 10]],
  [10, 10, [1, -1, 4, 5, 6, 7, 8, 9, 10]],
  [84, 169, [1, -1, 82, 83, 84, 85, 86, -2, 169]],
  [169, 169, [1, -1, 163, 164, 165, 166, 167, 168, 169]],
]

for (const [page, pages, shown] of cases)
  test(`page ${page} of ${pages}`, () => assert.deepEqual(numbersToShow(page, pages), shown))
