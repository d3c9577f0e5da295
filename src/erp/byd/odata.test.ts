import assert from 'node:assert/strict'
import { test } from 'node:test'
import { childOf, childrenOf, momentLiteral, nextPage, quote, readDecimal, readMoment, rowsOf } from './odata.ts'

test('a text in a filter is quoted, and a wildcard is refused', () => {
  assert.equal(quote("O'Neil"), "'O''Neil'")
  assert.equal(quote(''), "''")
  assert.throws(() => quote('AP-*'), RangeError)
})

test('timestamps are read in every format the ERP writes', () => {
  const moment = new Date(1_747_737_892_692)
  for (const text of ['/Date(1747737892692)/', '/Date(1747737892692+0000)/', '/Date(1747737892692-0330)/'])
    assert.deepEqual(readMoment(text), moment)
  assert.equal(readMoment('/Date(-1000)/'), null)
  for (const text of ['/Date(253402214400000)/', '', null, undefined, '2026-11-20', '/Date(x)/'])
    assert.equal(readMoment(text), null)
  assert.equal(momentLiteral(moment), "datetimeoffset'2025-05-20T10:44:52.692Z'")
})

test('decimals are text or numbers, anything else is null', () => {
  assert.equal(readDecimal('1505.880000'), 1505.88)
  assert.equal(readDecimal('-3'), -3)
  assert.equal(readDecimal(12.5), 12.5)
  for (const value of ['', null, undefined, '1.770,00 USD', '1e5', 'NaN', Number.NaN])
    assert.equal(readDecimal(value), null)
})

test('rows are found in a set, a single object and an action’s answer', () => {
  assert.deepEqual(rowsOf({ d: { results: [{ ID: '1' }, { ID: '2' }] } }), [{ ID: '1' }, { ID: '2' }])
  assert.deepEqual(rowsOf({ d: { results: { ID: '1' } } }), [{ ID: '1' }])
  assert.deepEqual(rowsOf({ d: { ID: '1' } }), [{ ID: '1' }])
  assert.deepEqual(rowsOf({ d: { results: [] } }), [])
  for (const body of [null, undefined, '', {}, { d: null }, []]) assert.deepEqual(rowsOf(body), [])
})

test('expanded relations are normalized, and links count as empty', () => {
  const link = { __deferred: { uri: 'https://erp.example/Item' } }
  assert.deepEqual(childrenOf([{ ID: '10' }]), [{ ID: '10' }])
  assert.deepEqual(childrenOf({ results: [{ ID: '10' }] }), [{ ID: '10' }])
  assert.deepEqual(childrenOf(link), [])
  assert.deepEqual(childrenOf(null), [])
  assert.deepEqual(childOf({ PartyID: '1' }), { PartyID: '1' })
  assert.equal(childOf(link), null)
  assert.equal(childOf(null), null)
})

test('the next page is followed only if the reply names one', () => {
  assert.equal(nextPage({ d: { __next: 'https://erp.example/next', results: [] } }), 'https://erp.example/next')
  assert.equal(nextPage({ d: { results: [] } }), null)
})
