import type { Remarks } from '#catalogue/contract.ts'
import { isCategory } from './common-names.ts'
import { type Correction, correctSpelling } from './correct-spelling.ts'
import { questionOf, type Question } from './cut-question.ts'
import { termsOf } from './cut-terms.ts'
import { isForm } from './expand-word.ts'
import { findHits, type Hit } from './find-hits.ts'
import type { ProductIndex } from './index-products.ts'
import type { Test } from './match-filters.ts'
import { drugNames } from './read-drug-names.ts'
import type { Term } from './what-fits.ts'

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
  const hits = withCategory(index, typed.hits, { words: question.words, isWanted })
  if (hits.length > 0) return { ...typed, hits }
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
  const whole = findHits(terms, index, isWanted)
  const isFact = ({ isNumber, text }: Term) => isNumber || isForm(text)
  const named = terms.filter((term) => !isFact(term))
  const isOfDrug = named.length < terms.length && named.some(({ generic }) => generic !== undefined)
  // A strength, a pack or a form that the drug does not have: those that it has are shown.
  const { hits, onlySame } = whole.hits.length === 0 && isOfDrug ? findHits(named, index, isWanted) : whole
  if (hits.length === 0) return { hits, words, remarks: noRemarks }
  const lacking = whole.hits.length > 0 ? [] : terms.filter(isFact).map(({ text }) => text.replace(/ s$/, ' ct'))
  const [{ name, generic } = { name: '', generic: '' }] = onlySame
  return { hits, words, remarks: { ...noRemarks, notCarried: name, sameGeneric: generic, lacking: lacking.join(' ') } }
}

/** Whoever asks for a category finds what is in it, behind what is called so. */
const withCategory = (
  index: ProductIndex,
  hits: Hit[],
  { words, isWanted }: Pick<Attempt, 'words' | 'isWanted'>,
): Hit[] => {
  if (words.length === 0 || words.some((word) => drugNames().all.get(word)?.isSubstance)) return hits
  const { values, ids, columns } = index
  const meant = [...index.categories].filter((category) => isCategory(values.texts[category] ?? '', words))
  if (meant.length === 0) return hits
  const found = new Set(hits.map(({ slot }) => slot))
  const more: Hit[] = []
  for (let slot = 0; slot < ids.length; slot++)
    if (meant.includes(columns.category[slot] ?? -1) && isWanted(slot) && !found.has(slot))
      more.push({ slot, numbers: 0, words: 0 })
  return [...hits, ...more]
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
