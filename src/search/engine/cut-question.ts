import { wordsOf } from '#catalogue/cut-words.ts'
import { ndcKey, ndcKeys } from '#catalogue/normalise-ndc.ts'

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
