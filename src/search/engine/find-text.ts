import { type Correction, correctSpelling } from './correct-spelling.ts'
import { questionOf, type Question } from './cut-question.ts'
import { findHits, type Hit } from './find-hits.ts'
import type { ProductIndex } from './index-products.ts'
import type { Test } from './match-filters.ts'

/** What was found for a text, as it was typed or, when nothing matches, as it was probably meant. */
interface Found {
  hits: Hit[]
  words: string[]
  /** Empty when the text matches as it was typed. */
  meant: string
}

export const findText = (index: ProductIndex, text: string, isWanted: Test): Found => {
  const question = questionOf(text)
  const exact = findExactly(index, question, isWanted)
  if (exact.length > 0) return { hits: exact, words: question.words, meant: '' }
  const hits = findHits(index, question.words, isWanted)
  if (hits.length > 0) return { hits, words: question.words, meant: '' }
  for (const correction of correctSpelling(index, question.words)) {
    const meant = findHits(index, correction.words, isWanted)
    if (meant.length > 0) return { hits: meant, words: correction.words, meant: meantText(text, correction) }
  }
  return { hits, words: question.words, meant: '' }
}

/** What of other products that are related, too, fits the words that found something. */
export const findRelated = (
  index: ProductIndex,
  text: string,
  { isWanted, isRelated }: Record<'isWanted' | 'isRelated', Test>,
): Hit[] => {
  const { words } = findText(index, text, isWanted)
  const exact = findExactly(index, questionOf(text), isRelated)
  return exact.length > 0 ? exact : findHits(index, words, isRelated)
}

/** What a complete code stands for; ten digits alone may stand for three. */
const findExactly = (index: ProductIndex, { ndcKeys }: Question, isWanted: Test): Hit[] =>
  ndcKeys.flatMap((key) =>
    (index.byNineDigits.get(Number(key.slice(0, 9))) ?? [])
      .filter((slot) => index.columns.ndc[slot] === Number(key) && isWanted(slot))
      .map((slot) => ({ slot, numbers: 0, words: 0 })),
  )

/** The text as its writer would have typed it: only what was wrong is another. */
const meantText = (text: string, { words, replaced }: Correction): string => {
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
