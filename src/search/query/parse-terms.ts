import { type Beside, nameTerm, wordsOfName } from './match-names.ts'
import { isMixture, isSchedule } from '../lexicon/common-names.ts'
import {
  afterAmounts,
  amountOnly,
  concentrationTerm,
  countTerm,
  isConcentration,
  isCount,
  isPerHour,
  isPerMl,
  isStrength,
  pairTerm,
  perHourTerm,
  perMlTerm,
  strengthReadings,
  strengthTerm,
} from './parse-strengths.ts'
import { isForm, isOfName, otherReadings, phrases, singularOf, strengthUnits } from '../lexicon/expand-word.ts'
import { splitWords } from '#catalog/split-words.ts'
import { readStrengths } from '#shared/read-strengths.ts'
import { worksAs } from '../index/tokenize-product.ts'
import { findByDigits } from './find-digits.ts'
import { type ProductIndex, type Slot, slotAt } from '../index/index-products.ts'
import { drugNames } from '../lexicon/read-drug-names.ts'
import { isIn } from '../index/list-words.ts'
import { routeOf } from '../lexicon/read-route.ts'
import { fits, type Term } from './term-fit.ts'

/** Parses words into terms for this index. While typing, the last word may be incomplete. */
export const parseTerms = (index: ProductIndex, words: string[], isTyping: boolean): Term[] => {
  const parts = joined(words)
  return parts.map((part, at) =>
    termOf(index, part, {
      isLast: at === parts.length - 1,
      isAlone: parts.length === 1,
      isOnlyName: !parts.some((other, place) => place !== at && other.split(' ').some(isOfName)),
      asked: routeOf(parts.toSpliced(at, 1).flatMap((other) => other.split(' '))),
      isTyping,
    }),
  )
}

/** Joins words that belong together: `potassium chloride`, `extended release`, `500 mg`, `5 %`. */
const joined = (words: string[]): string[] => {
  if (words.length === 0) return []
  const phrase = phrases.find((one) => one === words.slice(0, one.split(' ').length).join(' '))
  const [first = '', second = ''] = words
  if (isMixture(first, second)) return [`${first}-${second}`, ...joined(words.slice(2))]
  if (isConcentration(words)) return [words.slice(0, 4).join(' '), ...joined(words.slice(4))]
  if (isPerHour(words)) return [words.slice(0, 3).join(' '), ...joined(words.slice(3))]
  if (isPerMl(words)) return [words.slice(0, 3).join(' '), ...joined(words.slice(3))]
  const count = Math.max(wordsOfName(words), phrase?.split(' ').length ?? 0, isStrength(words) ? 2 : 1)
  return [words.slice(0, count).join(' '), ...joined(words.slice(count))]
}

interface Place extends Beside {
  isLast: boolean
  isAlone: boolean
  isTyping: boolean
}

/** Marks terms that request a strength; volumes, counts and hours don't. */
const termOf = (index: ProductIndex, part: string, place: Place): Term => {
  const term = termOfPart(index, part, place)
  return term.isNumber && isOfStrength(part) ? { ...term, asksFor: part } : term
}

const isOfStrength = (part: string): boolean =>
  amountOnly.test(part) ||
  (readStrengths(part).doses.length > 0 && !isMixture(...(part.split('-') as [string, string])))

const termOfPart = (index: ProductIndex, part: string, place: Place): Term => {
  if (part.includes(':')) return ratioTerm(index, part)
  const words = part.includes('/') ? splitWords(part) : part.split(' ')
  if (isConcentration(words)) return concentrationTerm(index, words)
  if (isPerHour(words)) return perHourTerm(index, words)
  if (isPerMl(words)) return perMlTerm(index, words)
  if (part === 'ir' || part === 'immediate release') return plainTerm(index, part)
  if (part.includes('/')) return strengthTerm(index, part, strengthReadings(words[0] ?? '', words[1] ?? ''))
  const [, amount = '', unit = ''] = /^(\d+(?:\.\d+)?) ?([^\d\s.-]+)$/.exec(part) ?? []
  if (isCount.test(unit)) return countTerm(index, part, amount)
  if (amount && unit) return strengthTerm(index, part, strengthReadings(amount, unit))
  const [, one = '', other = ''] = /^((?:0\.|[1-9])[\d.]{0,5})-((?:0\.|[1-9])[\d.]{0,5})$/.exec(part) ?? []
  const term =
    one && other
      ? pairTerm(index, part, one, other)
      : amountOnly.test(part)
        ? numberTerm(index, part, place)
        : (nameTerm(index, part, { ...place, isUnfinished: place.isTyping && place.isLast }) ??
          wordTerm(index, part, place))
  return place.isAlone ? orDigits(index, term) : term
}

