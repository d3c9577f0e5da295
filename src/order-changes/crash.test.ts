import { test } from 'node:test'
import { proveChanges } from './testing-kills.ts'

test('a change of an order happens once or not at all if the portal is killed', () =>
  proveChanges({ acts: 12, kills: 1 }))
