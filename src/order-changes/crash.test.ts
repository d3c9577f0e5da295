import { test } from 'node:test'
import { proveKills } from './testing-kills.ts'

test('a change of an order happens once or not at all if the portal is killed', () =>
  proveKills({ acts: 12, kills: 1 }))
