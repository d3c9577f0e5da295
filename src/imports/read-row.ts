import { withoutPriceGuard } from '#pricing/read-price.ts'
import { amountDigits, maxDollars, readAmount, readPieces } from '#shared/read-number.ts'
import { maxStockPieces } from '#catalog/stock/contract.ts'
import { dispensingOf, gtinOf, packUnitOf, scheduleOf } from '#catalog/fact-shapes.ts'
import { coldStatusOf, maxInPack, maxLengths } from '#product-admin/contract.ts'
import { type ImportField, importFields } from './import-fields.ts'

/** The values of a product in a row; missing fields stay unchanged. */
export type RowFacts = { [Field in keyof typeof readers]?: ReturnType<(typeof readers)[Field]> } & {
  ndcNumber: string
  /** Why cells could not be read; their fields stay unchanged. */
  unread: string[]
  /** The count at the preview. */
  countInStockLoaded?: number
  /** An external picture, fetched after the row is applied. */
  pictureUrl?: string
}

/** Why a row is refused; shown to the user who imports it. */
export class BadRow extends Error {}

/** The result, or the BadRow that was thrown. */
export const attempt = <T>(work: () => T): T | BadRow => {
  try {
    return work()
  } catch (error) {
    if (error instanceof BadRow) return error
    throw error
  }
}

/** The key of the count at the preview. */
export const loadedKey = 'countInStockLoaded'

export const isRow = (row: unknown): row is Record<string, unknown> =>
  typeof row === 'object' && row !== null && !Array.isArray(row)

/** Reads the cells of a row by field. An unreadable cell skips its field, unless it identifies the product. */
export const readRow = (row: unknown): RowFacts => {
  if (!isRow(row)) throw new BadRow('This is not a row of a sheet.')
  const read: Partial<Record<ImportField, unknown>> = {}
  const unread: string[] = []
  for (const [field, cell] of Object.entries(row)) {
    if (!isImportField(field)) continue
    try {
      const text = textOf(field, cell)
      if (text !== '') read[field] = field === 'ndcNumber' ? limited(field, text) : readers[field](text, field)
    } catch (error) {
      if (!(error instanceof BadRow) || field === 'ndcNumber' || field === 'dummyNDC') throw error
      unread.push(error.message)
    }
  }
  if (!read.ndcNumber) throw new BadRow('NDC Number is missing.')
  const facts = { ...read, unread } as RowFacts // each field has its own reader
  if (facts.image && isElsewhere(facts.image)) {
    facts.pictureUrl = facts.image
    delete facts.image
  }
  const loaded = row[loadedKey]
  if (typeof loaded === 'number' && Number.isInteger(loaded)) facts.countInStockLoaded = loaded
  return facts
}

/** NDC and name as they are in a refused row, to help find it. */
export const labelsOf = (row: unknown): { ndcNumber: string; name: string } => {
  const labelOf = (field: ImportField) => {
    const cell = isRow(row) ? row[field] : ''
    return typeof cell === 'string' || typeof cell === 'number' ? String(cell).slice(0, 120) : ''
  }
  return { ndcNumber: labelOf('ndcNumber'), name: labelOf('name') }
}

const isImportField = (field: string): field is ImportField => Object.hasOwn(importFields, field)

/** Reads the cells of a stored row as text, cut to one letter more than any field allows, which is still refused. */
export const rowTexts = (facts: unknown) => {
  const cells = facts as Record<string, string | number | boolean> // stored in this shape
  return (field: string) => withoutPriceGuard(Object.hasOwn(cells, field) ? String(cells[field]) : '').slice(0, 301)
}

const spreadsheetError = /^#(?:N\/A|REF!|DIV\/0!|VALUE!|NAME\?|NUM!|NULL!|SPILL!|CALC!|GETTING_DATA)$/

/** Matches most cells of a large file: printable characters with single spaces, and no error value of a spreadsheet. */
const alreadyPlain = /^[\w(][!-~]*(?: [!-~]+)*$/

const textOf = (field: ImportField, value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  if (typeof value === 'boolean') return String(value)
  if (typeof value !== 'string') throw new BadRow(`${importFields[field]} has a value that is not text.`)
  if (alreadyPlain.test(value)) return value
  const bare = withoutPriceGuard(value)
  const text = field === 'description' ? bare : plainBlanks(bare)
  if (text === '#FORMULA') throw new BadRow(`${importFields[field]} has a formula that was never calculated.`)
  if (spreadsheetError.test(text)) throw new BadRow(`${importFields[field]} has the error ${text}.`)
  if (text.includes('\ufffd'))
    throw new BadRow(
      `${importFields[field]} has an unreadable character (\ufffd). Save the file again as “CSV UTF-8” or .xlsx.`,
    )
  // oxlint-disable-next-line no-control-regex -- control characters are exactly what is refused
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.test(text) || !text.isWellFormed())
    throw new BadRow(`${importFields[field]} has characters that can’t be stored.`)
  return text
}

