import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maskAddresses } from './mask-addresses.ts'

const cases: [url: string, path: string][] = [
  ['/', '/'],
  ['/api/products/search?query=ann@acme.example', '/api/products/search'],
  ['/api/users/UserByEmail/ann@acme.example', '/api/users/UserByEmail/<email>'],
  ['/api/users/UserByEmail/ann%40acme.example/x', '/api/users/UserByEmail/<email>/x'],
  ['/a/{"email":"ann%40acme.example"}/b@c', '/a/<email>/<email>'],
  ['', ''],
]

for (const [url, path] of cases) test(`"${url}" is logged as "${path}"`, () => assert.equal(maskAddresses(url), path))

test('a path of a million letters is masked in one pass', () => {
  const long = `/${'a'.repeat(1_000_000)}`
  assert.equal(maskAddresses(long), long)
})
