import { test } from 'node:test'
import { proveKills } from './testing-kills.ts'

test('200 acts on returns and 10 kills of the portal', () => proveKills({ acts: 200, kills: 10 }))
