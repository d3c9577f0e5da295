import type { Remarks } from '#catalog/contract.ts'
import { formulaOf, isManner, formulaKey } from '../lexicon/parse-formula.ts'
import { isSchedule } from '../lexicon/common-names.ts'
import { inAnyOrder } from '../index/tokenize-product.ts'
import { isForm, isUnitWord, otherReadings } from '../lexicon/expand-word.ts'
import { unmixed } from './find-formula.ts'
import { findHits, isEmpty, noHits, passingOf } from './find-hits.ts'
import type { ProductIndex, Slot } from '../index/index-products.ts'
import { allTests, type Test } from './match-filters.ts'
import { drugNames, nameKey, soldAs } from '../lexicon/read-drug-names.ts'
import { routeOf } from '../lexicon/read-route.ts'
import { type SearchHits, fits, type Term } from './term-fit.ts'

export const noRemarks: Remarks = {
  meant: '',
  offers: [],
  notCarried: '',
  sameGeneric: '',
  otherForms: '',
  lacking: '',
  warning: '',
}

export interface FoundSlots {
  hits: SearchHits
  words: string[]
  remarks: Remarks
  /** A note to show on a product; usually empty. */
  noteOf?: (slot: Slot) => string
}

export interface FoundTerms extends FoundSlots {
  /** Terms that the products found don't have. */
  lacking: readonly string[]
}

export const isFact = ({ isNumber, text }: Term): boolean =>
  isNumber || isForm(text) || isManner(text) || isSchedule(text)

export interface SearchAttempt {
  words: string[]
  isWanted: Test
  /** Tests visibility for the viewer, regardless of filters. */
  isSeen: Test
  isTyping: boolean
}

/**
 * Products that match all terms; if the drug has no product with all facts, those with the most facts; for a brand, the
 * same generic.
 */
export const findTerms = (
  index: ProductIndex,
  { words, isWanted, isTyping }: SearchAttempt,
  terms: readonly Term[],
): FoundTerms => {
  const whole = findHits([...terms], index, isWanted)
  const named = terms.filter((term) => !isFact(term))
  const isOfDrug = named.length < terms.length && named.some(isDrugTerm)
  const substances = substancesOf(named)
  const isOne = substances.length === 1 && !isPair.test(words.join(' '))
  const isSeveral = substances.length > 1 && !isTyping
  const isUnmixed = isSeveral || (isOne && isOfDrug) ? unmixed(index, substances) : () => true
  const isOnlyMixed = !isEmpty(whole.hits) && !whole.hits.slots.some(isUnmixed)
  const isCarried = isOnlyMixed && !isEmpty(findHits(named, index, allTests([isWanted, isUnmixed])).hits)
  // A query that names two substances does not mean a mixture of three.
  if (isSeveral && isOnlyMixed && !isCarried) return { hits: noHits, words, remarks: noRemarks, lacking: [] }
  const isMixed = isOfDrug && isCarried
  const isStrengthAsked = terms.some(({ anchors }) => anchors === 'all')
  // If the drug lacks the requested strength, pack or form, its existing ones are shown, without mixtures.
  const found: Nearest =
    isOfDrug && (isMixed || isEmpty(whole.hits))
      ? findNearest(index, named, terms.filter(isFact), allTests([isWanted, isUnmixed, meantTest(index, named)]))
      : { ...whole, hits: isOne && isStrengthAsked ? withoutMixtures(whole.hits, isUnmixed) : whole.hits, lacking: [] }
  const isNone = found.lacking.length > 0 && !named.some(hasMeaning) && !areOneGeneric(index, found.hits)
  if (isEmpty(found.hits) || isNone) return { hits: noHits, words, remarks: noRemarks, lacking: [] }
  const { hits, lacking, notCarried, sameGeneric } = standIn(index, found, { terms, isWanted })
  return { hits, words, remarks: { ...noRemarks, notCarried, sameGeneric, lacking: lacking.join(' ') }, lacking }
}

/**
 * Leaves out mixtures if the drug is carried alone: the strength of one part of a mixture is not the strength of the
 * drug.
 */
const withoutMixtures = (hits: SearchHits, isUnmixed: Test): SearchHits => {
  const alone = passingOf(hits, isUnmixed)
  return isEmpty(alone) ? hits : alone
}

/** The named substances, if nothing else is named. */
const substancesOf = (named: readonly Term[]): string[] => {
  const all = named.map(({ text, generic }) => (generic === undefined ? [] : substancesNamed(text)))
  return all.some((some) => some.length === 0) ? [] : [...new Set(all.flat())]
}

/** Empty for brands. */
const substancesNamed = (text: string): readonly string[] => {
  const key = nameKey(text.split(' '))
  const drug = drugNames().all.get(key)
  if (!drug || drug.isSubstance) return drug ? [key] : []
  const own = formulaKey(formulaOf(key))
  const generic = [...drug.generics].map((one) => formulaOf(one)).find((one) => formulaKey(one) === own)
  return generic?.substances ?? []
}

