import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CsvRows, makeCsvReader, readAgain, readCsv } from './read-csv.ts'

const rowsOf = (text: string) => [...readCsv(text, (sentence) => new Error(sentence))].flatMap(({ rows }) => rows)

const files: [string, string, string[][]][] = [
  [
    'commas',
    'a,b\n1,2\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'quotes, breaks and a missing last line end',
    '"a ""x""",b\r\n"1\n2","3,4"',
    [
      ['a "x"', 'b'],
      ['1\n2', '3,4'],
    ],
  ],
  [
    'semicolons and a byte order mark',
    '\u{feff}a;b\n1,5;2\n',
    [
      ['a', 'b'],
      ['1,5', '2'],
    ],
  ],
  [
    'bars, and other delimiters inside of fields',
    'ndc|name|price\n1|"a, ""b"""|1,234.50\n2|c;d|2\n',
    [
      ['ndc', 'name', 'price'],
      ['1', 'a, "b"', '1,234.50'],
      ['2', 'c;d', '2'],
    ],
  ],
  [
    'commas, and bars inside of fields',
    'ndc,name\n1,a|b\n2,c|d|e\n3,f|g\n',
    [
      ['ndc', 'name'],
      ['1', 'a|b'],
      ['2', 'c|d|e'],
      ['3', 'f|g'],
    ],
  ],
  [
    'tabs',
    'a\tb\n1\t\n',
    [
      ['a', 'b'],
      ['1', ''],
    ],
  ],
  [
    'empty lines',
    'a,b\n\n1,2\n\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'line ends of all kinds',
    'a,"b"\r\n1,"2"\r3,4\n',
    [
      ['a', 'b'],
      ['1', '2'],
      ['3', '4'],
    ],
  ],
  ['inches', 'Gauze 4"x4", 10 ct,5\n', [['Gauze 4"x4"', ' 10 ct', '5']]],
  ['one column', 'Email\nann@acme.example\n', [['Email'], ['ann@acme.example']]],
  ['nothing', '', []],
]
for (const [name, text, expected] of files)
  test(`CSV with ${name}`, () => {
    assert.deepEqual(rowsOf(text), expected)
  })

for (const [name, text, row] of [
  ['to the end of the file', 'a,b\n1,"2\n3,4\n', 2],
  ['up to the next quote', 'a,b\n1,2\n3,"4\n5,"6"\n7,8\n', 3],
  ['after blank lines', 'a,b\n\n\n1,"2\n', 4],
] as const)
  test(`an unclosed quote swallows no rows: ${name}`, () => {
    assert.throws(() => rowsOf(text), new RegExp(`^Error: Line ${row} has an unclosed quote`))
  })

for (const [name, text] of [
  ['of the next row', 'NDC,Name,Price\n1,Pads,2\n3,"Gauze,4\n5,Wrap 6",7\n'],
  ['of a row after others', 'NDC,Name,Price\n1,Pads,2\n3,"Gauze,4\n8,Tape,9\n5,Wrap 6",7\n'],
  ['in another column', 'NDC,Name,Price,Size\n1,Pads,2,S\n3,"Gauze,4,M\n5,Wrap,6,12"\n'],
] as const)
  test(`an inch mark swallows no rows up to one ${name}`, () => {
    assert.throws(() => rowsOf(text), /^Error: Line 3 has a quote that closes lines later/)
  })

test('multi-line descriptions stay complete', () => {
  const text = 'NDC,Description,Price\n1,"Film-coated, oblong\nKeep cool, and dry",2\n3,"Store at:\n20 C",4\n'
  assert.deepEqual(rowsOf(text).slice(1), [
    ['1', 'Film-coated, oblong\nKeep cool, and dry', '2'],
    ['3', 'Store at:\n20 C', '4'],
  ])
})

test('a long file read in pieces loses no row, wherever it is cut', () => {
  for (const quote of ['', '"']) {
    const lines = Array.from({ length: 250_000 }, (_, at) => `${at};${quote}x${quote}`)
    const reader = makeCsvReader((sentence) => new Error(sentence))
    const text = lines.join('\r\n')
    const lots: CsvRows[] = []
    for (let at = 0; at < text.length; at += 999_983)
      lots.push(...reader.read(text.slice(at, at + 999_983), at + 999_983 >= text.length))
    assert.ok(lots.length > 100)
    const numbers = (all: string[][]) => all.map(([first]) => Number(first))
    assert.deepEqual(
      lots.flatMap(({ rows }) => numbers(rows)),
      lines.map((_, at) => at),
    )
    for (const lot of lots) assert.deepEqual(readAgain(lot.text, ';'), lot.rows)
  }
})

test('a broken quote in a later batch is reported by its line', () => {
  const lines = Array.from({ length: 25_000 }, (_, at) => (at === 20_500 ? '20500;"x' : `${at};"x"`))
  assert.throws(() => rowsOf(lines.join('\n')), /Line 20501 has an unclosed quote/)
})
