import { isDateFormat } from 'hucre'
import type { BookPart, SheetRows, ReadAs } from './book-sheet.ts'
import { UnreadableFile } from './check-file.ts'
import { type FileEntry, lockOf, unpack } from './open-archive.ts'
import { makeTextsReader } from './read-texts.ts'
import { makeSheetReader } from './read-worksheet.ts'
import { attributeOf, makeXmlScanner } from './scan-xml.ts'

/** Streams a part of a workbook as text. */
type ReadPart = (path: string, write: (piece: string) => void) => Promise<void>

/** A reference from one part to another. */
interface Relation {
  id: string
  /** Last segment of the type's URI, which is the same in both editions of the format. */
  type: string
  target: string
}

/** Calls `take` for each opening tag, with a getter for its attributes. */
const eachElement = async (
  read: ReadPart,
  path: string,
  take: (name: string, value: (attribute: string) => string) => void,
): Promise<void> => {
  const scanner = makeXmlScanner({
    open: (name, attributes) => take(name, (attribute) => attributeOf(attributes, attribute)),
    close: () => {},
    text: () => {},
  })
  await read(path, scanner.write)
  scanner.end()
}

const readRelations = async (read: ReadPart, path: string): Promise<Relation[]> => {
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const name = path.slice(folder.length)
  const relations: Relation[] = []
  await eachElement(read, `${folder}_rels/${name}.rels`, (element, value) => {
    if (element !== 'Relationship') return
    const type = value('Type').split('/').at(-1) ?? ''
    relations.push({ id: value('Id'), type, target: pathOf(folder, value('Target')) })
  })
  return relations
}

const pathOf = (folder: string, target: string): string => {
  const steps: string[] = []
  for (const step of (target.startsWith('/') ? target : folder + target).split('/'))
    if (step === '..') steps.pop()
    else if (step !== '.' && step !== '') steps.push(step)
  return steps.join('/')
}

interface Workbook {
  sheets: { name: string; isHidden: boolean; relation: string }[]
  startsIn1904: boolean
}

const readWorkbook = async (read: ReadPart, path: string): Promise<Workbook> => {
  const book: Workbook = { sheets: [], startsIn1904: false }
  await eachElement(read, path, (element, value) => {
    if (element === 'workbookPr') book.startsIn1904 = ['1', 'true'].includes(value('date1904'))
    if (element === 'sheet')
      book.sheets.push({ name: value('name'), isHidden: /hidden/i.test(value('state')), relation: value('id') })
  })
  return book
}

interface NumberStyle {
  isMoment: boolean
  /** `$` before or `%` after the number, or empty. */
  sign: string
}

/** The number format of each cell style. */
const readStyles = async (read: ReadPart, path: string | undefined): Promise<NumberStyle[]> => {
  const formats = new Map<string, string>()
  const styles: NumberStyle[] = []
  let isInCells = false
  if (path !== undefined)
    await eachElement(read, path, (element, value) => {
      if (element === 'numFmt') formats.set(value('numFmtId'), value('formatCode'))
      if (/^cell(?:Style)?Xfs$|^cellStyles$|^dxfs$/.test(element)) isInCells = element === 'cellXfs'
      if (element !== 'xf' || !isInCells) return
      const format = value('numFmtId')
      const code = formats.get(format) ?? format
      styles.push({ isMoment: isDateFormat(code), sign: formats.has(format) ? signIn(code) : (ownSigns[format] ?? '') })
    })
  return styles
}

/** Built-in formats with a sign. */
const ownSigns: Record<string, string> = { 5: '$', 6: '$', 7: '$', 8: '$', 9: '%', 10: '%', 42: '$', 44: '$' }

/** The currency or percent sign of a format; `[$-409]` is the language of a date. */
const signIn = (format: string): string => {
  const [, foreign = '', sign = ''] = /\[\$([^\]-]+)|([$€£¥%])/.exec(format.replaceAll(/\[\$-[^\]]*\]/g, '')) ?? []
  return foreign || sign
}

type Progress = (done: number, total: number) => void

/** The worksheets of an .xlsx, each streamed on demand; chart, macro and dialog sheets are skipped. */
export const openNewBook = async (
  entries: readonly FileEntry[],
  { progress, asShown }: ReadAs & { progress: Progress },
): Promise<BookPart[]> => {
  const read = makeReadPart(entries, progress)
  const workbook = (await readRelations(read, '')).find(({ type }) => type === 'officeDocument')?.target
  if (workbook === undefined) throw new Error('it contains no workbook')
  const relations = await readRelations(read, workbook)
  const names = new Set(entries.map(({ filename }) => plainName(filename)))
  const targetOf = (wanted: string) =>
    relations.find(({ type, target }) => type === wanted && names.has(plainName(target)))?.target
  const { sheets, startsIn1904 } = await readWorkbook(read, workbook)
  const styles = await readStyles(read, targetOf('styles'))
  const texts = makeTextsReader()
  const shared = targetOf('sharedStrings')
  if (shared !== undefined) await read(shared, texts.write)
  const facts = {
    texts: texts.end(),
    isMoment: styles.map(({ isMoment }) => isMoment),
    signs: asShown ? styles.map(({ sign }) => sign) : [],
    startsIn1904,
  }
  return sheets.flatMap(({ name, isHidden, relation }) => {
    const { type = 'worksheet', target = '' } = relations.find(({ id }) => id === relation) ?? {}
    if (type !== 'worksheet') return []
    const readInto = async (kept: SheetRows) => {
      const reader = makeSheetReader(facts, kept)
      await read(target, reader.write)
      reader.end()
    }
    return [{ name, isHidden, readInto }]
  })
}

/** Five times the unpacked size of a whole catalog, but small for a ZIP bomb. */
const maxUnpacked = 700 * 1024 * 1024

/** Part names are case-insensitive. */
const plainName = (name: string): string => name.replaceAll('\\', '/').replace(/^\//, '').toLowerCase()

const makeReadPart = (entries: readonly FileEntry[], progress: Progress): ReadPart => {
  const parts = new Map(entries.map((entry) => [plainName(entry.filename), entry]))
  const texts = entries.filter(({ filename }) => /\.xml$/i.test(filename))
  const total = texts.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
  let promised = 0
  let done = 0
  return async (path, write) => {
    const entry = parts.get(plainName(path))
    if (!entry) throw new Error(`${path} is missing`)
    if (lockOf(entry)) throw new Error(`${path} uses an unsupported compression`)
    promised += entry.uncompressedSize
    if (promised > maxUnpacked) throw new UnreadableFile('This file unpacks to more than 700 MB. Save it as .csv.')
    const decoder = new TextDecoder()
    await unpack(entry, (bytes) => {
      write(decoder.decode(bytes, { stream: true }))
      done += bytes.length
      progress(Math.min(done, total), total)
    })
  }
}
