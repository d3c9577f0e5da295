import { isUtf16 } from '#shared/decode-text.ts'

/** Why a file cannot be imported; shown to the user who chose it. */
export class UnreadableFile extends Error {}

/** `xls` stands for all binary workbooks: .xls of any version, and .xlsb. */
export type FileKind = 'xlsx' | 'xls' | 'csv'

const maxBytes: Record<FileKind, number> = {
  xlsx: 50 * 1024 * 1024,
  // Smaller, because its reader needs the whole file in memory.
  xls: 10 * 1024 * 1024,
  csv: 200 * 1024 * 1024,
}

const zip = [0x50, 0x4b, 0x03, 0x04]
const compound = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]

const begins = (bytes: Uint8Array, mark: readonly number[]): boolean => mark.every((byte, at) => bytes[at] === byte)

const textIn = (bytes: Uint8Array, most: number): string => new TextDecoder('latin1').decode(bytes.subarray(0, most))

/** Detects the file type by its first bytes, regardless of the name; unsupported types are refused with a message. */
export const kindOf = (bytes: Uint8Array, name: string, size: number): FileKind => {
  if (size === 0) throw new UnreadableFile('This file is empty.')
  if (begins(bytes, compound)) return compoundKind(bytes, size)
  if (begins(bytes, zip)) {
    if (/opendocument/.test(textIn(bytes, 200)))
      throw new UnreadableFile('This is an OpenDocument file. Save it as .xlsx or .csv and try again.')
    return withinLimit('xlsx', size)
  }
  if (isBareBook(bytes)) return withinLimit('xls', size)
  const start = textIn(bytes, 1_000)
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .trimStart()
  if (/^<(?:!doctype html|html|table|head|body|meta)/i.test(start))
    throw new UnreadableFile(
      'This is a web page saved under a spreadsheet name. Open it in Excel and save it as .xlsx.',
    )
  if (/^<\?xml/i.test(start))
    throw new UnreadableFile('This is an XML file. Open it in Excel and save it as .xlsx or .csv.')
  if (begins(bytes, [0x25, 0x50, 0x44, 0x46])) throw new UnreadableFile('This is a PDF, not a spreadsheet.')
  if (isUtf16(bytes) || !bytes.subarray(0, 4_096).includes(0)) return withinLimit('csv', size)
  throw new UnreadableFile(
    /\.(xlsx?|csv)$/i.test(name)
      ? 'This file is damaged: its content does not match its name.'
      : 'This is not a spreadsheet. Choose an .xlsx, .xls or .csv file.',
  )
}

/** Other formats that use a ZIP container, by a part that only they have. */
const otherPackages: readonly (readonly [part: string, sentence: string])[] = [
  ['word/document.xml', 'This is a Word document. Choose an .xlsx, .xls or .csv file.'],
  ['ppt/presentation.xml', 'This is a PowerPoint presentation. Choose an .xlsx, .xls or .csv file.'],
  ['Index/Document.iwa', 'This is an Apple Numbers file. Export it as .xlsx or .csv and try again.'],
]

/** Detects the type of a ZIP container by the names of its parts. */
export const packageKind = (names: readonly string[], size: number): FileKind => {
  const other = otherPackages.find(([part]) => names.includes(part))
  if (other) throw new UnreadableFile(other[1])
  return names.includes('xl/workbook.bin') ? withinLimit('xls', size) : 'xlsx'
}

/** A workbook of Excel 2 to 4, which has no container. */
export const isBareBook = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x09 && [0, 2, 4].includes(bytes[1] ?? -1) && [4, 6].includes(bytes[2] ?? -1) && bytes[3] === 0

const withinLimit = (kind: FileKind, size: number): FileKind => {
  const most = maxBytes[kind]
  if (size > most)
    throw new UnreadableFile(
      `This file has ${Math.ceil(size / 1024 / 1024)} MB; the limit is ${most / 1024 / 1024} MB. ${kind === 'csv' ? 'Split it.' : 'Save it as .csv, which can be larger.'}`,
    )
  return kind
}

const locked = 'This file is password-protected. Save it without a password and try again.'

/** An OLE container has either an .xls or an encrypted .xlsx. */
const compoundKind = (bytes: Uint8Array, size: number): FileKind => {
  const inside = new TextDecoder('utf-16le').decode(bytes.subarray(0, bytes.length - (bytes.length % 2)))
  if (inside.includes('EncryptedPackage') || hasFilePass(bytes)) throw new UnreadableFile(locked)
  return withinLimit('xls', size)
}

const beginOfGlobals = [0x09, 0x08, 0x10, 0x00, 0x00, 0x06, 0x05, 0x00]
const writeProtection = 0x86
const filePass = 0x2f

/** An encrypted .xls has a FILEPASS record right after the record that opens the workbook globals. */
const hasFilePass = (bytes: Uint8Array): boolean => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 0; at + 40 < bytes.length; at += 64) {
    if (!begins(bytes.subarray(at, at + 8), beginOfGlobals)) continue
    let next = at + 20
    if (view.getUint16(next, true) === writeProtection) next += 4 + view.getUint16(next + 2, true)
    if (next + 2 <= bytes.length && view.getUint16(next, true) === filePass) return true
  }
  return false
}

/** Converts an error of a parser library into a message, with the original in parentheses. */
export const sentenceFor = (error: unknown): string => {
  if (error instanceof UnreadableFile) return error.message
  if (!(error instanceof Error)) return 'This file cannot be read. Choose another file.'
  if (error.name === 'EncryptedFileError' || /password|encrypt/i.test(error.message)) return locked
  return `This file is damaged or not a spreadsheet. (${error.message.slice(0, 200)})`
}
