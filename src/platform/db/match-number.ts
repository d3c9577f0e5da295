import { allOf, anyOf, type Condition, contains, containsIndexed, type Expression } from './conditions.ts'
import { sql } from 'kysely'

/** A record number, complete or partial. */
export interface NumberText {
  text: string
  isWhole: boolean
}

/** For unscoped lists an index finds partial numbers; complete ones are compared as typed, upper and lower case. */
export const isNumbered = (column: Expression, { text, isWhole }: NumberText, isEveryone: boolean): Condition => {
  if (!isWhole) return (isEveryone ? containsIndexed : contains)(column, text)
  return anyOf([text, text.toUpperCase(), text.toLowerCase()].map((one) => sql<boolean>`${column} = ${one}`))
}

/** Tracking numbers share one comma-separated field and can have leading zeros; spaces in the text are ignored. */
export const hasParcel = (column: Expression, { text, isWhole }: NumberText, isEveryone: boolean): Condition => {
  const number = text.replaceAll(/\s/g, '')
  const isIn = (isEveryone ? containsIndexed : contains)(column, number)
  if (!isWhole) return isIn
  return allOf([
    isIn,
    sql<boolean>`${number.toUpperCase()} = any(select ltrim(trim(upper(parcel)), '0') from unnest(string_to_array(${column}, ',')) parcel
      union all select trim(upper(parcel)) from unnest(string_to_array(${column}, ',')) parcel)`,
  ])
}
