import type { ProductIndex } from '../index/index-products.ts'
import type { Correction } from './correct-spelling.ts'
import { findHits, isEmpty } from './find-hits.ts'
import type { Test } from './match-filters.ts'
import { parseTerms } from './parse-terms.ts'
import type { Question } from './read-question.ts'

/** The texts to offer instead, without those that would reveal products the viewer may not see. */
export const textsToOffer = (
  { text, isSeen, keepsSome }: Pick<Question, 'text' | 'isSeen' | 'keepsSome'>,
  index: ProductIndex,
  ways: readonly Correction[],
): string[] =>
  (keepsSome ? ways.filter((way) => revealsNothing(index, way, isSeen)) : ways).map((way) => meantText(text, way))

/** Whether the user may see a product that matches the correction; names that are not carried reveal nothing. */
const revealsNothing = (index: ProductIndex, { replaced }: Correction, isSeen: Test): boolean =>
  replaced
    .flatMap(({ by }) => by.split(' '))
    .every(
      (word) => index.words.known(word) < 0 || !isEmpty(findHits(parseTerms(index, [word], false), index, isSeen).hits),
    )

/** The user's text with only the wrong parts replaced. */
export const meantText = (text: string, { words, replaced }: Correction): string => {
  let meant = text
  for (const { typed, by } of replaced) {
    const wrong = new RegExp(
      typed
        .split(' ')
        .map((word) => RegExp.escape(word))
        .join(String.raw`\s+`),
      'i',
    )
    if (!wrong.test(meant)) return words.join(' ')
    meant = meant.replace(wrong, () => by)
  }
  return meant
}
