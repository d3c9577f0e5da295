import { splitWords } from '#catalog/split-words.ts'
import {
  type Formula,
  formulaOf,
  haveSameSalts,
  isManner,
  isOtherAsSalt,
  formulaKey,
  saltNames,
} from './parse-formula.ts'
import { inAnyOrder } from './tokenize-product.ts'
import { isForm, isOfName, labelTermOf, otherReadings, otherStrengths, strengthUnits } from './expand-word.ts'
import type { ProductIndex, Slot } from './index-products.ts'
import { type MarketName, drugNames, lineKey, maxNameWords, nameKey, soldAs } from './read-drug-names.ts'
import { type Route, routeOf, routeWords } from './read-route.ts'
import { isIn, type Span } from './list-words.ts'
import { fits, type Term } from './term-fit.ts'

/** How many of the first words are the name of a drug, whether it is carried or not. */
export const wordsOfName = (words: readonly string[]): number => {
  // A gram, but within `penicillin g benzathine`.
  const isGram = (at: number) => words[at] === 'g' && (words[at - 1] !== 'penicillin' || at === words.length - 1)
  const end = words.findIndex((word, at) => (word === 'g' ? isGram(at) : !isOfName(word)))
  return wordsOfLine(words) || wordsOfBrand(words, end) || longestName(words, end)
}

/** `Leader Allergy Eye` is another drug than `Leader Allergy`, and `Isovue-370` another strength than `Isovue-200`. */
const wordsOfLine = (words: readonly string[]): number => {
  const { lines, beginnings } = drugNames()
  if (!beginnings.has(lineKey(words.slice(0, 1)).split(' ')[0] ?? '')) return 0
  for (let count = Math.min(maxNameWords, words.length); count > 0; count--)
    if (lines.has(lineKey(words.slice(0, count)))) return count
  return 0
}

const longestName = (words: readonly string[], end: number): number => {
  for (let count = Math.min(maxNameWords, end < 0 ? words.length : end); count > 0; count--) {
    const own = words.slice(0, count)
    const key = nameKey(own)
    const drug = drugNames().all.get(key)
    // What is said beside a generic name is a fact of its own, as a form is: `preservative-free timolol`. Within one it is a part of it.
    const isBeside = own.some(isManner) && [own[0], own.at(-1)].some((word = '') => isManner(word))
    if (drug && (!isBeside || isBrandOnly(key, drug))) return count
  }
  return 0
}

/**
 * Brands have forms and times within their names: `Eclipse Topical Anesthetic`, `Topcare 12 Hour Decongestant`. Within a
 * generic name they are facts of their own: `metoprolol er succinate`.
 */
const wordsOfBrand = (words: readonly string[], from: number): number => {
  if (from < 1) return 0
  let end = from
  while (end < words.length && (isOfName(words[end] ?? '') || isForm(words[end] ?? '') || isOfTime(words, end))) end++
  for (let count = Math.min(maxNameWords, end); count > from; count--) {
    if (!isOfName(words[count - 1] ?? '')) continue
    const key = nameKey(words.slice(0, count))
    const drug = drugNames().all.get(key)
    if (drug && isBrandOnly(key, drug)) return count
  }
  return 0
}

/** `12 hour`, `28 day`, and the days of `Loestrin 24 Fe`. */
const isOfTime = (words: readonly string[], at: number): boolean => {
  const next = words[at + 1] ?? ''
  return isTime.test(words[at] ?? '') || (/^\d{1,2}$/.test(words[at] ?? '') && (isTime.test(next) || isOfName(next)))
}

const isTime = /^(?:hour|hours|hr|day)$/

/** What no generic of it is called like. */
export const isBrandOnly = (key: string, { isSubstance, generics }: MarketName): boolean => {
  if (isSubstance) return false
  const own = formulaKey(formulaOf(key))
  return [...generics].every((generic) => formulaKey(formulaOf(generic)) !== own)
}

/** What else a name was asked for with. */
export interface Beside {
  /** All others are numbers, units and forms. */
  isOnlyName: boolean
  /** How it shall be given, as far as that is said beside the name: `lasix inj`. */
  asked: Route
}

