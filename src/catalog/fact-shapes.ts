import { hasCheckDigit } from '#shared/check-digit.ts'

/** Controlled substances by the DEA's schedules; empty where a product is none, or nobody has said so. */
export const schedules = ['', 'CII', 'CIII', 'CIV', 'CV'] as const
export type Schedule = (typeof schedules)[number]

/** Who may be given a product; empty where nobody has said so. */
export const dispensings = ['', 'Rx', 'OTC'] as const
export type Dispensing = (typeof dispensings)[number]

/** What a package is counted in: pieces, or its contents by volume or weight. */
export const packUnits = ['', 'EA', 'mL', 'g'] as const
export type PackUnit = (typeof packUnits)[number]

/** `C-II`, `2`, `Schedule ii`: null for what is none of the schedules. */
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

/** A GTIN of 8, 12, 13 or 14 digits with the right check digit, as digits alone; null for anything else. */
export const gtinOf = (written: string): string | null => {
  const digits = written.replaceAll(/[\s-]/g, '')
  if (digits === '') return ''
  return /^(?:\d{8}|\d{12,14})$/.test(digits) && hasCheckDigit(digits) ? digits : null
}

interface Packed {
  packQuantity: number | null
  packUnit: string
}

/** What one piece, millilitre or gram costs, in dollars; null where the contents are not known. */
export const unitPriceOf = (price: number, { packQuantity, packUnit }: Packed): number | null =>
  packQuantity && packUnit ? price / packQuantity : null

/**
 * A dosage form as far as one stands for the other: coats are no difference, in the FDA's Orange Book either; the way a
 * form releases its drug is.
 */
export const comparableForm = (dosageForm: string): string =>
  dosageForm
    .toLowerCase()
    .replaceAll(/,? ?(?:film|sugar|gelatin)[ -]coated|,? ?coated(?! pellets)/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
