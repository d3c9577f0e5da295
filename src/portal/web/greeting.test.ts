import assert from 'node:assert/strict'
import { test } from 'node:test'
import { greeting } from './greeting.ts'

const cases: [user: Parameters<typeof greeting>[0], text: string][] = [
  [null, 'Hello, sign in'],
  [{ name: 'Ada', isAdmin: true, isSalesRep: false }, 'Hello, Ada (Admin)'],
  [{ name: 'Ada', isAdmin: true, isSalesRep: true }, 'Hello, Ada (Admin)'],
  [{ name: 'Ada', isAdmin: false, isSalesRep: true }, 'Hello, Ada (Sales Rep)'],
  [{ name: 'Ada', isAdmin: false, isSalesRep: false }, 'Hello, Ada'],
]
for (const [user, text] of cases) test(text, () => assert.equal(greeting(user), text))