/** Without a drug name, `1:10000` matches labels that contain the ratio. */
const ratioTerm = ({ words, tokens, columns: { from, to } }: ProductIndex, text: string): Term => {
  const [one, other] = text.split(':').map((part) => words.known(part))
  const fitOf = (slot: Slot): number => {
    for (let at = from[slot] ?? 0; at < (to[slot] ?? 0); at++)
      if (tokens[at] === one && tokens[at + 1] === other) return fits.fully
    return fits.not
  }
  return { text, isNumber: true, anchors: { tokens: other === undefined || other < 0 ? [] : [other] }, fitOf }
}

/** Immediate-release products usually don't say so, so this matches by form. */
const plainTerm = ({ words, columns }: ProductIndex, text: string): Term => ({
  text,
  isNumber: false,
  anchors: { tokens: ['tablet', 'capsule'].map((form) => words.known(form)).filter((token) => token >= 0) },
  fitOf: (slot) => (columns.oral[slot] === worksAs.atOnce ? fits.fully : fits.not),
})

/** A query of only digits may be part of a code. */
const orDigits = (index: ProductIndex, term: Term): Term => {
  const found = findByDigits(index, term.text)
  if (found.size === 0) return term
  const named =
    term.anchors !== 'all' && 'tokens' in term.anchors
      ? term.anchors.tokens.flatMap((token) => (index.places[token] ?? []).map(slotAt))
      : []
  const { fitOfPlace: _, ...alone } = term
  return {
    ...alone,
    anchors: { found: new Set([...found, ...named]) },
    fitOf: (slot) => Math.max(term.fitOf(slot), found.has(slot) ? fits.begins : fits.not),
  }
}

/** A number alone matches strengths best, then pack counts, then prefixes. */
const numberTerm = (index: ProductIndex, amount: string, { isLast, isTyping }: Place): Term => {
  const { words, tokens } = index
  const { from, to } = index.columns
  const [whole, percent] = [words.known(amount), words.known(`${amount}%`)]
  // `Linzess 145` is in micrograms, which some labels state in milligrams.
  const [each, mg] = [String(Number(amount) / 1_000), 'mg'].map((word) => words.known(word))
  const begun = isLast && isTyping ? words.beginningWith(amount) : { from: 0, to: 0 }
  const places = words.places()
  const fitOfToken = (token: number): number => {
    if (token === percent) return fits.fully
    if (token === whole) return fits.begins
    return isIn(begun, places[token]) ? fits.within : fits.not
  }
  const units = new Set(strengthUnits.map((unit) => words.known(unit)))
  const fitOf = (slot: Slot): number => {
    const last = to[slot] ?? 0
    let best = 0
    for (let at = from[slot] ?? 0; at < last; at++) {
      const token = tokens[at] ?? -1
      if (token === each && token >= 0 && Number(amount) < 1_000 && tokens[at + 1] === mg) return fits.fully
      const fit = fitOfToken(token)
      if (fit <= best && fit !== fits.begins) continue
      if (fit === fits.begins) {
        const end = afterAmounts(index, at + 1, last)
        if (end < last && units.has(tokens[end] ?? -1)) return fits.fully
      }
      if (fit === fits.fully) return fit
      if (fit > best) best = fit
    }
    return best
  }
  const anchors = new Set([whole, percent, each ?? -1, ...words.tokensIn(begun)].filter((token) => token >= 0))
  return { text: amount, isNumber: true, anchors: { tokens: [...anchors] }, fitOf }
}

