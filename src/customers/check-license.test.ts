import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkLicense } from './check-license.ts'

describe('license state', () => {
  for (const [lastDay, today, state] of [
    [null, '2026-11-23', 'none'],
    ['2026-11-22', '2026-11-23', 'expired'],
    ['2026-11-23', '2026-11-23', 'expiring'],
    ['2026-12-23', '2026-11-23', 'expiring'],
    ['2026-12-24', '2026-11-23', 'valid'],
    ['2027-01-30', '2026-12-31', 'expiring'],
    ['2027-01-31', '2026-12-31', 'valid'],
  ] as const)
    it(`that ends ${lastDay ?? 'at no known day'} is ${state} on ${today}`, () =>
      assert.equal(checkLicense(lastDay, today), state))
})
