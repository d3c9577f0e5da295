import assert from 'node:assert/strict'
import { test } from 'node:test'
import { names, reads } from './case-names.ts'
import { anonymousCases, signedInCases } from './make-calls.ts'

const person = { id: 'a', email: 'a@bench.example', accountId: '1000001', token: 't' }
const known = {
  slugs: ['one', 'two', 'three'],
  productIds: [],
  ndcs: ['00002446230', '00002015201', '00003015201'],
  categories: ['Cardiovascular', 'Diabetes Care'],
  customers: [person],
  admin: person,
}
const callsOf = (name: string) => {
  const found = anonymousCases(known).find((one) => one.name === name)
  assert.ok(found, name)
  return found.calls
}

test('every read with a target is measured', () => {
  const measured = [...anonymousCases(known), ...signedInCases(known)].map(({ name }) => name)
  assert.deepEqual(measured, reads)
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

test('a first listing is the only one of its customer, and later ones are of the same customers', () => {
  const customers = Array.from({ length: 60 }, (_, at) => ({ ...person, token: String(at) }))
  const cases = signedInCases({ ...known, customers })
  const tokensOf = (name: string) => {
    const calls = cases.find((one) => one.name === name)?.calls
    return Array.from({ length: 100 }, () => calls?.()?.headers?.['authorization']).filter(Boolean)
  }
  assert.equal(tokensOf(names.firstListing).length, 60)
  assert.equal(new Set(tokensOf(names.laterListing)).size, 50)
})
