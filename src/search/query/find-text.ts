import { type Ambiguous, ambiguousIn, listed } from './ambiguous-words.ts'
import { codeIn, findCoded } from './find-coded.ts'
import { isCategory } from '../lexicon/common-names.ts'
import { completeWords, type Correction, correctSpelling } from './correct-spelling.ts'
import { type ParsedQuery, parseQuery } from './tokenize-query.ts'
import { parseTerms } from './parse-terms.ts'
import { isUnitWord, otherReadings } from '../lexicon/expand-word.ts'
import { formulaOf } from '../lexicon/parse-formula.ts'
import { inAnyOrder } from '../index/tokenize-product.ts'
import { splitWords } from '#catalog/split-words.ts'
import { wordsOfName } from './match-names.ts'
import { findMixture } from './find-formula.ts'
import { before, findHits, hitsAt, isEmpty, noHits, withMore } from './find-hits.ts'
import { slotsOfCode } from './find-digits.ts'
import { findWords } from './find-releases.ts'
import { type FoundSlots, isDrugTerm, isFact, noRemarks, type SearchAttempt } from './find-words.ts'
import type { ProductIndex, Slot } from '../index/index-products.ts'
import type { Test } from './match-filters.ts'
import { drugNames, nameKey } from '../lexicon/read-drug-names.ts'
import type { SearchHits, Term } from './term-fit.ts'

export interface Sought {
  text: string
  isWanted: Test
  /** Tests visibility for the viewer, regardless of filters. */
  isSeen: Test
  /** Some products are hidden from the viewer, so they are not suggested either. */
  keepsSome?: boolean
  /** The last word may be unfinished. */
  isTyping: boolean
}

/**
 * Products that match a text as typed, or in its only possible meaning. A search for one drug never returns another
 * drug.
 */
