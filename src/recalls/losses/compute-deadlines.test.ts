import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lossDeadlines } from './compute-deadlines.ts'

const cases: [discovered: string, deaDue: string, formDue: string][] = [
  ['2026-11-26', '2026-11-27', '2027-01-10'],
  ['2026-11-27', '2026-11-30', '2027-01-11'],
  ['2026-11-28', '2026-11-30', '2027-01-12'],
  ['2026-11-29', '2026-11-30', '2027-01-13'],
  ['2026-12-31', '2027-01-01', '2027-02-14'],
  ['2028-02-28', '2028-02-29', '2028-04-13'],
]
for (const [discovered, deaDue, formDue] of cases)
  test(`a loss of ${discovered} is due at DEA on ${deaDue}`, () => {
    assert.deepEqual(lossDeadlines(discovered), { deaDue, formDue })
  })