const plainBlanks = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** Whether two texts are the same apart from spaces and the formula guard of exported files. */
export const isSameText = (one: string, other: string): boolean =>
  one === other || plainBlanks(withoutPriceGuard(one)) === plainBlanks(withoutPriceGuard(other))

type Reader<Value> = (text: string, field: ImportField) => Value

const limited: (field: keyof typeof maxLengths & ImportField, text: string) => string = (field, text) => {
  if (text.length > maxLengths[field])
    throw new BadRow(
      `${importFields[field]} is too long: ${text.length.toLocaleString('en-US')} characters, at most ${maxLengths[field].toLocaleString('en-US')}.`,
    )
  return text
}

const asText: Reader<string> = (text, field) => limited(field as keyof typeof maxLengths & ImportField, text) // used for text fields only

const asAmount: Reader<number> = (text) => {
  if (/^\$?\s*-/.test(text)) throw new BadRow('Price must be 0 or more.')
  const amount = readAmount(text)
  if (amount === null) throw new BadRow(`Price “${shortened(text)}” is not an amount.`)
  if (amount > maxDollars) throw new BadRow('Price is too large.')
  return amount
}

const asPieces: Reader<number> = (text) => {
  const pieces = readPieces(text)
  if (pieces === null || pieces < 0)
    throw new BadRow(`Count In Stock “${shortened(text)}” is not a whole number of 0 or more.`)
  if (pieces > maxStockPieces) throw new BadRow('Count In Stock is too large.')
  return pieces
}

const asFlag: Reader<boolean> = (text, field) => {
  const word = text.toLowerCase()
  if (['true', 'yes', 'y', '1', 'x'].includes(word)) return true
  if (['false', 'no', 'n', '0', '-'].includes(word)) return false
  throw new BadRow(`${importFields[field]} “${shortened(text)}” is not yes or no.`)
}

/** Null for "unknown". */
const asThreeWay: Reader<boolean | null> = (text, field) => (/^unknown$/i.test(text) ? null : asFlag(text, field))

const asColdStatus: Reader<string> = (text) => {
  const status = coldStatusOf(text)
  if (status === null) throw new BadRow(`Cold Status “${shortened(text)}” is not Refrigerated, Frozen or no.`)
  return status
}

const asQuantity: Reader<number> = (text, field) => {
  // Rounded as it is stored: less than a thousandth would become 0.
  const quantity = Math.round(Number(amountDigits(text) ?? 'none') * 1_000) / 1_000
  if (!(quantity > 0 && quantity <= maxInPack))
    throw new BadRow(`${importFields[field]} “${shortened(text)}” is not a number above 0.`)
  return quantity
}

/** "None" removes the limit. */
const asOrderPieces: Reader<number | null> = (text, field) => {
  if (/^(?:none|no|0|-)$/i.test(text)) return null
  const pieces = readPieces(text)
  if (pieces === null || pieces < 1 || pieces > 9_999)
    throw new BadRow(`${importFields[field]} “${shortened(text)}” is not a whole number from 1 to 9,999.`)
  return pieces
}

const asOneOf =
  (read: (text: string) => string | null, wanted: string): Reader<string> =>
  (text, field) => {
    const value = read(text)
    if (value === null) throw new BadRow(`${importFields[field]} “${shortened(text)}” is not ${wanted}.`)
    return value
  }

const isElsewhere = (address: string): boolean => /^https?:\/\//i.test(address)

const maxUrlLetters = 2_000

const asPicture: Reader<string> = (text) => {
  if (isElsewhere(text) && text.length <= maxUrlLetters && URL.canParse(text)) return text
  if (text.length > maxLengths.image || !/^\/(?!\/)[\w\-./%?=]*$/.test(text))
    throw new BadRow('Image must be an address starting with https:// or a picture uploaded to the portal.')
  return text
}

const shortened = (text: string): string => (text.length > 30 ? `${text.slice(0, 30)}…` : text)

const readers = {
  name: asText,
  manufacturer: asText,
  brand: asText,
  genericName: asText,
  strength: asText,
  dosageForm: asText,
  route: asText,
  packSize: asText,
  packQuantity: asQuantity,
  packUnit: asOneOf(packUnitOf, 'EA, mL or g'),
  deaSchedule: asOneOf(scheduleOf, 'CII to CV or empty'),
  scheduleSource: asText,
  isNarcotic: asThreeWay,
  drugFamily: asText,
  baseUnits: asQuantity,
  isListOne: asFlag,
  needsTrace: asThreeWay,
  dispensing: asOneOf(dispensingOf, 'Rx or OTC'),
  gtin: asOneOf(gtinOf, 'a GTIN with the right check digit'),
  orderMinimum: asOrderPieces,
  orderMaximum: asOrderPieces,
  orderMultiple: asOrderPieces,
  category: asText,
  description: asText,
  unitOfMeasure: asText,
  image: asPicture,
  price: asAmount,
  countInStock: asPieces,
  isNonStocked: asFlag,
  coldStatus: asColdStatus,
  dummyNDC: asFlag,
  isPublished: asFlag,
} satisfies Record<Exclude<ImportField, 'ndcNumber'>, Reader<string | number | boolean | null>>
