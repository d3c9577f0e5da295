import { UnreadableFile } from './check-file.ts'
import type { BookPart, SheetRows, ReadAs } from './book-sheet.ts'
import { type ReadPart, readRelations, readStyles, readWorkbook } from './read-book-parts.ts'
import { makeSheetReader } from './read-worksheet.ts'
import { makeTextsReader } from './read-texts.ts'
import { makeChecksum } from './checksum-bytes.ts'
import { unpack, type ZipEntry } from './zip-directory.ts'

type Progress = (done: number, total: number) => void

/** The worksheets of an .xlsx, each streamed on demand; chart, macro and dialog sheets are skipped. */
export const openNewBook = async (
  file: File,
  entries: readonly ZipEntry[],
  { progress, asShown }: ReadAs & { progress: Progress },
): Promise<BookPart[]> => {
  const read = makeReadPart(file, entries, progress)
  const workbook = (await readRelations(read, '')).find(({ type }) => type === 'officeDocument')?.target
  if (workbook === undefined) throw new Error('it contains no workbook')
  const relations = await readRelations(read, workbook)
  const names = new Set(entries.map(({ name }) => plainName(name)))
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

const makeReadPart = (file: File, entries: readonly ZipEntry[], progress: Progress): ReadPart => {
  const parts = new Map(entries.map((entry) => [plainName(entry.name), entry]))
  const total = entries.reduce((sum, { name, unpacked }) => sum + (/\.xml$/i.test(name) ? unpacked : 0), 0)
  let promised = 0
  let done = 0
  return async (path, write) => {
    const entry = parts.get(plainName(path))
    if (!entry) throw new Error(`${path} is missing`)
    if (entry.isLocked || (entry.method !== 0 && entry.method !== 8))
      throw new Error(`${path} uses an unsupported compression`)
    promised += entry.unpacked
    if (promised > maxUnpacked) throw new UnreadableFile('This file unpacks to more than 700 MB. Save it as .csv.')
    const decoder = new TextDecoder()
    const sum = makeChecksum()
    for await (const bytes of unpack(file, entry)) {
      sum.add(bytes)
      write(decoder.decode(bytes, { stream: true }))
      done += bytes.length
      progress(Math.min(done, total), total)
    }
    if (sum.value() !== entry.checksum) throw new Error(`${path} is corrupted`)
  }
}
