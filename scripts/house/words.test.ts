import assert from 'node:assert/strict'
import { it } from 'node:test'
import { endings, retiredIn, retiredVerbs, retiredWords, verbs, wordsIn } from './words.ts'

const split: [name: string, words: string[]][] = [
  ['placeOrder', ['place', 'order']],
  ['PlaceOrder', ['place', 'order']],
  ['place-order', ['place', 'order']],
  ['toUTCDay', ['to', 'utc', 'day']],
  ['v2', ['v', '2']],
]

for (const [name, words] of split) it(`${name} is ${words.join(' and ')}`, () => assert.deepEqual(wordsIn(name), words))

const cases: [name: string, complaint: string | null][] = [
  ['checkLines', null],
  ['settlementOf', null],
  ['releaseOrdersOnHold', null],
  ['keyOf', null],
  ['judgeLines', '"judge" is retired: write check, validate, evaluate or score'],
  ['judge-lines', '"judge" is retired: write check, validate, evaluate or score'],
  ['useKeepHoliday', '"keep" is retired: write save, cache, buffer or throttle'],
  ['CheckedTwins', '"twins" is retired: write duplicates'],
  ['mailTroubles', '"troubles" is retired: write issues'],
  ['Wanted', 'Wanted says nothing about its meaning'],
]

for (const [name, complaint] of cases)
  it(`${name}: ${complaint ?? 'is well named'}`, () => assert.equal(retiredIn(name), complaint))

it('no verb is both allowed and retired', () => {
  const retired = [...Object.keys(retiredVerbs), ...Object.keys(retiredWords)]
  assert.deepEqual(
    retired.filter((word) => verbs.has(word) || endings.has(word)),
    [],
  )
})
