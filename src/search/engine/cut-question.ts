import { wordsOf } from '#catalogue/cut-words.ts'
import { labelledWords, scheduleWords } from './common-names.ts'
import { isForm, singularOf } from './expand-word.ts'
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
  readingOf(scheduleWords(words).map((word) => singularOf(withZero(word)))).filter(
    (word, at, all) => !(at > 0 && word === 'for' && isForm(all[at + 1] ?? '')),
  )

/** In a long name that is known an abbreviation is a part of it, unless it is a name with the label's words as well. */
const readingOf = (words: string[]): string[] => {
  const labelled = labelledWords(words)
  const { all } = drugNames()
  return words.length > 2 && all.has(nameKey(words)) && !all.has(nameKey(labelled)) ? words : labelled
}

/** Labels never write .5, because a point is easily overlooked. */
const withZero = (word: string): string => word.replace(/^\.(?=\d)/, '0.')
