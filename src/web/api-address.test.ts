import assert from 'node:assert/strict'
import { test } from 'node:test'
import { callAddress } from './api-address.ts'

test('parameters are filled in and encoded', () =>
  assert.equal(
    callAddress('/api/users/UserByEmail/:email', { params: { email: 'a/b@x.example' } }),
    '/api/users/UserByEmail/a%2Fb%40x.example',
  ))

test('the query follows, without empty values', () =>
  assert.equal(
    callAddress('/api/products/search', { query: { query: 'all', page: 2, price: undefined, filter: { a: 1 } } }),
    '/api/products/search?query=all&page=2&filter=%7B%22a%22%3A1%7D',
  ))

test('a missing parameter throws instead of producing another address', () =>
  assert.throws(() => callAddress('/api/orders/:id', { params: { id: '' } }), /requires id/))
