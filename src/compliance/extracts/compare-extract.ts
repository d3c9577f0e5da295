import { type DateReading, readBoardDay } from './read-board-day.ts'
import { plainAddress, plainName, plainNumber, plainWords } from '../licenses/plain-texts.ts'

/** A row of a board's extract, as written. Columns that the extract lacks are empty. */
export interface ExtractRow {
  number: string
  name: string
  address: string
  status: string
  expiresOn: string
}

/** What our records say. Empty facts are not compared. */
export interface RecordedLicense {
  number: string
  /** The names that the board may list: of the holder, the business or the ship-to address. */
  names: readonly string[]
  addresses: readonly string[]
  expiresOn: string | null
  isSuspended: boolean
  /** Other holders that our records name for this number. */
  sharedWith: readonly string[]
}

export type ExtractField = 'number' | 'name' | 'address' | 'expiry' | 'status'

export interface Difference {
  field: ExtractField
  ours: string
  theirs: string
}

export interface Comparison {
  outcome: 'matches' | 'differs' | 'missing'
  differences: Difference[]
}

/** Anything that a board may write beside these, such as "Active - Probation", is a difference. */
const goodStatuses = new Set(
  'ACTIVE|CURRENT|VALID|CLEAR|LICENSED|RENEWED|GOOD STANDING|IN GOOD STANDING|ACTIVE IN GOOD STANDING|CURRENT ACTIVE|ACTIVE CURRENT'.split(
    '|',
  ),
)

/**
 * Compares a license with the rows of a board's extract. Several rows of one number must all agree. A row with another
 * number but the same name and expiration date is reported as a difference of the number.
 */
export const compareExtract = (
  license: RecordedLicense,
  { byNumber, byNameAndDay, reading }: IndexedExtract,
  today: string,
): Comparison => {
  const rows = byNumber.get(plainNumber(license.number)) ?? []
  if (rows.length > 0) {
    const differences =
      rows.map((row) => differencesOf(license, row, { today, reading })).find((found) => found.length > 0) ?? []
    return { outcome: differences.length > 0 ? 'differs' : 'matches', differences }
  }
  const [named] =
    license.expiresOn === null
      ? []
      : license.names.flatMap((name) => byNameAndDay.get(nameAndDay(name, license.expiresOn)) ?? [])
  return named
    ? { outcome: 'differs', differences: [{ field: 'number', ours: license.number, theirs: named.number }] }
    : { outcome: 'missing', differences: [] }
}

export interface IndexedExtract {
  byNumber: ReadonlyMap<string, ExtractRow[]>
  /** A chain has many rows of one name. */
  byNameAndDay: ReadonlyMap<string, ExtractRow>
  reading: DateReading
}

const nameAndDay = (name: string, day: string | null): string => `${plainName(name)} ${day}`

/** Rows with a number of our records are of that record, so that no other one is found in them by name. */
export const indexExtract = (
  rows: readonly ExtractRow[],
  reading: DateReading,
  recordedNumbers: ReadonlySet<string> = new Set(),
): IndexedExtract => ({
  reading,
  byNumber: Map.groupBy(
    rows.filter(({ number }) => plainNumber(number) !== ''),
    ({ number }) => plainNumber(number),
  ),
  byNameAndDay: new Map(
    rows
      .filter(({ name, number }) => plainName(name) !== '' && !recordedNumbers.has(plainNumber(number)))
      .map((row) => [nameAndDay(row.name, readBoardDay(row.expiresOn, reading)), row]),
  ),
})

const differencesOf = (
  license: RecordedLicense,
  row: ExtractRow,
  { today, reading }: { today: string; reading: DateReading },
): Difference[] => {
  const { names, addresses, expiresOn, isSuspended, sharedWith } = license
  const expiry = readBoardDay(row.expiresOn, reading)
  const isOther = (field: 'name' | 'address', ours: readonly string[], plain: (text: string) => string) =>
    row[field] !== '' && ours.length > 0 && !ours.some((each) => plain(each) === plain(row[field]))
      ? [{ field, ours: ours[0] ?? '', theirs: row[field] }]
      : []
  const isGood = row.status === '' || goodStatuses.has(plainWords(row.status))
  // Without a name the row does not say whose number it is.
  const isAmbiguous = row.name === '' && sharedWith.length > 0
  return [
    ...(isAmbiguous
      ? [{ field: 'number' as const, ours: license.number, theirs: `${row.number}, also of ${sharedWith.join(', ')}` }]
      : []),
    ...isOther('name', names, plainName),
    ...isOther('address', addresses, plainAddress),
    ...(expiry === expiresOn && expiresOn !== null && expiresOn >= today
      ? []
      : [{ field: 'expiry' as const, ours: expiresOn ?? 'none', theirs: row.expiresOn || 'none' }]),
    ...(isGood && !isSuspended
      ? []
      : [{ field: 'status' as const, ours: isSuspended ? 'Suspended' : '', theirs: row.status || 'listed' }]),
  ]
}
