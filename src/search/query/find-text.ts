import type { ProductIndex, Slot } from '../index/index-products.ts'
import { isCategory } from '../lexicon/common-names.ts'
import { drugNames, nameKey } from '../lexicon/read-drug-names.ts'
import { ambiguousIn, listed } from './ambiguous-words.ts'
import { withCalled } from './find-called.ts'
import { codeIn, findCoded } from './find-coded.ts'
import { slotsOfCode } from './find-digits.ts'
import { findMixture } from './find-formula.ts'
import { hitsAt, isEmpty, noHits, withMore } from './find-hits.ts'
import { findWords } from './find-releases.ts'
import { type FoundSlots, isDrugTerm, isFact, noRemarks, type SearchAttempt } from './find-words.ts'
import type { Test } from './match-filters.ts'
import { meantText, textsToOffer } from './offer-words.ts'
import { parseTerms } from './parse-terms.ts'
import { type Question, readQuestion, type Sought } from './read-question.ts'
import {
  nothingBut,
  offerDrugAlone,
  offerSpellings,
  reportDrug,
  reportMarketWord,
  reportMixtures,
  reportNamesAlone,
} from './report-missing.ts'
import type { SearchHits } from './term-fit.ts'
import { type ParsedQuery, parseQuery } from './tokenize-query.ts'

interface Step {
  name: string
  /** Products, or remarks that explain why there are none; null to try the next step. */
  find(question: Question, index: ProductIndex): FoundSlots | null
}

const findExactCode = ({ words, ndcKeys, isWanted }: Question, index: ProductIndex): FoundSlots | null => {
  const hits = withCode(index, { ndcKeys }, isWanted)
  return isEmpty(hits) ? null : { hits, words, remarks: noRemarks }
}

/** A complete code beside other words, as in a line copied from an invoice; if not carried, the other words. */
const findCodeAmongWords = (
  { text, isWanted, isSeen, keepsSome, isTyping }: Question,
  index: ProductIndex,
): FoundSlots | null => {
  const coded = codeIn(text)
  if (!coded) return null
  const found = findCoded(index, coded, { isWanted, isSeen, isTyping })
  if (found) return found
  const other = findText(index, { text: coded.beside, isWanted, isSeen, keepsSome, isTyping })
  const warning =
    `Not carried: NDC ${coded.code}. Showing matches for “${coded.beside}”. ${other.remarks.warning}`.trim()
  return isEmpty(other.hits) ? other : { ...other, remarks: { ...other.remarks, warning } }
}

/**
 * Products with exactly this name, plus prefix matches while typing, with a warning that lists all meanings. Otherwise
 * only the meanings are offered.
 */
const findAmbiguous = (question: Question, index: ProductIndex): FoundSlots | null => {
  const { text, words, isWanted, isTyping } = question
  const ambiguous = ambiguousIn(words)
  if (!ambiguous) return null
  const { at, word, means } = ambiguous
  const ways = means.map((by) => ({ words: words.toSpliced(at, 1, by), replaced: [{ typed: word, by }] }))
  const offers = textsToOffer(question, index, ways)
  const nothing: FoundSlots = { hits: noHits, words, remarks: { ...noRemarks, offers } }
  const warning = `“${word}” may mean ${listed(offers)}.`
  const called = withCalled(index, nothing, { text, isWanted })
  const isUnfinished = isTyping && at === words.length - 1
  const found = isEmpty(called.hits) && isUnfinished ? question.findBy(words) : called
  if (isEmpty(found.hits)) return nothing
  return { ...found, remarks: { ...found.remarks, warning: `${warning} ${found.remarks.warning}`.trim() } }
}

const findAsTyped = ({ words, isWanted, typed }: Question, index: ProductIndex): FoundSlots | null => {
  const hits = withCategory(index, typed().hits, { words, isWanted })
  return isEmpty(hits) ? null : { ...typed(), hits }
}

/** Without `with`, if all other words are drugs or facts. */
const findUnjoined = ({ words, findBy }: Question, index: ProductIndex): FoundSlots | null => {
  const unjoined = words.filter((word, at, all) => !isJoining(word, all[at + 1]))
  if (unjoined.length === words.length) return null
  const isAllNamed = parseTerms(index, unjoined, false).every((term) => isFact(term) || isDrugTerm(term))
  return isAllNamed ? unlessEmpty(findBy(unjoined)) : null
}

/** `with` joins substances, but `w/w` and `w/v` are units of weight and volume. */
const isJoining = (word: string, next = 'w'): boolean => word === 'with' || (word === 'w' && !/^[wv]$/.test(next))

