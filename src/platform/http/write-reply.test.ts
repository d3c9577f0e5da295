import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod/mini'
import { Moment } from '#shared/wire.ts'
import { replyWriter } from './write-reply.ts'

const at = new Date('2026-03-09T07:05:04.030Z')

const Person = z.object({
  name: z.string(),
  born: Moment,
  left: z.nullable(Moment),
  level: z.enum(['low', 'high']),
  address: z.nullable(z.object({ city: z.string() })),
  title: z.optional(z.string()),
  marks: z.nullable(z.array(z.number())),
  facts: z.nullable(z.record(z.string(), z.unknown())),
})
const person = { name: 'Ann "A" Bäcker\n\u2028😀', born: at, left: at, level: 'low', address: { city: 'Rom' } }
const bare = { name: '', born: '2026-03-09', left: null, level: 'high', address: null, marks: null, facts: null }

const good: [name: string, schema: z.core.$ZodType, answer: unknown][] = [
  ['moments, as dates and as text', z.array(Moment), [at, '2026-03-09T07:05:04.030+00:00', new Date(0)]],
  ['a shape with everything', Person, { ...person, title: 'Dr', marks: [1, 0.1, -2e21], facts: { a: { b: [null] } } }],
  ['a shape with nothing', Person, bare],
  ['a list without anything', z.array(Person), []],
  ['texts alone', z.string(), 'a "word"'],
  ['a number alone', z.number(), 12.34],
  ['nothing', z.nullable(Person), null],
  ['a number as a whole one', z.object({ n: z.number().check(z.int()) }), { n: 4_503_599_627_370_497 }],
  ['choices', z.array(z.union([z.object({ a: z.string() }), z.object({ b: Moment })])), [{ a: '' }, { b: at }]],
  ['whatever it is', z.unknown(), { any: ['thing', 1, null] }],
]

for (const [name, schema, answer] of good)
  test(`writes ${name} as parsing it and writing what comes out`, () => {
    assert.deepEqual(JSON.parse(replyWriter(schema)(answer)), JSON.parse(JSON.stringify(z.parse(schema, answer))))
  })

test('leaves out what does not belong, however deep', () => {
  const secret = { hash: 'x' }
  const write = replyWriter(z.object({ list: z.array(Person), one: z.nullable(Person) }))
  const told = { ...bare, ...secret, address: { city: 'Rom', ...secret } }
  assert.doesNotMatch(write({ list: [told], one: told, ...secret }), /hash/)
})

test('refuses what is incomplete', () => {
  const { name: _, ...rest } = bare
  assert.throws(() => replyWriter(Person)(rest), /name/)
  assert.throws(() => replyWriter(z.array(Person))([rest]), /name/)
})