interface Place extends Beside {
  isUnfinished: boolean
}

/**
 * A name is a name: it fits products that are called so or consist of it, never what only begins so or has it within a word.
 * A brand also fits, not as well, what is the same generic.
 */
export const nameTerm = (
  index: ProductIndex,
  text: string,
  { isUnfinished, isOnlyName, asked }: Place,
): Term | null => {
  const key = nameKey(text.split(' '))
  const drug = soldAs(text.split(' '))
  if (!drug) return null
  const { words, columns, names } = index
  const line = drugNames().lines.get(lineKey(text.split(' ')))
  const called = names.known(inAnyOrder(text.split(' ')))
  // `Equaline nasal allergy` is another drug than `Equaline allergy`: only what is called so in full is that one.
  const isInFull = !line && text.split(' ').some(isDistinct) && isBrandOnly(key, drug)
  const { fitOfFormula, generics } = isInFull ? notConsisting : formulasFor(index, key, drug)
  // `Visco-3` is no `Visco Shield`: what is left of a brand without its number or form is none.
  const isCut = hasMore(text) && isBrandOnly(key, drug)
  const ways =
    isInFull || isCut || line
      ? []
      : drug.isSubstance
        ? [labelTermOf(text), key, ...phrasesFor(text)]
        : [key, ...abbreviated(key)]
  const spelt = [...new Set([text, ...ways])].map((way) => way.split(' '))
  const sequences = spelt.map((parts) =>
    parts.map((part, at) => (isUnfinished && at === parts.length - 1 ? words.beginningWith(part) : words.only(part))),
  )
  const isCalled = nameTest(index, [...prefixes, othersBefore.get(key) ?? ''])
  // No drug is called by its salt: potassium is what is nothing but that, and no losartan potassium.
  const isSalt = isOnlyName && key.split(' ').every((word) => saltNames.has(word))
  const areInName = sequences.map(isSalt ? isSaltOnly(index, key, isCalled) : isCalled)
  const makers = drug.isSubstance ? undefined : index.makers.byWord.get(text)
  const isSoGiven = givenTest(index, drug.isSubstance || drug.routes.length === 0 ? [] : [...drug.routes, asked])
  const isSoStrong = line ? strengthsTest(index, text) : null
  const fitOf = (slot: Slot): number => {
    let fit = fitOfFormula.get(columns.formula[slot] ?? 0) ?? fits.not
    if (fit === fits.fully) return fit
    if (fit !== fits.not && ((isSoGiven && !isSoGiven(slot)) || (isSoStrong && !isSoStrong(slot)))) fit = fits.not
    // A long generic name says some words again, which are kept once: as a whole it is compared by its number.
    if (called >= 0 && (columns.brand[slot] === called || columns.genericName[slot] === called)) return fits.fully
    for (const isInName of areInName) if (isInName(slot)) return fits.fully
    return fit === fits.not && makers?.has(columns.manufacturer[slot] ?? 0) ? fits.begins : fit
  }
  const others = [...generics, key].flatMap((generic) => anchorsOf(generic))
  const anchors = [
    ...sequences.flatMap(([first]) => (first ? words.tokensIn(first) : [])),
    ...others.map((word) => words.known(word)),
  ]
  return {
    text,
    isNumber: false,
    anchors: { tokens: [...new Set(anchors)].filter((token) => token >= 0) },
    fitOf,
    generic: drug.isSubstance ? key : ([...generics][0] ?? ''),
  }
}

