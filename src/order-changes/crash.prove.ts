import { test } from 'node:test'
import { proveKills } from './testing-kills.ts'

test('200 changes of orders and 10 kills of the portal', () => proveKills({ acts: 200, kills: 10 }))