export const findText = (
  index: ProductIndex,
  { text, isWanted, isSeen, keepsSome = false, isTyping }: Sought,
): FoundSlots => {
  const question = parseQuery(text)
  const exact = findExactly(index, question, isWanted)
  if (!isEmpty(exact)) return { hits: exact, words: question.words, remarks: noRemarks }
  const coded = codeIn(text)
  if (coded) {
    const found = findCoded(index, coded, { isWanted, isSeen, isTyping })
    if (found) return found
    const other = findText(index, { text: coded.beside, isWanted, isSeen, keepsSome, isTyping })
    const warning =
      `Not carried: NDC ${coded.code}. Showing matches for “${coded.beside}”. ${other.remarks.warning}`.trim()
    return isEmpty(other.hits) ? other : { ...other, remarks: { ...other.remarks, warning } }
  }
  const ambiguous = ambiguousIn(question.words)
  if (ambiguous)
    return findAmbiguous(index, { text, isWanted, isSeen, keepsSome, isTyping }, { ...ambiguous, question })
  const attempt = (words: string[]) => findWords(index, { words, isWanted, isSeen, isTyping })
  const typed = withCalled(index, attempt(question.words), { text, isWanted })
  const hits = withCategory(index, typed.hits, { words: question.words, isWanted })
  if (!isEmpty(hits)) return { ...typed, hits }
  const unjoined = question.words.filter((word, at, all) => !isJoining(word, all[at + 1]))
  const isAllNamed = parseTerms(index, unjoined, false).every((term) => isFact(term) || isDrugTerm(term))
  if (unjoined.length < question.words.length && isAllNamed) {
    const found = attempt(unjoined)
    if (!isEmpty(found.hits)) return found
  }
  const mixtures = findMixture(index, text, isWanted)
  if (!isEmpty(mixtures)) return { ...typed, hits: mixtures }
  const completed = completeWords(index, question.words)
  const [only] = completed
  if (only && completed.length === 1) {
    const found = attempt(only.words)
    if (!isEmpty(found.hits)) return { ...found, remarks: { ...found.remarks, meant: meantText(text, only) } }
  }
  const terms = parseTerms(index, question.words, false)
  const missing = terms.find((term) => term.generic !== undefined && isEmpty(findHits([term], index, isSeen).hits))
  if (missing)
    return {
      ...typed,
      remarks: { ...noRemarks, notCarried: nameOf(missing, terms), otherForms: otherFormsOf(index, missing, isSeen) },
    }
  const carried = terms.filter(({ generic }) => generic !== undefined)
  const isUnknown = (term: Term) => isOfMarket(term) && isEmpty(findHits([term], index, isSeen).hits)
  if (carried.length === 0 && terms.some(isUnknown))
    return { ...typed, remarks: { ...noRemarks, notCarried: terms.map(({ text: word }) => word).join(' ') } }
  const { ways, offers } = correctSpelling(index, question.words, isTyping)
  for (const way of ways) {
    const found = attempt(way.words)
    const meant = meantText(text, way)
    if (!isEmpty(found.hits)) return { ...found, remarks: { ...found.remarks, meant } }
    const [{ by } = { by: '' }] = way.replaced
    if (drugNames().all.has(by)) return { ...typed, remarks: { ...noRemarks, notCarried: by } }
  }
  const all = offers.length > 0 ? offers : completed.length > 1 ? completed : []
  const choices = keepsSome ? all.filter((way) => isTold(index, way, isSeen)) : all
  if (choices.length > 0 || carried.length === 0)
    return {
      ...typed,
      remarks: {
        ...noRemarks,
        notCarried:
          choices.length === 0 && areSpelt(index, terms, isSeen) ? terms.map(({ text: word }) => word).join(' ') : '',
        offers: choices.map((way) => meantText(text, way)),
      },
    }
  // Words that no product of the drug has may name a different drug, so the drug alone is only offered.
  const notCarried = terms
    .filter((term) => !isFact(term))
    .map(({ text: word }) => word)
    .join(' ')
  const [{ text: name, generic } = { text: '' }] = carried
  const names = terms.filter((term) => !isFact(term))
  if (names.length > 1 && !isEmpty(findHits(names, index, isSeen).hits))
    return { ...typed, remarks: { ...noRemarks, notCarried: `${notCarried} alone` } }
  // Carried only in mixtures, none of which has the strength or form.
  if (notCarried === name)
    return {
      ...typed,
      remarks: { ...noRemarks, notCarried: generic === name ? `${name} alone` : question.words.join(' ') },
    }
  const asked = question.words.join(' ')
  return {
    ...typed,
    remarks: {
      ...noRemarks,
      notCarried: notCarried || asked,
      offers: carried.length === 1 && carried[0] === terms[0] && name !== asked ? [name] : [],
    },
  }
}

interface Params extends Ambiguous {
  question: ParsedQuery
}

/**
 * Products with exactly this name, plus prefix matches while typing, with a warning that lists all meanings. Otherwise
 * only the meanings are offered.
 */
const findAmbiguous = (
  index: ProductIndex,
  { text, isWanted, isSeen, keepsSome = false, isTyping }: Sought,
  { at, word, means, question: { words } }: Params,
): FoundSlots => {
  const ways = means.map((by) => ({ words: words.toSpliced(at, 1, by), replaced: [{ typed: word, by }] }))
  const offers = (keepsSome ? ways.filter((way) => isTold(index, way, isSeen)) : ways).map((way) =>
    meantText(text, way),
  )
  const nothing: FoundSlots = { hits: noHits, words, remarks: { ...noRemarks, offers } }
  const warning = `“${word}” may mean ${listed(offers)}.`
  const called = withCalled(index, nothing, { text, isWanted })
  const isUnfinished = isTyping && at === words.length - 1
  const found = isEmpty(called.hits) && isUnfinished ? findWords(index, { words, isWanted, isSeen, isTyping }) : called
  if (isEmpty(found.hits)) return nothing
  return { ...found, remarks: { ...found.remarks, warning: `${warning} ${found.remarks.warning}`.trim() } }
}

/** `with` joins substances, but `w/w` and `w/v` are units of weight and volume. */
const isJoining = (word: string, next = 'w'): boolean => word === 'with' || (word === 'w' && !/^[wv]$/.test(next))

