import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lines, requiredLines, requiredText, text } from './wire.ts'

for (const [what, typed, kept] of [
  ['a line break', 'Ann\r\nYour account is locked: call 555', 'Ann Your account is locked: call 555'],
  ['a bare return', 'Ann\rLee', 'Ann Lee'],
  ['line breaks of other systems', 'Ann\u2028Lee\u2029Roe\u0085Doe\vMoe\fJoe', 'Ann Lee Roe Doe Moe Joe'],
  ['a tab', 'Ann\t Lee', 'Ann Lee'],
  ['blank lines around', '\n\nAnn\n', 'Ann'],
] as const)
  test(`${what} is a space in one-line text`, () => {
    assert.equal(text(100).parse(typed), kept)
    assert.equal(requiredText(100, 'Name').parse(typed), kept)
  })

test('multi-line text keeps its lines', () => {
  assert.equal(lines(100).parse(' one\ntwo '), 'one\ntwo')
  assert.throws(() => requiredLines(100, 'The note').parse('\n'), /The note is required/)
  assert.throws(() => lines(100).parse('a\u0000b'), /cannot be stored/)
})
