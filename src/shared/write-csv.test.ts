import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvLine, unguarded } from './write-csv.ts'

const cases: [what: string, cell: string | number, text: string][] = [
  ['plain text', 'Aspirin', 'Aspirin'],
  ['a number, negative too', -5, '-5'],
  ['a comma and a quote', 'A "b", c', '"A ""b"", c"'],
  ['a line end', 'a\nb', '"a\nb"'],
  ['a formula', '=HYPERLINK("x")', `"'=HYPERLINK(""x"")"`],
  ['a plus', '+1', "'+1"],
  ['a minus', '-1', "'-1"],
  ['an at sign', '@SUM(A1)', "'@SUM(A1)"],
  ['a tab', '\t=1', `"'\t=1"`],
  ['a blank before a formula', ' =1', "' =1"],
  ['a full-width equals sign', '\uff1d1', "'\uff1d1"],
  ['a minus sign', '\u22121', "'\u22121"],
  ['a semicolon, which could begin a new cell', 'a;=1+1', '"a;=1+1"'],
  ['a tab within', 'a\t=1+1', '"a\t=1+1"'],
  ['a carriage return', '\r=1', `"'\r=1"`],
]
for (const [what, cell, text] of cases)
  test(`${what} is written so that spreadsheets keep it`, () => assert.equal(csvLine([cell]), `${text}\r\n`))

for (const text of ['=1+1', '+1', '-1', '@x', ' =1', '\uff1d1', '\u22121', 'plain', "'quoted'", "d'or"])
  test(`“${text}” is read back unchanged`, () =>
    assert.equal(unguarded(csvLine([text]).trimEnd().replaceAll(/^"|"$/g, '')), text))
