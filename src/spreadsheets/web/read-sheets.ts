import type { SheetCell } from '../sheet-cell.ts'
import { damagedMessage, decoderFor, encodingsOf, isDamaged } from '#shared/decode-text.ts'
import { makeCsvReader, readAgain } from '#shared/read-csv.ts'
import {
  type BookPart,
  isFilled,
  type Lot,
  maxFirst,
  maxRows,
  type ReadAs,
  refuseTooLong,
  type SheetData,
} from './book-sheet.ts'
import { isBareBook, kindOf, packageKind, UnreadableFile } from './check-file.ts'
import { makeRowBuffer } from './buffer-rows.ts'

type Progress = (done: number, total: number) => void

/** Reads the sheets of a file as texts, numbers and booleans; throws UnreadableFile with a message for the user. */
export const readSheets = async (
  file: File,
  progress: Progress,
  { asShown }: ReadAs = { asShown: false },
): Promise<SheetData[]> => {
  const head = new Uint8Array(await file.slice(0, 65_536).arrayBuffer())
  const isOld = head[0] === 0xd0 || isBareBook(head)
  const bytes = isOld && file.size <= 64 * 1024 * 1024 ? new Uint8Array(await file.arrayBuffer()) : head
  const kind = kindOf(bytes, file.name, file.size)
  const sheets =
    kind === 'csv'
      ? await readText(file, head, progress)
      : await readBook(await openBook(file, { bytes, kind, progress, asShown }))
  if (sheets.length === 0) throw new UnreadableFile('This file has no rows.')
  return sheets
}

/** Tries UTF-8 on the whole file; any invalid sequence means another encoding. */
const readText = async (file: File, head: Uint8Array, progress: Progress): Promise<SheetData[]> => {
  const [likeliest = 'utf-8', other] = encodingsOf(head)
  try {
    return await readEncoded(file, likeliest, progress)
  } catch (error) {
    if (!(error instanceof TypeError) || !other) throw error
    return readEncoded(file, other, progress)
  }
}

/**
 * Scans a large file once for its structure and keeps its text in Blobs, because all parsed rows would exceed the tab's
 * memory; chunks are parsed again on demand.
 */
const readEncoded = async (file: File, encoding: string, progress: Progress): Promise<SheetData[]> => {
  const decoder = decoderFor(encoding)
  const reader = makeCsvReader(refuse)
  const lots: { start: number; text: Blob }[] = []
  const first: SheetCell[][] = []
  let count = 0
  let hasRows = false
  for (let at = 0; at < file.size; at += bytesAtATime) {
    const bytes = await file.slice(at, at + bytesAtATime).arrayBuffer()
    const isLast = at + bytesAtATime >= file.size
    const piece = decoder.decode(bytes, { stream: !isLast })
    if (isDamaged(piece, encoding)) throw new UnreadableFile(damagedMessage)
    for (const { rows, text } of reader.read(piece, isLast)) {
      // A Blob is outside of the tab's heap.
      lots.push({ start: count, text: new Blob([text]) })
      if (first.length < maxFirst) first.push(...rows.slice(0, maxFirst - first.length))
      hasRows ||= rows.some(isFilled)
      count += rows.length
    }
    refuseTooLong(count)
    progress(at + bytes.byteLength, file.size)
  }
  const delimiter = reader.delimiter()
  const lotAt = async (row: number): Promise<Lot> => {
    const { start = 0, text } = lots.findLast((lot) => lot.start <= row) ?? {}
    return { start, rows: text ? readAgain(await text.text(), delimiter) : [] }
  }
  if (!hasRows) return []
  const shown = { isHidden: false, hiddenRows: new Set<number>(), hiddenColumns: [], merges: [] }
  return [{ name: file.name, count, first, lotAt, ...shown, isDelimited: true }]
}

const bytesAtATime = 256 * 1024
const refuse = (sentence: string) => new UnreadableFile(sentence)

interface Opening extends ReadAs {
  bytes: Uint8Array
  kind: 'xlsx' | 'xls'
  progress: Progress
}

const openBook = async (file: File, { bytes, kind, progress, asShown }: Opening): Promise<BookPart[]> => {
  if (kind === 'xls') return openOldBook(bytes, asShown)
  const { readDirectory } = await import('./open-archive.ts')
  const entries = await readDirectory(file, { entries: 10_000, damaged: notOne, tooMany: notOne })
  if (
    packageKind(
      entries.map(({ filename }) => filename),
      file.size,
    ) === 'xlsx'
  )
    return (await import('./read-new-book.ts')).openNewBook(entries, { progress, asShown })
  return openOldBook(new Uint8Array(await file.arrayBuffer()), asShown)
}

const notOne = 'This file is damaged or not a spreadsheet.'

const openOldBook = async (bytes: Uint8Array, asShown: boolean): Promise<BookPart[]> =>
  (await import('./read-old-book.ts')).readOldBook(bytes, { mostRows: maxRows + 1, asShown })

const readBook = async (parts: BookPart[]): Promise<SheetData[]> => {
  const keep = makeRowBuffer()
  const sheets: SheetData[] = []
  // Visible sheets first: a hidden one is often last year's version.
  for (const { name, isHidden, readInto } of parts.toSorted(
    (one, other) => Number(one.isHidden) - Number(other.isHidden),
  )) {
    const kept = keep(name, isHidden)
    await readInto(kept)
    const sheet = await kept.end()
    if (sheet) sheets.push(sheet)
  }
  return sheets
}
