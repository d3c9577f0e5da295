import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withoutDefaults } from './address.ts'

test('default values are left out of the address', () =>
  assert.deepEqual(
    withoutDefaults(
      { page: 1, viewCount: 24, cold: true, query: '', category: 'all', filter: { total: 5 }, none: {} },
      { page: 1, viewCount: 12, cold: false, query: 'all', category: 'all', filter: {}, none: {} },
    ),
    { viewCount: '24', cold: 'true', filter: { total: 5 } },
  ))
