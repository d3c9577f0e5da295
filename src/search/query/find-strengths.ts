import { isTenfold, timesAsStrong, timesWords } from '#shared/compare-strengths.ts'
import { showStrengths } from '#shared/show-strengths.ts'
import { parseTerms } from './parse-terms.ts'
import { isMixture } from '../lexicon/common-names.ts'
import { findTerms, type FoundSlots, type FoundTerms, isDrugTerm, isFact, type SearchAttempt } from './find-words.ts'
import { isEmpty } from './find-hits.ts'
import type { ProductIndex, Slot } from '../index/index-products.ts'
import type { Test } from './match-filters.ts'
import { drugOf, fitter, isOfInsulin, labelOf } from './label-strengths.ts'
import { type Reading, readingsOfTerms, type StrengthTerm } from './strength-terms.ts'
import type { SearchHits, Term } from './term-fit.ts'
import type { Dose } from '#shared/read-strengths.ts'

/**
 * Products that match all words. A strength beside a drug name is compared with the labels' strengths, and other
 * strengths are shown only with a warning.
 */
export const findStrengths = (index: ProductIndex, given: SearchAttempt): FoundSlots => {
  const attempt = plainInsulin(index, given)
  const terms = parseTerms(index, attempt.words, attempt.isTyping)
  const isOfDrug = terms.some((term) => !isFact(term) && isDrugTerm(term))
  const readings = isOfDrug ? readingsOfTerms(index, terms) : []
  const [likeliest] = readings
  if (!likeliest?.strength) {
    const found = findTerms(index, attempt, terms)
    const isInsulin = terms.some(({ text, generic = '' }) => `${text} ${generic}`.includes('insulin'))
    return isInsulin ? concentratedLast(index, found) : found
  }
  for (const { terms: read, strength } of readings) {
    const found = findTerms(index, attempt, read)
    const numbers = strength ? [strength] : read.filter(({ asksFor }) => asksFor !== undefined)
    if (isEmpty(found.hits) || numbers.some(({ text }) => found.lacking.includes(text))) continue
    if (strength) return { ...found, noteOf: totalNoter(index, strength.doses) }
    // A pack of 30 is not a strength of 30.
    return warned(found, `${missingWords(terms, numbers)} ${packsWords(attempt, numbers)}`)
  }
  return inOtherStrengths(index, attempt, { terms: likeliest.terms, strength: likeliest.strength })
}

const warned = (found: FoundSlots, warning: string): FoundSlots => ({
  ...found,
  remarks: { ...found.remarks, warning },
})

/** Builds text such as `Not carried: epinephrine 1:10,000.` */
const missingWords = (terms: readonly Term[], strengths: readonly Term[]): string => {
  const named = terms.filter((term) => !isFact(term)).map(({ text }) => text)
  return `Not carried: ${[...named, ...strengths.map(({ text }) => showStrengths(text))].join(' ')}.`
}

const packsWords = ({ isTyping }: SearchAttempt, numbers: readonly Term[]): string => {
  const told = numbers.map(({ text }) => text).join(' ')
  return isTyping
    ? `Showing strengths and packs that start with ${told}.`
    : `Showing products with ${told} in the name or pack, in other strengths.`
}

/** The drug in other strengths, each with a note on how it differs. Tenfold differences rank last. */
const inOtherStrengths = (
  index: ProductIndex,
  attempt: SearchAttempt,
  { terms, strength }: Reading & { strength: StrengthTerm },
): FoundSlots => {
  const found = findTerms(index, attempt, terms)
  if (isEmpty(found.hits)) return found
  const fitOf = fitter(index, strength.doses)
  const timesOf = (slot: Slot) => timesAsStrong(strength.doses, labelOf(index, slot), drugOf(index, slot))
  const told = showStrengths(strength.text)
  const noteOf = (slot: Slot): string => {
    if (fitOf(slot) === 'total') return `The concentration of ${told} in another container`
    const times = timesOf(slot)
    return times !== null && isTold(index, slot, times) ? `${timesWords(times)} than ${told}` : ''
  }
  const levelOf = (slot: Slot): number => (fitOf(slot) === 'total' ? 2 : isTenfold(timesOf(slot)) ? 0 : 1)
  const shown = { ...found, hits: inLevels(found.hits, levelOf), noteOf }
  const isElsewhere = attempt.isSeen !== attempt.isWanted && isCarried(index, attempt, { terms, strength })
  const isUntold = (slot: Slot) => labelOf(index, slot).doses.length === 0
  const others = found.lacking.filter((text) => text !== strength.text)
  const sentences = [
    isElsewhere
      ? missingWords(terms, [strength]).replace('Not carried', 'Not found with these filters')
      : missingWords(terms, [strength]),
    found.hits.slots.some((slot) => fitOf(slot) === 'total')
      ? 'The same concentration in other containers is shown first.'
      : `Showing other strengths${found.hits.slots.some(isUntold) ? ' and products whose label has no strength' : ''}.`,
    others.length > 0 ? `No label says “${others.join(' ')}”.` : '',
    ...slippedWords(found, timesOf),
  ]
  return warned(shown, sentences.filter(Boolean).join(' '))
}

