import { sql } from 'kysely'
import { dashedNdc, ndcKey, ndcKeys } from '#catalog/normalize-ndc.ts'
import { BadRow } from './read-row.ts'

/** The keys that a code can mean: one, or several among which the catalog decides. */
export interface CodeChoice {
  candidates: string[]
  /** Why the row is refused if the catalog does not decide. */
  otherwise: string
}

/**
 * Spreadsheets read NDCs as numbers and drop their leading zeros. In a file with eleven digits, a shorter code has lost
 * some of them. In other files, ten digits or fewer can mean several codes, and exactly one of them must be in the
 * catalog.
 */
export const choicesFor = (code: string, hasElevenDigits: boolean): CodeChoice => {
  const digits = /^\d{1,11}$/.test(code)
  if (digits && code.length < 11 && code.length >= 7 && hasElevenDigits && !code.startsWith('0'))
    return { candidates: [code.padStart(11, '0')], otherwise: '' }
  const key = ndcKey(code)
  if (key) return { candidates: [key], otherwise: '' }
  const several = ndcKeys(code)
  if (several.length > 0)
    return {
      candidates: several,
      otherwise: `NDC ${code} has ten digits and no dashes. It could be ${several.map(dashedNdc).join(', ')}. Write it with dashes or with 11 digits.`,
    }
  if (digits && code.length >= 7 && !code.startsWith('0'))
    return {
      candidates: [...new Set([code.padStart(11, '0'), ...ndcKeys(code.padStart(10, '0'))])],
      otherwise: `NDC ${code} has lost its leading zeros. Format the column as text and enter the full number.`,
    }
  return {
    candidates: [],
    otherwise: `“${code.slice(0, 60)}” is not an NDC. Mark the row as Dummy NDC if it is an item number.`,
  }
}

/** Resolves a code to one key, given the keys in the catalog. */
export const resolvedKey = ({ candidates, otherwise }: CodeChoice, isKnown: (key: string) => boolean): string => {
  const [only = ''] = candidates
  if (otherwise === '' && only) return only
  const known = candidates.filter(isKnown)
  const [one = ''] = known
  if (known.length === 1) return one
  throw new BadRow(otherwise)
}

/** Products with one of these NDC keys, or one of these item numbers. */
export const hasCode = (keys: readonly string[], numbers: readonly string[]) =>
  sql<boolean>`(ndc_key = any(${keys}::text[]) and ndc_key <> '' and not is_item_number
    or ndc_number = any(${numbers}::text[]) and is_item_number)`
