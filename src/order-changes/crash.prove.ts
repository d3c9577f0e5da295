import { test } from 'node:test'
import { proveChanges } from './testing-kills.ts'

test('200 changes of orders and 10 kills of the portal', () => proveChanges({ acts: 200, kills: 10 }))