/** The brand's generic name if it is carried, but only with another route or strength. */
const otherFormsOf = (index: ProductIndex, { text, generic = '' }: Term, isSeen: Test): string => {
  if (generic === '' || generic === text) return ''
  const { hits, remarks } = findWords(index, {
    words: parseQuery(generic).words,
    isWanted: isSeen,
    isSeen,
    isTyping: false,
  })
  const same = new Set(index.formulas.sameAs(formulaOf(generic)))
  const isCarried = remarks.lacking === '' && hits.slots.some((slot) => same.has(index.columns.formula[slot] ?? -1))
  return isCarried ? generic : ''
}

/** Whether the user may see a product that matches the correction; names that are not carried reveal nothing. */
const isTold = (index: ProductIndex, { replaced }: Correction, isSeen: Test): boolean =>
  replaced
    .flatMap(({ by }) => by.split(' '))
    .every(
      (word) => index.words.known(word) < 0 || !isEmpty(findHits(parseTerms(index, [word], false), index, isSeen).hits),
    )

/** A word from market names that is not a name itself, or a common abbreviation of a name: `pepto`, `tdap`. */
const isOfMarket = (term: Term): boolean =>
  !isFact(term) &&
  ((term.text.length > 3 && drugNames().hasWord(term.text)) ||
    (!isUnitWord(term.text) && otherReadings(term.text).length > 0))

/** Whether every word is known from drugs or visible products, although no product has them all: `hep b vaccine`. */
const areSpelt = (index: ProductIndex, terms: readonly Term[], isSeen: Test): boolean =>
  terms.some((term) => !isFact(term)) &&
  terms.every(
    (term) =>
      isFact(term) ||
      term.text
        .split(' ')
        .every(
          (word) =>
            drugNames().hasWord(word) ||
            (index.words.known(word) >= 0 && !isEmpty(findHits(parseTerms(index, [word], false), index, isSeen).hits)),
        ) ||
      otherReadings(term.text).length > 0,
  )

/** `relief` is also a brand: brands made of everyday words include the words around them. */
const nameOf = (missing: Term, terms: readonly Term[]): string =>
  drugNames().all.get(missing.text)?.isSubstance
    ? missing.text
    : terms
        .filter((term) => term === missing || !(isFact(term) || isUnitWord(term.text)))
        .map(({ text }) => text)
        .join(' ')

/**
 * Adds products whose name is exactly the text, even if it is misspelled or consists of words common to other labels.
 */
const withCalled = (
  { names, columns, ids }: ProductIndex,
  found: FoundSlots,
  { text, isWanted }: Pick<Sought, 'text' | 'isWanted'>,
): FoundSlots => {
  const { hits, words, remarks } = found
  const isOneName = words.length < 2 || wordsOfName(words) === words.length
  const own = splitWords(text)
  const called = own.length === 0 || (isOneName && !isEmpty(hits)) ? -1 : names.known(inAnyOrder(own))
  if (called < 0) return found
  const slots: Slot[] = []
  for (let slot = 0; slot < ids.length; slot++)
    if ((columns.brand[slot] === called || columns.genericName[slot] === called) && isWanted(slot)) slots.push(slot)
  if (slots.length === 0) return found
  return {
    ...found,
    hits: remarks === noRemarks ? before(slots, hits) : hitsAt(Int32Array.from(slots)),
    remarks: noRemarks,
  }
}

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

/** Related products that match the words of the successful search. */
export const findRelated = (index: ProductIndex, sought: Sought, isRelated: Test): SearchHits => {
  const { words } = findText(index, sought)
  const exact = findExactly(index, parseQuery(sought.text), isRelated)
  return !isEmpty(exact)
    ? exact
    : findWords(index, { words, isWanted: isRelated, isSeen: isRelated, isTyping: false }).hits
}

/** Products with this exact code; ten digits may match three codes. */
const findExactly = (index: ProductIndex, { ndcKeys }: ParsedQuery, isWanted: Test): SearchHits => {
  const slots = ndcKeys.flatMap((key) => slotsOfCode(index, Number(key))).filter(isWanted)
  return slots.length > 0 ? hitsAt(Int32Array.from(slots)) : noHits
}

/** The user's text with only the wrong parts replaced. */
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
