import assert from 'node:assert/strict'
import { test } from 'node:test'
import { names, reads } from './case-names.ts'
import { anonymousCases, quickOrderCases, signedInCases, writingCases } from './make-calls.ts'

const person = { id: 'a', email: 'a@bench.example', accountId: '1000001', token: 't' }
const known = {
  slugs: ['one', 'two', 'three'],
  productIds: [],
  ndcs: ['00002446230', '00002015201', '00003015201'],
  categories: ['Cardiovascular', 'Diabetes Care'],
  customers: [person],
  contracted: [],
  admin: person,
  password: 'secret',
}
const callsOf = (name: string) => {
  const found = anonymousCases(known).find((one) => one.name === name)
  assert.ok(found, name)
  return found.calls
}

test('every read with a target is measured', () => {
  const measured = [...anonymousCases(known), ...signedInCases(known)].map(({ name }) => name)
  assert.deepEqual(measured, reads)
  assert.deepEqual(
    writingCases(known).map(({ name }) => name),
    [names.signIn, names.sendCode],
  )
})

test('repeated calls have different addresses', () => {
  for (const name of [names.listingFresh, names.listingPages, names.filteredFresh, names.ndc, names.productFresh]) {
    const calls = callsOf(name)
    const paths = Array.from({ length: 2_000 }, () => calls()?.path)
    assert.equal(new Set(paths).size, 2_000, name)
  }
})

test('calls about products repeat the catalog in rounds', () => {
  const calls = callsOf(names.productFresh)
  const paths = Array.from({ length: 4 }, () => calls()?.path)
  assert.deepEqual(paths, [
    '/api/products/slug/three?round=1',
    '/api/products/slug/two?round=1',
    '/api/products/slug/one?round=1',
    '/api/products/slug/three?round=2',
  ])
})

test('a quick order has the requested number of lines, different each time', () => {
  const many = { ...known, ndcs: Array.from({ length: 1_000 }, (_, at) => String(10_000_000_000 + at)) }
  const [short, long] = quickOrderCases(many).map(({ calls }) => [calls(), calls()])
  const linesOf = (body = '') => (JSON.parse(body) as { lines: { code: string }[] }).lines
  assert.deepEqual(
    [short, long].map((calls) => linesOf(calls?.[0]?.body).length),
    [200, 1_000],
  )
  assert.notDeepEqual(linesOf(short?.[0]?.body), linesOf(short?.[1]?.body))
})