/** Whether a product is given like a brand, or does not say how: no injection stands for tablets. */
const givenTest = (
  { words, tokens, columns }: ProductIndex,
  routes: readonly Route[],
): ((slot: Slot) => boolean) | null => {
  if (routes.length === 0) return null
  const places = new Map<number, number>()
  for (const [at, word] of routeWords.entries()) {
    const token = words.known(word)
    if (token >= 0) places.set(token, at)
  }
  const [least, most] = [Math.min(...places.keys()), Math.max(...places.keys())]
  /** Many products say the same. */
  const known = new Map<string, boolean>()
  return (slot) => {
    let said = ''
    for (let at = columns.from[slot] ?? 0; at < (columns.to[slot] ?? 0); at++) {
      const token = tokens[at] ?? -1
      if (token < least || token > most) continue
      const place = places.get(token)
      if (place !== undefined) said += String.fromCharCode(place)
    }
    const before = known.get(said)
    if (before !== undefined) return before
    const own = routeOf(Array.from(said, (place) => routeWords[place.charCodeAt(0)] ?? ''))
    const isGiven = own === '' || routes.includes(own)
    known.set(said, isGiven)
    return isGiven
  }
}

/** The numbers in a name are strengths, `1/20` one of them in micrograms: what is the same drug has them, too. */
const strengthsTest = (index: ProductIndex, text: string): ((slot: Slot) => boolean) | null => {
  const own = lineKey(text.split(' ')).split(' ')
  const amounts = own
    .filter((word, at) => /^[\d.]+$/.test(word) && !isTime.test(own[at + 1] ?? ''))
    .map((amount) =>
      [amount, ...otherStrengths(amount, 'mcg').map(([other]) => other)].map((one) => index.words.known(one)),
    )
  if (amounts.length === 0) return null
  const units = new Set(strengthUnits.map((unit) => index.words.known(unit)))
  const { words, tokens, columns } = index
  return (slot) => {
    const to = columns.to[slot] ?? 0
    return amounts.every((ways) => {
      for (let at = columns.from[slot] ?? 0; at < to; at++) {
        if (!ways.includes(tokens[at] ?? -2)) continue
        let end = at + 1
        while (end < to && words.isAmount[tokens[end] ?? -1]) end++
        if (units.has(tokens[end] ?? -1)) return true
      }
      return false
    })
  }
}

/** Than what is left of a name without its numbers and forms. */
const hasMore = (text: string): boolean => text.split(/[ -]/).some((word) => !isOfName(word))

/** `28 day` says how many, and no more; what flushes a line is a hundredth as strong as what is given. */
const isDistinct = (word: string): boolean => isForm(word) || (isTime.test(word) && word !== 'day') || word === 'flush'

/** Labels abbreviate within names: `influenza and sore throat` is `flu and sore throat`. */
const abbreviated = (key: string): string[] =>
  key.split(' ').flatMap((word, at, all) =>
    all.length < 2
      ? []
      : otherReadings(word)
          .filter((other) => labelTermOf(other) === word)
          .map((other) => all.toSpliced(at, 1, other).join(' ')),
  )

/** `Multi vitamin`, but no `flu`: that is said of other drugs as well. */
const phrasesFor = (text: string): string[] => otherReadings(text).filter((way) => way.includes(' '))

/** Another drug, and no kind of it, is what has this word before its name. */
const othersBefore: ReadonlyMap<string, string> = new Map([
  ['estradiol', 'ethinyl'],
  ['sulfadiazine', 'silver'],
])

/** Ado-trastuzumab is no trastuzumab, nor ziv-aflibercept aflibercept; and Depo-SubQ Provera is no Provera. */
const prefixes = ['ado', 'fam', 'ziv', 'depo', 'subq', 'depo-subq', 'solu']

/** Whether the words of a sequence, each one of its span, stand so in the names of a product. */
type NameTest = (sequence: readonly Span[]) => (slot: Slot) => boolean

const isSaltOnly =
  ({ formulas, columns }: ProductIndex, key: string, isCalled: NameTest): NameTest =>
  (sequence) => {
    const words = key.split(' ')
    const isCalledSo = isCalled(sequence)
    return (slot) => {
      const { substances = [] } = formulas.all[columns.formula[slot] ?? 0] ?? {}
      return isCalledSo(slot) && substances.some((one) => words.every((word) => one.split(' ').includes(word)))
    }
  }

interface Consisting {
  /** By the numbers of the formulas. */
  fitOfFormula: ReadonlyMap<number, number>
  generics: ReadonlySet<string>
}

const notConsisting: Consisting = { fitOfFormula: new Map(), generics: new Set() }

