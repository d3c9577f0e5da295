import { questionOf, type Question } from '#catalogue/compose-search.ts'
import { everything } from '#catalogue/contract.ts'
import { type Correction, correctSpelling } from './correct-spelling.ts'
import { findHits, type Hit } from './find-hits.ts'
import type { Entry, ProductIndex } from './index-products.ts'

/** What was found for a text, as it was typed or, when nothing matches, as it was probably meant. */
interface Found {
  hits: Hit[]
  words: string[]
  /** Empty when the text matches as it was typed. */
  meant: string
}

export const findText = (index: ProductIndex, text: string, isWanted: (entry: Entry) => boolean): Found => {
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

/** What `isRelated` lets through of what fits the text, in the words that find something that is wanted. */
export const entriesFor = (
  index: ProductIndex,
  text: string,
  { isWanted, isRelated }: Record<'isWanted' | 'isRelated', (entry: Entry) => boolean>,
): Entry[] => {
  if (text === everything) {
    const all: Entry[] = []
    for (const entry of index.entries) if (entry && isRelated(entry)) all.push(entry)
    return all
  }
  const { words } = findText(index, text, isWanted)
  const exact = findExactly(index, questionOf(text), isRelated)
  return (exact.length > 0 ? exact : findHits(index, words, isRelated)).map(({ entry }) => entry)
}

/** What a complete code stands for; ten digits alone may stand for three. */
const findExactly = (index: ProductIndex, { ndcKeys }: Question, isWanted: (entry: Entry) => boolean): Hit[] =>
  ndcKeys.flatMap((key) =>
    (index.byNineDigits.get(Number(key.slice(0, 9))) ?? []).flatMap((slot) => {
      const entry = index.entries[slot]
      return entry?.ndc === Number(key) && isWanted(entry) ? [{ slot, entry, numbers: 0, words: 0 }] : []
    }),
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