/** A warning in the main message about tenfold differences among the results. */
const slippedWords = ({ hits }: FoundTerms, timesOf: (slot: Slot) => number | null): string[] => {
  const said = new Set<string>()
  for (const slot of hits.slots) {
    const times = timesOf(slot)
    if (times !== null && isTenfold(times)) said.add(timesWords(times))
  }
  return said.size > 0 ? [`Careful: some are ${[...said].toSorted().join(' or ')}.`] : []
}

const isCarried = (
  index: ProductIndex,
  attempt: SearchAttempt,
  { terms, strength }: Reading & { strength: StrengthTerm },
): boolean => {
  const { hits, lacking } = findTerms(index, { ...attempt, isWanted: attempt.isSeen }, terms)
  return !isEmpty(hits) && !lacking.includes(strength.text)
}

/** Insulins have few strengths, and each is easily mistaken for the usual one, so every difference is noted. */
const isTold = (index: ProductIndex, slot: Slot, times: number): boolean =>
  isTenfold(times) || (isOfInsulin(index, slot) && times !== 1)

/**
 * Excludes mixed insulins from searches for regular insulin, although some of their labels name regular insulin alone
 * or as a part.
 */
const plainInsulin = (index: ProductIndex, attempt: SearchAttempt): SearchAttempt => {
  const { words, isWanted, isSeen } = attempt
  const [one, other] = words.flatMap((word) => /^\d\d(?=units|$)/.exec(word)?.[0] ?? [])
  const isPlain =
    (words.includes('regular') || (words.includes('insulin') && words.includes('human'))) &&
    !words.some((word) => /^\d\d-\d\d$/.test(word)) &&
    !isMixture(one, other)
  const isMixed = (slot: Slot) =>
    isOfInsulin(index, slot) &&
    (index.formulas.all[index.columns.formula[slot] ?? -1]?.substances ?? []).some(
      (substance, _, all) => all.length > 1 || substance.endsWith(' mix'),
    )
  if (!isPlain) return attempt
  const isWantedAlone: Test = (slot) => isWanted(slot) && !isMixed(slot)
  // Preserves identity when there are no filters: callers compare the two tests.
  const isSeenAlone: Test = isSeen === isWanted ? isWantedAlone : (slot) => isSeen(slot) && !isMixed(slot)
  return { ...attempt, isWanted: isWantedAlone, isSeen: isSeenAlone }
}

const usualUnits = 100

/** An insulin without a strength means 100 units/mL: concentrated ones rank last with a note. */
const concentratedLast = (index: ProductIndex, found: FoundTerms): FoundSlots => {
  const timesOf = (slot: Slot): number => {
    if (!isOfInsulin(index, slot)) return 1
    const [dose, other] = labelOf(index, slot).doses
    return dose?.unit === 'units' && dose.per === 'ml' && !other ? dose.amount / usualUnits : 1
  }
  if (!found.hits.slots.some((slot) => timesOf(slot) > 1)) return found
  return {
    ...found,
    hits: inLevels(found.hits, (slot) => Number(timesOf(slot) <= 1)),
    noteOf: (slot) => (timesOf(slot) > 1 ? `Concentrated: ${timesWords(timesOf(slot))} than U-100` : ''),
  }
}

/** Ranks higher levels first and keeps the order within each level. */
export const inLevels = (hits: SearchHits, levelOf: (slot: Slot) => number): SearchHits => ({
  ...hits,
  numbers: hits.numbers.map((number, at) => number + maxNumbersLength * levelOf(hits.slots[at] ?? 0)),
})

/** Upper bound of the number score: twelve words with a fit of at most three. Two levels on top still fit in a byte. */
const maxNumbersLength = 40

/** A search for 30 mg also finds a 2 mL vial with 30 mg/mL. Its total differs, so a note states it. */
const totalNoter = (index: ProductIndex, doses: readonly Dose[]): ((slot: Slot) => string) => {
  const [asked, more] = doses
  if (!asked || more || (asked.per !== '' && !asked.isLoose)) return () => ''
  const { isLoose: _, volume = 1, ...dose } = asked
  const each: Dose = { ...dose, amount: dose.amount * volume, per: 'ml' }
  return (slot) => {
    const { isInjection, doses: told, volumes } = labelOf(index, slot)
    const [own, another] = told
    // Insulins are always named by their concentration.
    if (!own || another || own.per !== 'ml' || !isInjection || isOfInsulin(index, slot)) return ''
    const [held, other] = new Set([...(own.volume === undefined ? [] : [own.volume]), ...volumes])
    if (held === undefined || other !== undefined || held === 1) return ''
    const scale = own.written / (own.amount * (own.volume ?? 1))
    const inOne: Dose = { ...own, written: own.amount * scale }
    if (timesAsStrong([each], { isInjection, doses: [inOne], volumes }, drugOf(index, slot)) !== 1) return ''
    const words = (amount: number) => amountWords(amount, own.unit, scale)
    return `${words(own.amount)} in each mL, ${words(own.amount * held)} in all`
  }
}

/** Formats an amount in the label's unit. */
const amountWords = (amount: number, unit: string, scale: number): string => {
  const weight = new Map([
    ['1', 'mg'],
    ['1000', 'mcg'],
    ['0.001', 'g'],
  ]).get(String(Number(scale.toPrecision(6))))
  const isAsWritten = unit !== 'mg' || weight !== undefined
  return showStrengths(
    `${Number((isAsWritten ? amount * scale : amount).toPrecision(6))} ${unit === 'mg' ? (weight ?? unit) : unit}`,
  )
}
