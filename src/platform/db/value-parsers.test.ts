import assert from 'node:assert/strict'
import { test } from 'node:test'
import { types, wireTypes } from './value-parsers.ts'

const moment = 1184
const parseMoment: (text: string) => Date = types.getTypeParser(moment, 'text')
const wireMoment: (text: string) => string = wireTypes.getTypeParser(moment, 'text')

const moments: [written: string, iso: string][] = [
  ['2026-11-21 18:48:09.123456+00', '2026-11-21T18:48:09.123Z'],
  ['2026-11-21 18:48:09.1+00', '2026-11-21T18:48:09.100Z'],
  ['2026-11-21 18:48:09.98+00', '2026-11-21T18:48:09.980Z'],
  ['2026-11-21 18:48:09.001999+00', '2026-11-21T18:48:09.001Z'],
  ['2026-11-21 18:48:09.012+00', '2026-11-21T18:48:09.012Z'],
  ['2026-11-21 18:48:09+00', '2026-11-21T18:48:09.000Z'],
  ['2024-02-29 00:00:00+00', '2024-02-29T00:00:00.000Z'],
  ['1999-12-31 23:59:59.999999+00', '1999-12-31T23:59:59.999Z'],
  ['2026-11-21 18:48:09.5+02', '2026-11-21T16:48:09.500Z'],
  ['2026-11-21 18:48:09.25+05:30', '2026-11-21T13:18:09.250Z'],
  ['2026-11-21 18:48:09-08', '2026-11-22T02:48:09.000Z'],
  ['12026-01-02 03:04:05+00', '+012026-01-02T03:04:05.000Z'],
  ['0044-03-15 12:00:00+00', '0044-03-15T12:00:00.000Z'],
  ['0044-03-15 12:00:00+00 BC', '-000043-03-15T12:00:00.000Z'],
]

for (const [written, iso] of moments)
  test(`${written} is ${iso}`, () => {
    assert.equal(parseMoment(written).toISOString(), iso)
    assert.equal(wireMoment(written), iso)
  })

test('special values are unchanged', () => assert.equal(parseMoment('infinity') as unknown, Infinity))
