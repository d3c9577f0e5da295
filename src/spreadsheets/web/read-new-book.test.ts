import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SheetCell } from '../sheet-cell.ts'
import { sentenceFor } from './check-file.ts'
import { readSheets } from './read-sheets.ts'
import { type ArchiveEntry, zipOf } from './testing-archives.ts'

const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="http://x/${type}" Target="${target}"/>`

/** Parts of a one-sheet workbook from raw XML. */
const partsOf = (sheet: string, texts = '', styles = ''): ArchiveEntry[] =>
  [
    ['_rels/.rels', `<Relationships>${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`],
    [
      'xl/workbook.xml',
      '<x:workbook xmlns:x="m" xmlns:r="r"><x:sheets><x:sheet name="Prices &amp; more" sheetId="1" r:id="rId1"/></x:sheets></x:workbook>',
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `<Relationships>${relation('rId1', 'worksheet', '/xl/worksheets/sheet1.xml')}${relation('rId2', 'sharedStrings', 'sharedStrings.xml')}${relation('rId3', 'styles', '../xl/styles.xml')}</Relationships>`,
    ],
    ['xl/sharedStrings.xml', `<sst>${texts}</sst>`],
    ['xl/styles.xml', `<styleSheet>${styles}</styleSheet>`],
    ['xl/worksheets/sheet1.xml', sheet],
  ].map(([name = '', content = '']) => ({ name, content: Buffer.from(content), isStored: true }))

const sheetOf = (rows: string, behind = '') =>
  `<?xml version="1.0"?><worksheet><sheetData>${rows}</sheetData>${behind}</worksheet>`

const open = async (parts: ArchiveEntry[] | Buffer) => {
  const file = new File([new Uint8Array(Buffer.isBuffer(parts) ? parts : zipOf(parts))], 'a.xlsx')
  const [sheet, ...others] = await readSheets(file, () => {})
  assert.ok(sheet && others.length === 0)
  return sheet
}

const rowsOf = async (parts: ArchiveEntry[]): Promise<SheetCell[][]> => {
  const { count, lotAt } = await open(parts)
  const rows: SheetCell[][] = []
  while (rows.length < count) rows.push(...(await lotAt(rows.length)).rows)
  return rows
}

const refusal = (parts: ArchiveEntry[] | Buffer): Promise<string> =>
  open(parts).then(
    () => 'It was read.',
    (error: unknown) => sentenceFor(error),
  )

test('every way to write a cell is read', async () => {
  const texts =
    '<si><t xml:space="preserve"> a &lt;b&gt; &#x41;_x000A_</t></si><si><r><rPr><b/></rPr><t>5</t></r><r><t> mg</t></r><rPh sb="0" eb="1"><t>no</t></rPh></si>'
  const styles =
    '<numFmts><numFmt numFmtId="164" formatCode="yyyy-mm-dd"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="22"/></cellXfs>'
  for (const [cell, value] of [
    ['<c r="A1" t="s"><v>0</v></c>', ' a <b> A\n'],
    ["<c r='A1' t='s'><v>1</v></c>", '5 mg'],
    ['<c r="A1" t="inlineStr"><is><r><t>in</t></r><r><t>line</t></r></is></c>', 'inline'],
    ['<c r="A1" t="inlineStr"><is><t><![CDATA[a < b]]></t></is></c>', 'a < b'],
    ['<c r="A1" t="inlineStr"><is><t>_x005F_x0041_</t></is></c>', '_x0041_'],
    ['<x:c r="A1"><x:v>1.50</x:v></x:c>', 1.5],
    ['<c t="n"><v>0406012301</v></c>', 406012301],
    ['<c r="A1" s="1"><v>45617</v></c>', '2024-11-21'],
    ['<c r="A1" s="2"><v>45617.5</v></c>', '2024-11-21T12:00:00.000Z'],
    ['<c r="A1" t="d"><v>2024-11-21</v></c>', '2024-11-21'],
    ['<c r="A1" t="b"><v>1</v></c>', true],
    ['<c r="A1" t="e"><v>#DIV/0!</v></c>', '#DIV/0!'],
    ['<c r="A1" t="str"><f>"a"&amp;B1</f><v>ab</v></c>', 'ab'],
    ['<c r="A1"><f>1+1</f><v>2</v></c>', 2],
    ['<c r="A1"><f>1+1</f></c>', '#FORMULA'],
    ['<c r="A1"><f t="shared" si="0"/></c>', '#FORMULA'],
    ['<c r="A1"><!-- a > b --><v>7</v><extLst><ext a="/>"/></extLst></c>', 7],
  ] as const)
    assert.deepEqual(await rowsOf(partsOf(sheetOf(`<row r="1">${cell}</row>`), texts, styles)), [[value]], cell)
})

test('cells stay at their addresses, and empty rows at the end are ignored', async () => {
  const sheet = sheetOf(
    '<row><c><v>1</v></c><c r="D1"><v>2</v></c><c><v>3</v></c></row><row r="4"><c r="b4"><v>4</v></c></row><row r="1048576"><c r="A1048576" s="1"/></row>',
  )
  const data = await open(partsOf(sheet))
  assert.equal(data.name, 'Prices & more')
  const none = [null, null, null, null, null]
  assert.deepEqual(data.first, [[1, null, null, 2, 3], none, none, [null, 4, null, null, null]])
  assert.equal(data.count, 4)
})

test('rows and columns hidden by the user, a filter, size or default are detected', async () => {
  const cells = (row: number) => `<c r="A${row}"><v>${row}</v></c><c r="D${row}"><v>1</v></c>`
  const rows = [
    `<row r="1">${cells(1)}</row>`,
    `<row r="2" hidden="1">${cells(2)}</row>`,
    `<row r="3" ht="0" customHeight="1">${cells(3)}</row>`,
    `<row r="4" hidden="0" ht="15">${cells(4)}</row>`,
  ].join('')
  const columns =
    '<cols><col min="2" max="3" width="9" hidden="1"/><col min="4" max="4" width="0"/><col min="9" max="16384" hidden="true"/></cols>'
  const hidden = async (before: string) => {
    const sheet = `<worksheet>${before}<sheetData>${rows}</sheetData></worksheet>`
    const { hiddenRows, hiddenColumns } = await open(partsOf(sheet))
    return [[...hiddenRows], hiddenColumns]
  }
  assert.deepEqual(await hidden(columns), [
    [1, 2],
    [1, 2, 3],
  ])
  assert.deepEqual(await hidden('<sheetFormatPr defaultRowHeight="15" zeroHeight="1"/>'), [[0, 1, 2], []])
})

test('a long sheet is read in chunks, and merged cells cross chunk borders', async () => {
  const numbers = Array.from({ length: 1_203 }, (_, at) => at + 1)
  const rows = numbers.map(
    (row) => `<row r="${row}">${row === 499 ? '<c r="A499"><v>9</v></c>' : ''}<c r="B${row}"><v>${row}</v></c></row>`,
  )
  const merged = '<mergeCells><mergeCell ref="A499:A1002"/><mergeCell ref="B1:C1"/></mergeCells>'
  const read = await rowsOf(partsOf(sheetOf(rows.join(''), merged)))
  assert.deepEqual(
    read,
    numbers.map((row) => [row >= 499 && row <= 1_002 ? 9 : null, row]),
  )
})

test('a ZIP64 archive is read', async () => {
  const whole = zipOf(partsOf(sheetOf('<row r="1"><c r="A1"><v>1</v></c></row>')))
  const end = whole.subarray(-22)
  const large = Buffer.alloc(76)
  large.writeUInt32LE(0x06064b50)
  large.writeBigUInt64LE(BigInt(end.readUInt16LE(10)), 32)
  large.writeBigUInt64LE(BigInt(end.readUInt32LE(12)), 40)
  large.writeBigUInt64LE(BigInt(end.readUInt32LE(16)), 48)
  large.writeUInt32LE(0x07064b50, 56)
  large.writeBigUInt64LE(BigInt(whole.length - 22), 64)
  const said = Buffer.from(end)
  said.fill(0xff, 8, 20)
  assert.deepEqual((await open(Buffer.concat([whole.subarray(0, -22), large, said]))).first, [[1]])
})

test('damaged or malicious files are refused with a message', async () => {
  const one = '<row r="1"><c r="A1"><v>1</v></c></row>'
  const good = partsOf(sheetOf(one))
  const changed = zipOf(good)
  changed.write('2', changed.indexOf('<v>1</v>') + 3)
  const last = (says: ArchiveEntry['says'], content = sheetOf(one)) => [
    ...good.slice(0, -1),
    { name: 'xl/worksheets/sheet1.xml', content: Buffer.from(content), says },
  ]
  const long = `<row r="300001"><c r="A300001"><v>1</v></c></row>`
  const shared = 'x'.repeat(1024 * 1024)
  const repeated = Array.from({ length: 300 }, (_, at) => `<row><c r="A${at + 1}" t="s"><v>0</v></c></row>`).join('')
  const wide = `<row r="1"><c r="XFE1"><v>1</v></c></row>`
  for (const [parts, expected] of [
    [changed, /damaged.*is corrupted/],
    [last({ unpacked: 800 * 1024 * 1024 }), /more than 700 MB/],
    [last({ unpacked: 20 }), /damaged.*larger than declared/],
    [last({ flags: 0x801 }), /damaged/],
    [last({}, `<worksheet><sheetData>${one}`), /damaged.*incomplete/],
    [last({}, `<worksheet><sheetData>${one}</sheetData><!--${'x'.repeat(5 * 1024 * 1024)}`), /damaged.*unterminated/],
    [partsOf(sheetOf(`<row r="1"><c r="A1"><v>${'1'.repeat(5 * 1024 * 1024)}</v></c></row>`)), /damaged.*unterminated/],
    [partsOf(sheetOf(`${one}<row r="1"><c r="A1"><v>2</v></c></row>`)), /damaged.*not in order/],
    [partsOf(sheetOf('<row r="1"><c r="A1" t="s"><v>0</v></c></row>')), /damaged.*missing text/],
    [partsOf(sheetOf(wide)), /damaged/],
    [partsOf(sheetOf(long)), /more than 300,000 rows/],
    [partsOf(sheetOf(repeated), `<si><t>${shared}</t></si>`), /more than 200 MB of text/],
    [good.slice(0, -1), /damaged.*is missing/],
    [partsOf(sheetOf('<row r="1"><c r="A1"/></row>')), /has no rows/],
  ] as const)
    assert.match(await refusal(parts as ArchiveEntry[] | Buffer), expected, String(expected))
})
