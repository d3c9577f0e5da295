import * as z from 'zod/mini'
import { fieldLabels, type UserField } from '#identity/field-shapes.ts'
import { accountNumber } from '#shared/account-number.ts'
import { Email, text } from '#shared/wire.ts'
import { BadRow, rowTexts } from './read-row.ts'

/** The values of a customer in a row; empty cells are omitted. */
export type CustomerRowValues = Partial<Record<UserField, string>>

const maxLetters: Partial<Record<UserField, number>> = { name: 100, lastName: 100, companyName: 200, phone: 50 }

export const userFields = Object.keys(fieldLabels) as UserField[] // the keys of an object literal

export interface ReadCustomer {
  facts: CustomerRowValues & { email: string }
  /** Why a field could not be read. It stays unchanged unless the row needs it. */
  unread: ReadonlyMap<UserField, string>
}

/** Reads the cells of a row like the edit form; throws a BadRow if the email or the account number cannot be read. */
export const readCustomer = (facts: unknown): ReadCustomer => {
  const cell = rowTexts(facts)
  const read: CustomerRowValues = {}
  const unread = new Map<UserField, string>()
  for (const field of userFields) {
    const said = cell(field)
    if (said === '' || field === 'email') continue
    try {
      read[field] = valueOf(field, said)
    } catch (error) {
      // The account number identifies the business.
      if (!(error instanceof BadRow) || field === 'accountID') throw error
      unread.set(field, error.message)
    }
  }
  const { data: email, error } = z.safeParse(Email, cell('email'))
  if (email === undefined) throw new BadRow(error.issues[0]?.message ?? 'This is not an email address.')
  return { facts: { ...read, email }, unread }
}

const valueOf = (field: UserField, said: string): string => {
  if (field === 'licenseExpiryDate') return parseDay(said)
  const { data, error } = z.safeParse(text(maxLetters[field] ?? 300, fieldLabels[field]), said)
  if (data === undefined) throw new BadRow(error.issues[0]?.message ?? `${fieldLabels[field]} could not be read.`)
  return field === 'accountID' ? accountNumber(data) : data
}

const [firstYear, lastYear] = [2000, 2100]

/** Parses a day that can be read in one way only; an ambiguous order of day and month is refused. */
export const parseDay = (said: string): string => {
  const label = fieldLabels.licenseExpiryDate
  const shown = `${label} “${said.slice(0, 30)}”`
  const [, year, month, day] = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?$/.exec(said) ?? american(said, shown)
  const text = `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`
  const date = new Date(`${text}T00:00:00Z`)
  if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== text)
    throw new BadRow(`${shown} is not a date.`)
  if (Number(year) < firstYear || Number(year) > lastYear)
    throw new BadRow(`${shown} is not between the years ${firstYear} and ${lastYear}.`)
  return text
}

const american = (said: string, shown: string): [string, string, string, string] => {
  const [, month = '', day = '', year = ''] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(said) ?? []
  if (year === '') throw new BadRow(`${shown} is not a date. Write it like 2027-03-31.`)
  if (Number(day) <= 12 && Number(month) <= 12 && Number(day) !== Number(month))
    throw new BadRow(
      `${shown} can be read two ways. Write it as ${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}, year, month and day.`,
    )
  return [said, year, month, day]
}
