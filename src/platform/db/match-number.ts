import { allOf, anyOf, type Condition, contains, containsIndexed, type Expression } from './conditions.ts'
import { sql } from 'kysely'

/** A number of a record, whole or a part of it. */
export interface NumberText {
  text: string
  isWhole: boolean
}

/** Of a list of everything an index finds it; whole numbers are compared as people write them, capitals or not. */
export const isNumbered = (column: Expression, { text, isWhole }: NumberText, isEveryone: boolean): Condition => {
  if (!isWhole) return (isEveryone ? containsIndexed : contains)(column, text)
  return anyOf([text, text.toUpperCase(), text.toLowerCase()].map((one) => sql<boolean>`${column} = ${one}`))
}

/** Parcels stand in one field, with commas between them and zeros before them; blanks are how people read them out. */
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
