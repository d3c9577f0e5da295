import type { Remarks } from '#catalogue/contract.ts'
import { type Correction, correctSpelling } from './correct-spelling.ts'
import { questionOf, type Question } from './cut-question.ts'
import { termsOf } from './cut-terms.ts'
import { findHits, type Hit } from './find-hits.ts'
import type { ProductIndex } from './index-products.ts'
import type { Test } from './match-filters.ts'
import { drugNames } from './read-drug-names.ts'

export const noRemarks: Remarks = { meant: '', offers: [], notCarried: '', sameGeneric: '', lacking: '' }

interface Found {
  hits: Hit[]
  words: string[]
  remarks: Remarks
}

export interface Sought {
  text: string
  isWanted: Test
  /** What the asker may see, whatever his filters. */
  isSeen: Test
  /** The last word may be unfinished. */
  isTyping: boolean
}

/** What fits a text as it was typed, or as it can only be meant; a drug is never answered with another one. */
export const findText = (index: ProductIndex, { text, isWanted, isSeen, isTyping }: Sought): Found => {
  const question = questionOf(text)
  const exact = findExactly(index, question, isWanted)
  if (exact.length > 0) return { hits: exact, words: question.words, remarks: noRemarks }
  const attempt = (words: string[]) => findWords(index, { words, isWanted, isTyping })
  const typed = attempt(question.words)
  if (typed.hits.length > 0) return typed
  const missing = termsOf(index, question.words, false).find(
    (term) => term.generic !== undefined && findHits([term], index, isSeen).hits.length === 0,
  )
  if (missing) return { ...typed, remarks: { ...noRemarks, notCarried: missing.text } }
  const { ways, offers } = correctSpelling(index, question.words, isTyping)
  for (const way of ways) {
    const found = attempt(way.words)
    const meant = meantText(text, way)
    if (found.hits.length > 0) return { ...found, remarks: { ...found.remarks, meant } }
    const [{ by } = { by: '' }] = way.replaced
    if (drugNames().all.has(by)) return { ...typed, remarks: { ...noRemarks, notCarried: by } }
  }
  return { ...typed, remarks: { ...noRemarks, offers: offers.map((way) => meantText(text, way)) } }
}

interface Attempt {
  words: string[]
  isWanted: Test
  isTyping: boolean
}

const findWords = (index: ProductIndex, { words, isWanted, isTyping }: Attempt): Found => {
  const terms = termsOf(index, words, isTyping)
  const { hits, onlySame } = findHits(terms, index, isWanted)
  const [same] = onlySame
  if (hits.length > 0) {
    const remarks = same ? { ...noRemarks, notCarried: same.name, sameGeneric: same.generic } : noRemarks
    return { hits, words, remarks }
  }
  const names = terms.filter(({ isNumber }) => !isNumber)
  const numbers = terms.filter(({ isNumber }) => isNumber)
  if (numbers.length === 0 || !names.some(({ generic }) => generic !== undefined))
    return { hits, words, remarks: noRemarks }
  // A strength that the drug does not have: those that it has are shown.
  const others = findHits(names, index, isWanted)
  const lacking = numbers.map(({ text }) => text).join(' ')
  return { hits: others.hits, words, remarks: others.hits.length > 0 ? { ...noRemarks, lacking } : noRemarks }
}

/** What of other products that are related, too, fits the words that found something. */
export const findRelated = (index: ProductIndex, sought: Sought, isRelated: Test): Hit[] => {
  const { words } = findText(index, sought)
  const exact = findExactly(index, questionOf(sought.text), isRelated)
  return exact.length > 0 ? exact : findWords(index, { words, isWanted: isRelated, isTyping: false }).hits
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
