import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod/mini'
import { parseStored, readText, removeStored, writeText } from './storage.ts'

const Shape = z.object({ name: z.string() })

const cases: [stored: string | null, read: unknown][] = [
  ['{"name":"x","more":1}', { name: 'x' }],
  [null, null],
  ['', null],
  ['{broken', null],
  ['null', null],
  ['undefined', null],
  ['{"name":5}', null],
  ['"text"', null],
  ['{"__proto__":{"name":"x"}}', null],
]
for (const [stored, read] of cases) {
  test(`${stored} is read as ${JSON.stringify(read)}`, () => assert.deepEqual(parseStored(stored, Shape, null), read))
}

test('if storage is unavailable, reads return nothing and nothing throws', () => {
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    get: () => {
      throw new Error('forbidden')
    },
  })
  writeText('mode', 'dark')
  removeStored('mode')
  assert.equal(readText('mode'), null)
})
