import type { Remarks } from '#catalog/contract.ts'
import type { ProductIndex } from '../index/index-products.ts'
import { isUnitWord, otherReadings } from '../lexicon/expand-word.ts'
import { formulaOf } from '../lexicon/parse-formula.ts'
import { drugNames } from '../lexicon/read-drug-names.ts'
import { findHits, isEmpty } from './find-hits.ts'
import { findWords } from './find-releases.ts'
import { type FoundSlots, isFact, noRemarks } from './find-words.ts'
import type { Test } from './match-filters.ts'
import { textsToOffer } from './offer-words.ts'
import { parseTerms } from './parse-terms.ts'
import type { Question } from './read-question.ts'
import type { Term } from './term-fit.ts'
import { parseQuery } from './tokenize-query.ts'

/** No products, with these remarks. */
export const nothingBut = ({ typed }: Question, remarks: Partial<Remarks>): FoundSlots => ({
  ...typed(),
  remarks: { ...noRemarks, ...remarks },
})

/** A drug of the market that no visible product is. */
export const reportDrug = (question: Question, index: ProductIndex): FoundSlots | null => {
  const { isSeen } = question
  const terms = question.terms()
  const missing = question.drugs().find((term) => isEmpty(findHits([term], index, isSeen).hits))
  if (!missing) return null
  return nothingBut(question, { notCarried: nameOf(missing, terms), otherForms: otherFormsOf(index, missing, isSeen) })
}

/** A word from the names of the market, without a drug. */
export const reportMarketWord = (question: Question, index: ProductIndex): FoundSlots | null => {
  const isUnknown = (term: Term) => isOfMarket(term) && isEmpty(findHits([term], index, question.isSeen).hits)
  return question.drugs().length === 0 && question.terms().some(isUnknown)
    ? nothingBut(question, { notCarried: textOf(question.terms()) })
    : null
}

/** Several possible spellings, or correct words that no visible product has together. */
export const offerSpellings = (question: Question, index: ProductIndex): FoundSlots | null => {
  const { offers: respelt } = question.spelling()
  const completed = question.completed()
  const offers = textsToOffer(question, index, respelt.length > 0 ? respelt : completed.length > 1 ? completed : [])
  if (offers.length === 0 && question.drugs().length > 0) return null
  const terms = question.terms()
  const isSpelt = offers.length === 0 && areSpelt(index, terms, question.isSeen)
  return nothingBut(question, { notCarried: isSpelt ? textOf(terms) : '', offers })
}

/** The names are carried together, but only beside other substances. */
export const reportNamesAlone = (question: Question, index: ProductIndex): FoundSlots | null => {
  const names = namesOf(question)
  return names.length > 1 && !isEmpty(findHits(names, index, question.isSeen).hits)
    ? nothingBut(question, { notCarried: `${textOf(names)} alone` })
    : null
}

/** Carried only in mixtures, none of which has the strength or form. */
export const reportMixtures = (question: Question): FoundSlots | null => {
  const [{ text: name, generic } = { text: '' }] = question.drugs()
  if (textOf(namesOf(question)) !== name) return null
  return nothingBut(question, { notCarried: generic === name ? `${name} alone` : question.words.join(' ') })
}

/** Words that no product of the drug has may name a different drug, so the drug alone is only offered. */
export const offerDrugAlone = (question: Question): FoundSlots => {
  const drugs = question.drugs()
  const [{ text: name } = { text: '' }] = drugs
  const asked = question.words.join(' ')
  const isFirst = drugs.length === 1 && drugs[0] === question.terms()[0]
  return nothingBut(question, {
    notCarried: textOf(namesOf(question)) || asked,
    offers: isFirst && name !== asked ? [name] : [],
  })
}

const textOf = (terms: readonly Term[]): string => terms.map(({ text }) => text).join(' ')

const namesOf = (question: Question): Term[] => question.terms().filter((term) => !isFact(term))

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
