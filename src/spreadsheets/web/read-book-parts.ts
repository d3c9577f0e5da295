import { isDateFormat } from 'hucre'
import { attributeOf, makeXmlScanner } from './scan-xml.ts'

/** Streams a part of a workbook as text. */
export type ReadPart = (path: string, write: (piece: string) => void) => Promise<void>

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

export const readRelations = async (read: ReadPart, path: string): Promise<Relation[]> => {
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

export const readWorkbook = async (read: ReadPart, path: string): Promise<Workbook> => {
  const book: Workbook = { sheets: [], startsIn1904: false }
  await eachElement(read, path, (element, value) => {
    if (element === 'workbookPr') book.startsIn1904 = ['1', 'true'].includes(value('date1904'))
    if (element === 'sheet')
      book.sheets.push({ name: value('name'), isHidden: /hidden/i.test(value('state')), relation: value('id') })
  })
  return book
}

export interface NumberStyle {
  isMoment: boolean
  /** `$` before or `%` after the number, or empty. */
  sign: string
}

/** The number format of each cell style. */
export const readStyles = async (read: ReadPart, path: string | undefined): Promise<NumberStyle[]> => {
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