const formulasFor = ({ formulas }: ProductIndex, key: string, drug: MarketName): Consisting => {
  const fitOfFormula = new Map<number, number>()
  const own = formulaOf(key)
  const whole = [...drug.generics].filter((generic) => !isPartOf(own, key, formulaOf(generic)))
  const generics = drug.isSubstance ? new Set<string>() : asStated(new Set(whole))
  // Some labels of metoprolol tartrate name metoprolol alone, which would be its succinate, too.
  const isOtherSalt = (one: Formula) => formulaKey(one) === formulaKey(own) && !haveSameSalts(one, own)
  for (const generic of generics)
    for (const number of formulas.sameAs(formulaOf(generic)))
      if (!isOtherSalt(formulas.all[number] ?? own)) fitOfFormula.set(number, fits.within)
  // `oxycodone apap` is all that it consists of; `dextrose potassium chloride` is no dextrose, though it reads like a salt of it.
  const known = whole.map((generic) => formulaKey(formulaOf(generic)))
  // Who calls a drug by a brand means that one: `delsym` is no `childrens delsym`.
  const isAllSaid = formulaKey(own) === key.split(' ').toSorted().join(' ') || whole.length < drug.generics.size
  if (drug.isSubstance || (known.length === 0 && isAllSaid) || known.includes(formulaKey(own)))
    for (const number of formulas.sameAs(own)) fitOfFormula.set(number, fits.fully)
  if (drug.isSubstance) for (const number of formulas.having(key)) fitOfFormula.set(number, fits.fully)
  return { fitOfFormula, generics }
}

/** Some labels of a mixture name one of its drugs alone, which it is not; what is told behind `in` only dissolves it. */
const isPartOf = (mixture: Formula, key: string, generic: Formula): boolean => {
  if (mixture.substances.length < 2 || key.includes(' in ')) return false
  const words = new Set(formulaKey(generic).split(' '))
  const isIn = (substance: string) => substance.split(' ').every((word) => words.has(word))
  return mixture.substances.some(isIn) && !mixture.substances.every(isIn)
}

/** Of a brand of an ester some labels name the substance alone, which is another product. */
const asStated = (generics: ReadonlySet<string>): ReadonlySet<string> => {
  const salted = [...generics].filter((generic) => {
    const formula = formulaOf(generic)
    return formula.salts.length > 0 && isOtherAsSalt(formula)
  })
  return salted.length > 0 ? new Set(salted) : generics
}

/** A word that each product of a generic name has, in one of the ways to write it. */
const anchorsOf = (generic: string): string[] => {
  const [word = ''] = formulaKey(formulaOf(generic))
    .split(' ')
    .toSorted((one, other) => other.length - one.length)
  return [word, ...otherReadings(generic), ...otherReadings(word)].flatMap((way) => splitWords(way).slice(0, 1))
}

/** Whether words stand in a row in the names of a product, and not behind a word that makes another drug of them. */
const nameTest = (index: ProductIndex, behind: readonly string[]): NameTest => {
  const { tokens, columns, words } = index
  const others = new Set(behind.map((word) => words.known(word)).filter((token) => token >= 0))
  const places = words.places()
  return (sequence) => {
    if (sequence.some(({ from, to }) => from < 0 || from === to)) return () => false
    // Most spans are one word, which needs no look at its place.
    const only = sequence.map((span) => (span.to - span.from === 1 ? (words.tokensIn(span)[0] ?? -1) : -1))
    const standsAt = (from: number): boolean => {
      for (let at = 0; at < sequence.length; at++) {
        const token = tokens[from + at] ?? -1
        const one = only[at] ?? -1
        const span = sequence[at]
        if (one >= 0 ? token !== one : !span || !isIn(span, places[token])) return false
      }
      return true
    }
    return (slot) => {
      const from = columns.from[slot] ?? 0
      const end = (columns.named[slot] ?? 0) - sequence.length
      for (let at = from; at <= end; at++) {
        if (standsAt(at) && !(at > from && others.has(tokens[at - 1] ?? -1))) return true
      }
      return false
    }
  }
}