const wordTerm = (index: ProductIndex, word: string, { isLast, isAlone, isTyping }: Place): Term => {
  const { words } = index
  const isShort = word.length < 3
  // Forms and schedules match as whole words only, not as prefixes.
  const isWhole = !isTyping && (isForm(word) || isSchedule(word))
  const fitOfToken = new Map<number, number>()
  const sequences: Set<number>[][] = []
  const also = (reading: string) => {
    const parts = reading.split(' ')
    const [first = ''] = parts
    // For longer words, the prefix match includes the plural.
    const some = (part: string, isPrefix: boolean) =>
      new Set(words.tokensIn(isPrefix && part.length > 3 ? words.beginningWith(part) : words.only(part)))
    if (parts.length > 1) sequences.push(parts.map((part, at) => some(part, at === parts.length - 1)))
    else for (const token of some(first, true)) fitOfToken.set(token, fits.fully)
  }
  if (isWhole) for (const token of tokensOfForm(index, word)) fitOfToken.set(token, fits.begins)
  else if (!isShort || isLast)
    for (const token of words.tokensIn(words.beginningWith(word))) fitOfToken.set(token, fits.begins)
  // A query of only two letters is a prefix, not an abbreviation.
  if (!(isShort && isAlone)) for (const reading of otherReadings(word)) also(reading)
  if (/[ -]/.test(word)) also(word.replaceAll('-', ' '))
  const itself = words.known(word)
  if (itself >= 0) fitOfToken.set(itself, fits.fully)
  // Matches the middle of words only if no word begins with the text and it is not a known drug word: `profen` finds
  // ibuprofen.
  const isWithin = fitOfToken.size === 0 && sequences.length === 0 && word.length > 2 && !drugNames().hasWord(word)
  if (isWithin) for (const token of words.having(word)) fitOfToken.set(token, fits.within)
  const fitOfPlace = (token: number, isBehindNames: boolean): number => {
    const fit = fitOfToken.get(token) ?? fits.not
    // Names outrank manufacturer and form, which never match in the middle of a word.
    return !isBehindNames ? fit : isWithin ? fits.not : Math.min(fit, fits.begins)
  }
  return {
    text: word,
    isNumber: false,
    anchors: { tokens: [...new Set([...fitOfToken.keys(), ...sequences.flatMap(([first]) => [...(first ?? [])])])] },
    fitOf: fitOfWords(index, { fitOfToken, fitOfPlace, sequences }),
    ...(sequences.length === 0 && { fitOfPlace }),
  }
}

const tokensOfForm = ({ words }: ProductIndex, word: string): number[] =>
  words.tokensIn(words.beginningWith(word)).filter((token) => singularOf(words.all[token] ?? '') === word)

interface Fitting extends Required<Pick<Term, 'fitOfPlace'>> {
  fitOfToken: ReadonlyMap<number, number>
  sequences: readonly ReadonlySet<number>[][]
}

const fitOfWords = (
  { words, tokens, columns: { from, named, to } }: ProductIndex,
  { fitOfToken, fitOfPlace, sequences }: Fitting,
): Term['fitOf'] => {
  /** Fits by word number, in and behind the names. Built on first use, because the rarest term never needs it. */
  let fitOfPlaces: Uint8Array | null = null
  const makeFits = (): Uint8Array => {
    const made = new Uint8Array(2 * words.all.length)
    for (const token of fitOfToken.keys()) {
      made[2 * token] = fitOfPlace(token, false)
      made[2 * token + 1] = fitOfPlace(token, true)
    }
    return made
  }
  return (slot) => {
    const fit = (fitOfPlaces ??= makeFits())
    const last = to[slot] ?? 0
    const end = named[slot] ?? 0
    let best = 0
    for (let at = from[slot] ?? 0; at < last; at++) {
      const here = fit[2 * (tokens[at] ?? -1) + (at < end ? 0 : 1)] ?? 0
      if (here > best) best = here
      if (best === fits.fully) return best
      for (const sequence of sequences)
        if (sequence.every((some, further) => at + further < last && some.has(tokens[at + further] ?? -1)))
          return fits.fully
    }
    return best
  }
}
