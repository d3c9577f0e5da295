import { wordsOf } from '#catalogue/cut-words.ts'
import { labelledWords, scheduleWords } from './common-names.ts'
import { singularOf } from './expand-word.ts'
import { drugNames, nameKey } from './read-drug-names.ts'
import { codesOf } from './read-codes.ts'
import { ndcKey } from '#catalogue/normalise-ndc.ts'

export interface Question {
  words: string[]
  /** Codes that the whole text may stand for. */
  ndcKeys: string[]
}

const mostWords = 12

/** What somebody typed, as words to look for; a code typed in an unusual way becomes its 11 digits. */
export const questionOf = (text: string): Question => {
  const keys = codesOf(text)
  const single = ndcKey(text)
  return { words: single ? [single] : asOnLabels(wordsOf(text)).slice(0, mostWords), ndcKeys: keys }
}

const asOnLabels = (words: string[]): string[] =>
  readingOf(scheduleWords(words).map((word) => singularOf(withZero(word))))

/** In a long name that is known an abbreviation is a part of it. */
const readingOf = (words: string[]): string[] =>
  words.length > 2 && drugNames().all.has(nameKey(words)) ? words : labelledWords(words)

/** Labels never write .5, because a point is easily overlooked. */
const withZero = (word: string): string => word.replace(/^\.(?=\d)/, '0.')
