import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod/mini'
import { Moment } from '#shared/wire.ts'
import { momentWriter } from './write-moment.ts'
import { replyWriterIn } from './write-reply.ts'

const replyWriter = replyWriterIn('America/New_York')

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

/** The same answers, with moments in New York time. */
const written = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_key, one: unknown) =>
    typeof one === 'string' && one.includes('T') && !Number.isNaN(Date.parse(one)) ? inNewYork(one) : one,
  )
const inNewYork = momentWriter('America/New_York')

const good: [name: string, schema: z.core.$ZodType, answer: unknown][] = [
  ['moments, as dates and as text', z.array(Moment), [at, '2026-03-09T07:05:04.030+00:00', new Date(0)]],
  ['a shape with everything', Person, { ...person, title: 'Dr', marks: [1, 0.1, -2e21], facts: { a: { b: [null] } } }],
  ['a shape with nothing', Person, bare],
  ['a list without anything', z.array(Person), []],
  ['texts alone', z.string(), 'a "word"'],
  ['a number alone', z.number(), 12.34],
  ['nothing', z.nullable(Person), null],
  ['a number as a whole one', z.object({ n: z.number().check(z.int()) }), { n: 4_503_599_627_370_497 }],
  ['one of two shapes', z.union([z.array(z.object({ a: z.string() })), z.array(z.object({ b: Moment }))]), [{ b: at }]],
  [
    'several shapes',
    z.array(z.union([z.object({ a: z.string() }), z.object({ b: z.number() })])),
    [{ a: '' }, { b: 1 }],
  ],
  ['whatever it is', z.unknown(), { any: ['thing', 1, null] }],
]

for (const [name, schema, answer] of good)
  test(`writes ${name} like parsing and then stringifying`, () => {
    assert.deepEqual(JSON.parse(replyWriter(schema)(answer)), written(z.parse(schema, answer)))
  })

test('drops unknown properties at any depth', () => {
  const secret = { hash: 'x' }
  const write = replyWriter(z.object({ list: z.array(Person), one: z.nullable(Person) }))
  const told = { ...bare, ...secret, address: { city: 'Rom', ...secret } }
  assert.doesNotMatch(write({ list: [told], one: told, ...secret }), /hash/)
})

test('refuses missing properties', () => {
  const { name: _, ...rest } = bare
  assert.throws(() => replyWriter(Person)(rest), /name/)
  assert.throws(() => replyWriter(z.array(Person))([rest]), /name/)
})
