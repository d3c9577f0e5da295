import { test } from 'node:test'
import { proveKills } from './testing-kills.ts'

test('an act on a return happens once or not at all if the portal is killed', () => proveKills({ acts: 16, kills: 1 }))
