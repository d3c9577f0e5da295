import { CFB, utils, write } from '@e965/xlsx'

type Cells = (string | number)[][]

/** A two-sheet workbook in a format of that time. */
export const bookOf = (rows: Cells, bookType: 'biff2' | 'biff5' | 'biff8' | 'xlsb'): Uint8Array => {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Prices')
  utils.book_append_sheet(book, utils.aoa_to_sheet([['Notes']]), 'Notes')
  return write(book, { type: 'buffer', bookType }) as Uint8Array
}

/** An .xls whose first sheet has an embedded chart with its own cached numbers. */
export const withChart = (rows: Cells, charted: [row: number, column: number, value: number][]): Uint8Array => {
  const book = streamOf(bookOf(rows, 'biff8'))
  const records = [...recordsOf(book)]
  const sheet = records.filter(({ id }) => id === begin)[1]?.at ?? 0
  const end = records.find(({ id, at }) => id === eof && at > sheet)?.at ?? 0
  const chart = substream(0x20, charted)
  const whole = Buffer.concat([book.subarray(0, end), chart, book.subarray(end)])
  for (const { id, at } of records)
    if (id === boundSheet && book.readUInt32LE(at + 4) > sheet)
      whole.writeUInt32LE(book.readUInt32LE(at + 4) + chart.length, at + 4)
  return inContainer(whole, 'Workbook')
}

/** An .xls with an additional chart or macro sheet that has numbers of its own. */
export const withOldSheet = (
  rows: Cells,
  kind: 'chart' | 'macros',
  numbers: [row: number, column: number, value: number][],
): Uint8Array => {
  const book = streamOf(bookOf(rows, 'biff8'))
  const records = [...recordsOf(book)]
  const last = records.findLast(({ id }) => id === boundSheet)?.at ?? 0
  const name = Buffer.from('Extra')
  const entry = record(
    boundSheet,
    Buffer.concat([Buffer.from([0, 0, 0, 0, 0, kind === 'chart' ? 2 : 1, name.length, 0]), name]),
  )
  const place = last + 4 + book.readUInt16LE(last + 2)
  const whole = Buffer.concat([
    book.subarray(0, place),
    entry,
    book.subarray(place),
    substream(kind === 'chart' ? 0x20 : 0x40, numbers),
  ])
  for (const { id, at } of recordsOf(whole))
    if (id === boundSheet)
      whole.writeUInt32LE(at === place ? book.length + entry.length : whole.readUInt32LE(at + 4) + entry.length, at + 4)
  return inContainer(whole, 'Workbook')
}

/** The same workbook with a renamed stream. */
export const renamedStream = (file: Uint8Array, name: string): Uint8Array => inContainer(streamOf(file), name)

/** An OLE container without a workbook, as written by Word. */
export const wordDocument = (): Uint8Array => inContainer(Buffer.from('text'), 'WordDocument')

/** An .xlsx with an additional chart or macro sheet in front. */
export const withOtherSheet = (file: Uint8Array, folder: 'chartsheets' | 'macrosheets'): Uint8Array => {
  const parts = CFB.read(Buffer.from(file), { type: 'buffer' })
  const part = (name: string) => Buffer.from((CFB.find(parts, name)?.content ?? []) as Uint8Array).toString() // the content is never a string here
  const workbook = part('/xl/workbook.xml')
  const relations = part('/xl/_rels/workbook.xml.rels')
  const types = part('/[Content_Types].xml')
  const kind = folder === 'chartsheets' ? 'chartsheet' : 'xlMacrosheet'
  const changed: Record<string, string> = {
    '/xl/workbook.xml': workbook.replace('<sheets>', '<sheets><sheet name="Extra" sheetId="99" r:id="rId99"/>'),
    '/xl/_rels/workbook.xml.rels': relations.replace(
      '</Relationships>',
      `<Relationship Id="rId99" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${kind}" Target="${folder}/sheet1.xml"/></Relationships>`,
    ),
    '/[Content_Types].xml': types.replace(
      '</Types>',
      `<Override PartName="/xl/${folder}/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${kind}+xml"/></Types>`,
    ),
    [`/xl/${folder}/sheet1.xml`]: '<chartsheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"/>',
  }
  for (const [name, text] of Object.entries(changed)) {
    CFB.utils.cfb_del(parts, name)
    CFB.utils.cfb_add(parts, name, Buffer.from(text))
  }
  return new Uint8Array(CFB.write(parts, { type: 'buffer', fileType: 'zip' } as never) as Buffer) // missing in its types
}

const begin = 0x809
const eof = 0x0a
const boundSheet = 0x85

const streamOf = (file: Uint8Array): Buffer =>
  Buffer.from((CFB.find(CFB.read(Buffer.from(file), { type: 'buffer' }), '/Workbook')?.content ?? []) as Uint8Array) // the content is never a string here

const inContainer = (stream: Buffer, name: string): Uint8Array => {
  const container = CFB.utils.cfb_new()
  CFB.utils.cfb_add(container, `/${name}`, stream)
  return new Uint8Array(CFB.write(container, { type: 'buffer' }) as Buffer) // as requested by `type`
}

/** A substream of this kind: 0x20 for a chart, 0x40 for macros. */
const substream = (kind: number, numbers: [row: number, column: number, value: number][]): Buffer => {
  const cells = numbers.map(([row, column, value]) => {
    const cell = Buffer.alloc(14)
    cell.writeUInt16LE(row, 0)
    cell.writeUInt16LE(column, 2)
    cell.writeDoubleLE(value, 6)
    return record(0x203, cell)
  })
  const opening = Buffer.from([0, 6, kind, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6, 0, 0, 0])
  return Buffer.concat([record(begin, opening), ...cells, record(eof, Buffer.alloc(0))])
}

const record = (id: number, data: Buffer): Buffer => {
  const head = Buffer.alloc(4)
  head.writeUInt16LE(id, 0)
  head.writeUInt16LE(data.length, 2)
  return Buffer.concat([head, data])
}

function* recordsOf(stream: Buffer): Generator<{ id: number; at: number }> {
  for (let at = 0; at + 4 <= stream.length; at += 4 + stream.readUInt16LE(at + 2))
    yield { id: stream.readUInt16LE(at), at }
}
