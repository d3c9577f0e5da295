import assert from 'node:assert/strict'
import { test } from 'node:test'
import { releaseStatus } from './release-status.ts'

const cases: [code: string | number | null | undefined, label: string][] = [
  ['1', 'Open'],
  ['2', 'In Process'],
  ['3', 'Completed'],
  ['4', 'In Preparation'],
  [1, 'Open'],
  [' 3 ', 'Completed'],
  ['', 'In Preparation'],
  ['9', 'In Preparation'],
  ['01', 'In Preparation'],
  [null, 'In Preparation'],
  [undefined, 'In Preparation'],
]

for (const [code, label] of cases) {
  test(`release status ${JSON.stringify(code)} is ${label}`, () => assert.equal(releaseStatus(code), label))
}
