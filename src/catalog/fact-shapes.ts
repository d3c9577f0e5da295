import { hasCheckDigit } from '#shared/check-digit.ts'

/** DEA schedules of controlled substances; empty if the product is not controlled or unknown. */
export const schedules = ['', 'CII', 'CIII', 'CIV', 'CV'] as const
export type Schedule = (typeof schedules)[number]

/** Whether a schedule is less strict than another one; none is the least strict. */
export const isLowerSchedule = (schedule: string, than: string): boolean => strictness(schedule) < strictness(than)

const strictness = (schedule: string): number => ['', 'CV', 'CIV', 'CIII', 'CII'].indexOf(schedule)

/** Who may receive the product; empty if unknown. */
export const dispensings = ['', 'Rx', 'OTC'] as const
export type Dispensing = (typeof dispensings)[number]

/** The unit of package contents: pieces, volume or weight. */
export const packUnits = ['', 'EA', 'mL', 'g'] as const
export type PackUnit = (typeof packUnits)[number]

/** Parses `C-II`, `2` or `Schedule ii`; null if the text is not a schedule. */
export const scheduleOf = (written: string): Schedule | null => {
  const word = written.toUpperCase().replaceAll(/SCHEDULE|[\s-]/g, '')
  if (['', 'NONE', 'NO', 'N', '0', 'RX', 'OTC'].includes(word)) return ''
  const numeral = word.replace(/^C/, '')
  const roman = { 2: 'II', 3: 'III', 4: 'IV', 5: 'V' }[numeral] ?? numeral
  return schedules.find((schedule) => schedule === `C${roman}`) ?? null
}

export const dispensingOf = (written: string): Dispensing | null => {
  const word = written.toLowerCase().replaceAll(/[^a-z]/g, '')
  if (word === '') return ''
  if (['rx', 'rxonly', 'prescription', 'prescriptiononly', 'legend'].includes(word)) return 'Rx'
  return ['otc', 'overthecounter', 'nonprescription'].includes(word) ? 'OTC' : null
}

export const packUnitOf = (written: string): PackUnit | null => {
  const word = written.toLowerCase().replaceAll(/[^a-z]/g, '')
  if (['ea', 'each', 'ct', 'count', 'pcs', 'pc', 'piece', 'pieces', 'unit', 'units'].includes(word)) return 'EA'
  return packUnits.find((unit) => unit.toLowerCase() === word) ?? null
}

/** A GTIN of 8, 12, 13 or 14 digits with a valid check digit, without separators; null for any other text. */
export const gtinOf = (written: string): string | null => {
  const digits = written.replaceAll(/[\s-]/g, '')
  if (digits === '') return ''
  return /^(?:\d{8}|\d{12,14})$/.test(digits) && hasCheckDigit(digits) ? digits : null
}

interface Packed {
  packQuantity: number | null
  packUnit: string
}

/** Price in dollars per piece, milliliter or gram; null if the contents are unknown. */
export const unitPriceOf = (price: number, { packQuantity, packUnit }: Packed): number | null =>
  packQuantity && packUnit ? price / packQuantity : null

/** A dosage form normalized for comparison. Coatings are ignored, as in the Orange Book; the release type is not. */
export const comparableForm = (dosageForm: string): string =>
  dosageForm
    .toLowerCase()
    .replaceAll(/,? ?(?:film|sugar|gelatin)[ -]coated|,? ?coated(?! pellets)/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
