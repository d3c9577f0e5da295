import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseSearch, stringifySearch } from './search-text.ts'

const there: [search: Record<string, unknown>, text: string][] = [
  [{}, ''],
  [{ query: '12345' }, '?query=12345'],
  [{ page: 2, cold: true }, '?page=2&cold=true'],
  [{ redirect: '/shipping' }, '?redirect=/shipping'],
  [{ query: 'a&b c' }, '?query=a%26b+c'],
  [{ query: '', category: undefined, order: null }, ''],
  [{ query: { total: 5 } }, '?query=%7B%22total%22%3A5%7D'],
]
for (const [search, text] of there)
  test(`written as ${text || 'nothing'}`, () => assert.equal(stringifySearch(search), text))

const back: [text: string, search: Record<string, unknown>][] = [
  ['', {}],
  ['?query=12345', { query: '12345' }],
  ['?query=true', { query: 'true' }],
  ['?query={"status":"1"}', { query: { status: '1' } }],
  ['?query={broken', { query: '{broken' }],
  ['?query="x"', { query: '"x"' }],
  ['?redirect=/shipping', { redirect: '/shipping' }],
  ['?query=%', { query: '%' }],
]
for (const [text, search] of back)
  test(`${text || 'nothing'} is parsed`, () => assert.deepEqual(parseSearch(text), search))
