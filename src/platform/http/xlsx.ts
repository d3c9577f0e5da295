import { Readable } from 'node:stream'
import type { CsvValue } from '#shared/write-csv.ts'
import { csvFile, type RowsOfFile, rowsInTurn } from './csv.ts'
import type { ServedFile } from './serve-file.ts'
import { type ZipPart, zip } from './write-zip.ts'

/** Exports rows in the requested format; `name` has no extension. */
export const listFile = <R>(format: 'csv' | 'xlsx', name: string, rows: RowsOfFile<R>): ServedFile =>
  format === 'csv' ? csvFile(`${name}.csv`, rows) : xlsxFile(`${name}.xlsx`, rows)

/** Streams a one-sheet workbook, like the CSV export; numbers keep their full precision. */
const xlsxFile = <R>(name: string, rows: RowsOfFile<R>): ServedFile => ({
  type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  name,
  content: Readable.from(zip([...parts, { name: 'xl/worksheets/sheet1.xml', content: sheet(rows) }])),
})

const sheet = async function* <R>({ columns, ...rows }: RowsOfFile<R>) {
  yield (
    `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">` +
      '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>' +
      line(Object.keys(columns))
  )
  for await (const some of rowsInTurn(rows))
    yield some.map((row) => line(Object.values(columns).map((valueOf) => valueOf(row)))).join('')
  yield '</sheetData></worksheet>'
}

const line = (values: readonly CsvValue[]): string => `<row>${values.map(cell).join('')}</row>`

/** Text cells use a style that keeps spreadsheets from evaluating formulas, even after an edit. */
const cell = (value: CsvValue): string => {
  if (value === null) return '<c/>'
  if (typeof value === 'number') return `<c><v>${value}</v></c>`
  if (typeof value === 'boolean') return `<c t="b"><v>${value ? 1 : 0}</v></c>`
  return `<c t="inlineStr" s="1"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

const escaped = (text: string): string =>
  text
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex -- XML knows no way to write these
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll(/[&<>]/g, (character) => entities[character] ?? '')

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006'
const typeOf = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const part = (name: string, xml: string): ZipPart => ({ name, content: [declaration + xml] })

const parts = [
  part(
    '[Content_Types].xml',
    `<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${typeOf}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${typeOf}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${typeOf}.worksheet+xml"/></Types>`,
  ),
  part(
    '_rels/.rels',
    `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${relation}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ),
  part(
    'xl/workbook.xml',
    `<workbook xmlns="${main}" xmlns:r="${relation}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ),
  part(
    'xl/_rels/workbook.xml.rels',
    `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${relation}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relation}/styles" Target="styles.xml"/></Relationships>`,
  ),
  part(
    'xl/styles.xml',
    `<styleSheet xmlns="${main}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1" applyNumberFormat="1"/></cellXfs></styleSheet>`,
  ),
]
