import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod/mini'
import { Moment } from '#shared/wire.ts'
import { momentWriter, replyWriterIn } from './write-reply.ts'

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

const cases: [timeZone: string, moment: Date | string, written: string][] = [
  ['America/New_York', '2026-11-26T04:57:00.000Z', '2026-11-25T23:57:00.000-05:00'],
  ['America/New_York', new Date('2026-11-26T04:57:00.123Z'), '2026-11-25T23:57:00.123-05:00'],
  ['America/New_York', '2026-11-01T05:59:59.999Z', '2026-11-01T01:59:59.999-04:00'],
  ['America/New_York', '2026-11-01T06:00:00.000Z', '2026-11-01T01:00:00.000-05:00'],
  ['America/New_York', '2026-03-08T07:00:00.000Z', '2026-03-08T03:00:00.000-04:00'],
  ['America/New_York', '2026-07-01T12:00:00.000+00:00', '2026-07-01T08:00:00.000-04:00'],
  ['America/New_York', '2026-11-25T23:57:00.000-05:00', '2026-11-25T23:57:00.000-05:00'],
  ['America/New_York', '2026-11-26', '2026-11-26'],
  ['Pacific/Auckland', '2026-12-31T11:00:00.000Z', '2027-01-01T00:00:00.000+13:00'],
  ['Asia/Kathmandu', '2026-06-01T18:15:00.000Z', '2026-06-02T00:00:00.000+05:45'],
  ['America/St_Johns', '2026-01-15T03:29:00.000Z', '2026-01-14T23:59:00.000-03:30'],
  ['UTC', '2026-01-15T03:29:00.000Z', '2026-01-15T03:29:00.000+00:00'],
  ['Europe/London', '2026-01-15T03:29:00.000Z', '2026-01-15T03:29:00.000+00:00'],
  ['Africa/Casablanca', '2026-03-01T12:00:00.000Z', '2026-03-01T12:00:00.000+00:00'],
]

for (const [timeZone, moment, written] of cases)
  test(`${String(moment)} in ${timeZone} is ${written}`, () => {
    const write = momentWriter(timeZone)
    assert.equal(write(moment), written)
    assert.equal(write(moment), written, 'the second time as the first')
    if (written.includes('T')) assert.equal(Date.parse(written), new Date(moment).getTime())
  })
