import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod/mini'
import { countInWords, idOrFilter, jsonFilter, lenientFilter, readCount, writeCount } from './filters.ts'

const keys = ['status', 'total'] as const
const cases: [what: string, value: unknown, read: object | null][] = [
  ['nothing', '', {}],
  ['an empty object', '{}', {}],
  ['text', '{"status":" 2 "}', { status: '2' }],
  ['a number', '{"total":12.5}', { total: '12.5' }],
  ['an object', { status: '2' }, { status: '2' }],
  ['null and blanks', '{"status":null,"total":"  "}', {}],
  ['unknown keys', '{"user_id":"1","status":"1"}', { status: '1' }],
  ['inherited keys', '{"toString":"x"}', {}],
  ['nested', '{"status":{"$ne":1}}', null],
  ['a list', '{"status":["1"]}', null],
  ['truth', '{"status":true}', null],
  ['a prototype', '{"__proto__":{"status":"1"}}', null],
  ['a constructor', '{"constructor":1}', null],
  ['NUL', '{"status":"1\\u0000"}', null],
  ['a long value', `{"status":"${'1'.repeat(101)}"}`, null],
  ['a long filter', `{"status":"1","x":"${'1'.repeat(2_000)}"}`, null],
  ['broken JSON', '{"status":', null],
  ['an array', '[]', null],
  ['a bare word', 'all', null],
]

for (const [what, value, read] of cases) {
  test(`filter: ${what}`, () => {
    const strict = z.safeParse(jsonFilter(keys), value)
    assert.deepEqual(strict.success ? strict.data : null, read)
    assert.deepEqual(z.parse(lenientFilter(keys), value), read ?? {})
    assert.equal(Object.getPrototypeOf(z.parse(lenientFilter(keys), value)), Object.prototype)
  })
}

test('plain text in an address searches all columns, in lists that support it', () => {
  const filter = lenientFilter(['any', 'status'])
  assert.deepEqual(z.parse(filter, ' metformin 500 '), { any: 'metformin 500' })
  assert.deepEqual(z.parse(filter, '{"status":"1"}'), { status: '1' })
  for (const value of ['', '{', 12]) assert.deepEqual(z.parse(filter, value), {})
})

test('a path has an ID, a word or a filter', () => {
  assert.deepEqual(z.parse(idOrFilter(keys), 'all'), { id: 'all', filter: {} })
  assert.deepEqual(z.parse(idOrFilter(keys), '{"status":1}'), { id: null, filter: { status: '1' } })
  assert.equal(z.safeParse(idOrFilter(keys), '{').success, false)
  assert.equal(z.safeParse(idOrFilter(keys), 'x'.repeat(255)).success, false)
})

test('a count is formatted and parsed, exact or "more than"', () => {
  for (const count of [
    { number: 0, isMore: false },
    { number: 10_000, isMore: true },
  ])
    assert.deepEqual(readCount(writeCount(count)), count)
  assert.equal(readCount(null), null)
  assert.equal(readCount('many'), null)
  assert.equal(countInWords({ number: 1, isMore: false }), '1 result')
  assert.equal(countInWords({ number: 37, isMore: false }), '37 results')
  assert.equal(countInWords({ number: 10_000, isMore: true }), 'more than 10,000 results')
})
