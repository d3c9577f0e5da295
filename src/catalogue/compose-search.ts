import { wordsOf } from './cut-words.ts'
import { formOf } from './name-form.ts'
import { ndcKey, ndcKeys, ndcNotations } from './normalise-ndc.ts'

/** What of a product people search by, as the database names it. */
export interface Searchable {
  name: string
  brand?: string | undefined
  generic_name?: string | undefined
  manufacturer?: string | undefined
  ndc_number?: string | undefined
  dummy_ndc?: boolean | undefined
}

/** What of the row follows from the rest of it: whoever writes a product writes these with it. */
export const searchColumnsOf = (product: Searchable) => ({
  ndc_key: product.dummy_ndc ? '' : ndcKey(product.ndc_number ?? ''),
  search: searchTextOf(product),
  form: formOf(product.name),
})

/** The stored text that the search reads: ` words of the names <newline> NDC or item number in every notation `. */
export const searchTextOf = (product: Searchable): string => {
  const { name, brand = '', generic_name: generic = '', manufacturer = '', ndc_number: number = '' } = product
  const named = wordsOf(name)
  const others = wordsOf(`${brand} ${generic} ${manufacturer}`).filter((word) => !named.includes(word))
  const key = product.dummy_ndc ? '' : ndcKey(number)
  const numbers = key ? ndcNotations(key) : wordsOf(number)
  return ` ${[...named, ...new Set(others)].join(' ')} \n ${numbers.join(' ')} `
}

export interface Question {
  words: string[]
  /** Codes that the whole text may stand for. */
  ndcKeys: string[]
}

const mostWords = 12

/** What somebody typed, as words to look for; a code typed in an unusual way becomes its 11 digits. */
export const questionOf = (text: string): Question => {
  const keys = ndcKeys(text)
  const single = ndcKey(text)
  return { words: single ? [single] : wordsOf(text).map(withZero).slice(0, mostWords), ndcKeys: keys }
}

/** Labels never write .5, because a point is easily overlooked. */
const withZero = (word: string): string => word.replace(/^\.(?=\d)/, '0.')

/** LIKE pattern of one word: anywhere, but two letters or a small number only where a word begins, and numbers in names only. */
export const patternOf = (word: string): string => {
  if (/^\d{1,3}$|^\d*\.\d+$/.test(word)) return `% ${escaped(word)}%\n%`
  return word.length < 3 ? `% ${escaped(word)}%` : `%${escaped(word)}%`
}

/** The word as LIKE reads it: with no wildcards. */
const escaped = (word: string): string => word.replaceAll(/[\\%_]/g, String.raw`\$&`)