interface StandIn extends Pick<Remarks, 'notCarried' | 'sameGeneric'> {
  hits: SearchHits
  lacking: readonly string[]
}

/**
 * Decides what to show for a brand that lacks some of the requested facts. If the brand is carried in other forms or
 * strengths, a generic with the facts is shown instead, such as for `humalog kwikpen` if Humalog is carried only in
 * vials. Other brands are never shown.
 */
const standIn = (
  index: ProductIndex,
  { hits, onlySame: [same], lacking }: Nearest,
  { terms, isWanted }: { terms: readonly Term[]; isWanted: Test },
): StandIn => {
  if (!same) return { hits, lacking, notCarried: '', sameGeneric: '' }
  const brand = terms.filter(({ text }) => text === same.name)
  const isCalled: Test = (slot) => brand.some(({ fitOf }) => fitOf(slot) > fits.within)
  const isCarried = !isEmpty(findHits(brand, index, allTests([isWanted, isCalled])).hits)
  if (!isCarried) return { hits, lacking, notCarried: same.name, sameGeneric: same.generic }
  const generics = passingOf(hits, genericLabels(index))
  if (isEmpty(generics)) {
    const named = terms.filter((term) => !isFact(term))
    const own = findNearest(index, named, terms.filter(isFact), allTests([isWanted, isCalled]))
    return { ...own, notCarried: '', sameGeneric: '' }
  }
  const facts = terms.filter((term) => isFact(term) && !lacking.includes(term.text))
  const notCarried = [...brand, ...facts].map(({ text }) => text).join(' ')
  return { hits: generics, lacking, notCarried, sameGeneric: same.generic }
}

/** Tests that a product's brand is just the name of its substances. */
const genericLabels = ({ names, formulas, columns }: ProductIndex): Test => {
  const isGeneric = (slot: Slot) => {
    const formula = formulas.all[columns.formula[slot] ?? -1]
    return (
      formula !== undefined &&
      formulaKey(formulaOf(names.texts[columns.brand[slot] ?? -1] ?? '')) === formulaKey(formula)
    )
  }
  return isGeneric
}

/** Store brands cover many unrelated products, so they do not identify a drug. */
const hasMeaning = (term: Term): boolean => (term.generic === undefined ? isDrugTerm(term) : term.generic !== '')

const areOneGeneric = ({ formulas, columns }: ProductIndex, { slots }: SearchHits): boolean => {
  const [first, ...others] = new Set([...slots].map((slot) => columns.formula[slot] ?? 0))
  const same = new Set(formulas.sameAs(formulas.all[first ?? 0] ?? { substances: [], salts: [] }))
  return others.every((other) => same.has(other))
}

/** Tests that a product is the named drug, rather than another drug that contains the name. */
const meantTest = ({ formulas, names, columns }: ProductIndex, named: readonly Term[]): Test => {
  if (!named.some(({ generic = '' }) => generic !== '')) return () => true
  const drugs = named.flatMap(({ text }) => {
    const words = text.split(' ')
    const drug = soldAs(words)
    return drug ? { drug, key: nameKey(words) } : []
  })
  const meant = new Set(
    drugs.flatMap(({ drug, key }) => [
      ...formulas.having(key),
      ...[key, ...drug.generics].flatMap((name) => formulas.sameAs(formulaOf(name))),
    ]),
  )
  // Ferrous sulfate is sold under the name iron.
  const called = new Set(named.map(({ text }) => names.known(inAnyOrder(text.split(' ')))).filter((name) => name >= 0))
  return (slot) => {
    const formula = columns.formula[slot] ?? -1
    return meant.has(formula) || called.has(columns.brand[slot] ?? -1) || formulas.isDrug[formula] === 0
  }
}

/** A drug name or an abbreviation of one, such as `hep b`. */
export const isDrugTerm = ({ generic, text }: Term): boolean =>
  generic !== undefined || (!isUnitWord(text) && otherReadings(text).length > 0)

/** Two strengths in a row, such as `10-12.5` and `10/12.5`, indicate a mixture. */
const isPair = /(?<![^ ])[\d.]+[ -][\d.]+(?![^ ])/

interface Nearest extends ReturnType<typeof findHits> {
  lacking: string[]
}

/** Products of the named drug with as many facts as possible in combination, in typing order, but the route first. */
const findNearest = (index: ProductIndex, named: Term[], facts: Term[], isWanted: Test): Nearest => {
  const had: Term[] = []
  const lacking: string[] = []
  // The route outranks the strength: a 600 mg tablet must not replace an infusion.
  const isPlace = ({ text }: Term) => !['', 'oral'].includes(routeOf([text]))
  for (const fact of [...facts.filter(isPlace), ...facts.filter((one) => !isPlace(one))])
    if (isEmpty(findHits([...named, ...had, fact], index, isWanted).hits)) lacking.push(fact.text.replace(/ s$/, ' ct'))
    else had.push(fact)
  return { ...findHits([...named, ...had], index, isWanted), lacking }
}