const findSubstances = ({ text, isWanted, typed }: Question, index: ProductIndex): FoundSlots | null =>
  unlessEmpty({ ...typed(), hits: findMixture(index, text, isWanted) })

/** Abbreviated names, if they can be completed in one way only. */
const findCompleted = ({ text, completed, findBy }: Question): FoundSlots | null => {
  const [only, ...others] = completed()
  return only && others.length === 0 ? unlessEmpty(asMeant(findBy(only.words), meantText(text, only))) : null
}

/** Misspelled words with a certain correction. The correction may also be a drug that is not carried. */
const findCorrected = (question: Question): FoundSlots | null => {
  for (const way of question.spelling().ways) {
    const found = question.findBy(way.words)
    if (!isEmpty(found.hits)) return asMeant(found, meantText(question.text, way))
    const [{ by } = { by: '' }] = way.replaced
    if (drugNames().all.has(by)) return nothingBut(question, { notCarried: by })
  }
  return null
}

const unlessEmpty = (found: FoundSlots): FoundSlots | null => (isEmpty(found.hits) ? null : found)

const asMeant = (found: FoundSlots, meant: string): FoundSlots => ({ ...found, remarks: { ...found.remarks, meant } })

/** A query for a category also finds its products, ranked below name matches. */
const withCategory = (
  index: ProductIndex,
  hits: SearchHits,
  { words, isWanted }: Pick<SearchAttempt, 'words' | 'isWanted'>,
): SearchHits => {
  const isSubstance = (name: readonly string[]) => drugNames().all.get(nameKey(name))?.isSubstance === true
  if (words.length === 0 || isSubstance(words) || words.some((word) => isSubstance([word]))) return hits
  const { values, ids, columns } = index
  const meant = new Set([...index.categories].filter((category) => isCategory(values.texts[category] ?? '', words)))
  if (meant.size === 0) return hits
  const isFound = new Uint8Array(ids.length)
  for (const slot of hits.slots) isFound[slot] = 1
  const more: Slot[] = []
  for (let slot = 0; slot < ids.length; slot++)
    if (meant.has(columns.category[slot] ?? -1) && isFound[slot] !== 1 && isWanted(slot)) more.push(slot)
  return withMore(hits, more)
}

/** Tried in order until one answers. The first half finds products, the second explains why there are none. */
const steps: readonly Step[] = [
  { name: 'exact code', find: findExactCode },
  { name: 'code among words', find: findCodeAmongWords },
  { name: 'ambiguous word', find: findAmbiguous },
  { name: 'words as typed', find: findAsTyped },
  { name: 'words without “with”', find: findUnjoined },
  { name: 'same substances', find: findSubstances },
  { name: 'completed names', find: findCompleted },
  { name: 'drug not carried', find: reportDrug },
  { name: 'market word not carried', find: reportMarketWord },
  { name: 'corrected spelling', find: findCorrected },
  { name: 'choice of spellings', find: offerSpellings },
  { name: 'names carried, but not alone', find: reportNamesAlone },
  { name: 'drug carried in mixtures only', find: reportMixtures },
  { name: 'drug without the other words', find: offerDrugAlone },
]

/**
 * Products that match a text as typed, or in its only possible meaning. A search for one drug never returns another
 * drug.
 */
export const findText = (index: ProductIndex, sought: Sought): FoundSlots => answerTo(index, sought).found

/** The answer with the name of the step that gave it. */
export const answerTo = (index: ProductIndex, sought: Sought): { step: string; found: FoundSlots } => {
  const question = readQuestion(index, sought)
  for (const { name, find } of steps) {
    const found = find(question, index)
    if (found) return { step: name, found }
  }
  return { step: '', found: question.typed() }
}

/** Related products that match the words of the successful search. */
export const findRelated = (index: ProductIndex, sought: Sought, isRelated: Test): SearchHits => {
  const { words } = findText(index, sought)
  const exact = withCode(index, parseQuery(sought.text), isRelated)
  return !isEmpty(exact)
    ? exact
    : findWords(index, { words, isWanted: isRelated, isSeen: isRelated, isTyping: false }).hits
}

/** Products with this exact code; ten digits may match three codes. */
const withCode = (index: ProductIndex, { ndcKeys }: Pick<ParsedQuery, 'ndcKeys'>, isWanted: Test): SearchHits => {
  const slots = ndcKeys.flatMap((key) => slotsOfCode(index, Number(key))).filter(isWanted)
  return slots.length > 0 ? hitsAt(Int32Array.from(slots)) : noHits
}
