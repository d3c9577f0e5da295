import { splitWords } from '#catalog/split-words.ts'
import {
  type Formula,
  formulaOf,
  haveSameSalts,
  isManner,
  isOtherAsSalt,
  formulaKey,
  saltNames,
} from '../lexicon/parse-formula.ts'
import { inAnyOrder } from '../index/tokenize-product.ts'
import { isForm, isOfName, labelTermOf, otherReadings, otherStrengths, strengthUnits } from '../lexicon/expand-word.ts'
import type { ProductIndex, Slot } from '../index/index-products.ts'
import { type MarketName, drugNames, lineKey, maxNameWords, nameKey, soldAs } from '../lexicon/read-drug-names.ts'
import { type Route, routeOf, routeWords } from '../lexicon/read-route.ts'
import { isIn, type Span } from '../index/list-words.ts'
import { fits, type Term } from './term-fit.ts'

/** How many of the first words form a drug name, whether carried or not. */
export const wordsOfName = (words: readonly string[]): number => {
  // `g` means gram, except within `penicillin g benzathine`.
  const isGram = (at: number) => words[at] === 'g' && (words[at - 1] !== 'penicillin' || at === words.length - 1)
  const end = words.findIndex((word, at) => (word === 'g' ? isGram(at) : !isOfName(word)))
  return wordsOfLine(words) || wordsOfBrand(words, end) || longestName(words, end)
}

/**
 * Product lines: `Leader Allergy Eye` is a different drug from `Leader Allergy`, and `Isovue-370` a different strength
 * from `Isovue-200`.
 */
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
    // Beside a generic name, a descriptive word is a separate fact, like a form: `preservative-free timolol`. Within a
    // name it is part of the name.
    const isBeside = own.some(isManner) && [own[0], own.at(-1)].some((word = '') => isManner(word))
    if (drug && (!isBeside || isBrandOnly(key, drug))) return count
  }
  return 0
}

/**
 * Brand names may contain forms and times: `Eclipse Topical Anesthetic`, `Topcare 12 Hour Decongestant`. In generic
 * names those are separate facts: `metoprolol er succinate`.
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

/** Times such as `12 hour` or `28 day`, and the days in `Loestrin 24 Fe`. */
const isOfTime = (words: readonly string[], at: number): boolean => {
  const next = words[at + 1] ?? ''
  return isTime.test(words[at] ?? '') || (/^\d{1,2}$/.test(words[at] ?? '') && (isTime.test(next) || isOfName(next)))
}

const isTime = /^(?:hour|hours|hr|day)$/

/** Whether the name is only a brand: none of its generics has it. */
export const isBrandOnly = (key: string, { isSubstance, generics }: MarketName): boolean => {
  if (isSubstance) return false
  const own = formulaKey(formulaOf(key))
  return [...generics].every((generic) => formulaKey(formulaOf(generic)) !== own)
}

/** The context of a name within a query. */
export interface Beside {
  /** All other terms are numbers, units and forms. */
  isOnlyName: boolean
  /** The requested route, if stated beside the name: `lasix inj`. */
  asked: Route
}

interface Place extends Beside {
  isUnfinished: boolean
}

/**
 * A term for a drug name. It fits products with that name or substance, but not names that only begin with it or
 * contain it within a word. A brand also fits its generic equivalents, with a lower score.
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
  // `Equaline nasal allergy` is a different drug from `Equaline allergy`, so only the full name matches.
  const isInFull = !line && text.split(' ').some(isDistinct) && isBrandOnly(key, drug)
  const { fitOfFormula, generics } = isInFull ? notConsisting : formulasFor(index, key, drug)
  // `Visco-3` is not `Visco Shield`: a brand stripped of its number or form does not identify it.
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
  // A salt name alone doesn't match drugs with that salt: potassium is not losartan potassium.
  const isSalt = isOnlyName && key.split(' ').every((word) => saltNames.has(word))
  const areInName = sequences.map(isSalt ? isSaltOnly(index, key, isCalled) : isCalled)
  const makers = drug.isSubstance ? undefined : index.makers.byWord.get(text)
  const isSoGiven = givenTest(index, drug.isSubstance || drug.routes.length === 0 ? [] : [...drug.routes, asked])
  const isSoStrong = line ? strengthsTest(index, text) : null
  const fitOf = (slot: Slot): number => {
    let fit = fitOfFormula.get(columns.formula[slot] ?? 0) ?? fits.not
    if (fit === fits.fully) return fit
    if (fit !== fits.not && ((isSoGiven && !isSoGiven(slot)) || (isSoStrong && !isSoStrong(slot)))) fit = fits.not
    // Words repeated within a long generic name are indexed once, so the whole name is compared by its number.
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

/**
 * Tests that a product has one of the brand's routes or doesn't state a route: an injection must not replace tablets.
 */
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
  /** Cached, because many products have the same route words. */
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

/**
 * Numbers in a product line are strengths, and in `1/20` the second is in micrograms. Equivalent products must have
 * them too.
 */
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

/** Whether the name contains numbers or forms that are dropped from its key. */
const hasMore = (text: string): boolean => text.split(/[ -]/).some((word) => !isOfName(word))

/**
 * Words that make a different product: forms, and times except `28 day`, which is a quantity. A flush is a hundredth of
 * the strength of a drug to be given.
 */
const isDistinct = (word: string): boolean => isForm(word) || (isTime.test(word) && word !== 'day') || word === 'flush'

/** Labels abbreviate within names: `influenza and sore throat` becomes `flu and sore throat`. */
const abbreviated = (key: string): string[] =>
  key.split(' ').flatMap((word, at, all) =>
    all.length < 2
      ? []
      : otherReadings(word)
          .filter((other) => labelTermOf(other) === word)
          .map((other) => all.toSpliced(at, 1, other).join(' ')),
  )

/** Only multi-word synonyms, such as `multi vitamin`; `flu` also appears in the names of other drugs. */
const phrasesFor = (text: string): string[] => otherReadings(text).filter((way) => way.includes(' '))

/** A prefix word that makes a different drug of the name. */
const othersBefore: ReadonlyMap<string, string> = new Map([
  ['estradiol', 'ethinyl'],
  ['sulfadiazine', 'silver'],
])

/** Ado-trastuzumab is not trastuzumab, ziv-aflibercept is not aflibercept, and Depo-SubQ Provera is not Provera. */
const prefixes = ['ado', 'fam', 'ziv', 'depo', 'subq', 'depo-subq', 'solu']

/** Tests that the words of a sequence, each from its span, appear in a row in a product's names. */
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
  /** By formula number. */
  fitOfFormula: ReadonlyMap<number, number>
  generics: ReadonlySet<string>
}

const notConsisting: Consisting = { fitOfFormula: new Map(), generics: new Set() }

const formulasFor = ({ formulas }: ProductIndex, key: string, drug: MarketName): Consisting => {
  const fitOfFormula = new Map<number, number>()
  const own = formulaOf(key)
  const whole = [...drug.generics].filter((generic) => !isPartOf(own, key, formulaOf(generic)))
  const generics = drug.isSubstance ? new Set<string>() : asStated(new Set(whole))
  // Some labels of metoprolol tartrate omit the salt and would match the succinate too.
  const isOtherSalt = (one: Formula) => formulaKey(one) === formulaKey(own) && !haveSameSalts(one, own)
  for (const generic of generics)
    for (const number of formulas.sameAs(formulaOf(generic)))
      if (!isOtherSalt(formulas.all[number] ?? own)) fitOfFormula.set(number, fits.within)
  // `oxycodone apap` is the complete formula; `dextrose potassium chloride` is not dextrose, although it looks like one
  // of its salts.
  const known = whole.map((generic) => formulaKey(formulaOf(generic)))
  // A brand matches exactly: `delsym` is not `childrens delsym`.
  const isAllSaid = formulaKey(own) === key.split(' ').toSorted().join(' ') || whole.length < drug.generics.size
  if (drug.isSubstance || (known.length === 0 && isAllSaid) || known.includes(formulaKey(own)))
    for (const number of formulas.sameAs(own)) fitOfFormula.set(number, fits.fully)
  if (drug.isSubstance) for (const number of formulas.having(key)) fitOfFormula.set(number, fits.fully)
  return { fitOfFormula, generics }
}

/** Some labels of a mixture name only one of its drugs. The part after `in` is just the solvent. */
const isPartOf = (mixture: Formula, key: string, generic: Formula): boolean => {
  if (mixture.substances.length < 2 || key.includes(' in ')) return false
  const words = new Set(formulaKey(generic).split(' '))
  const isIn = (substance: string) => substance.split(' ').every((word) => words.has(word))
  return mixture.substances.some(isIn) && !mixture.substances.every(isIn)
}

/**
 * If a brand is an ester, ignores generics that omit it: some labels name the plain substance, which is a different
 * product.
 */
const asStated = (generics: ReadonlySet<string>): ReadonlySet<string> => {
  const salted = [...generics].filter((generic) => {
    const formula = formulaOf(generic)
    return formula.salts.length > 0 && isOtherAsSalt(formula)
  })
  return salted.length > 0 ? new Set(salted) : generics
}

/** Words of which every product of a generic has at least one. */
const anchorsOf = (generic: string): string[] => {
  const [word = ''] = formulaKey(formulaOf(generic))
    .split(' ')
    .toSorted((one, other) => other.length - one.length)
  return [word, ...otherReadings(generic), ...otherReadings(word)].flatMap((way) => splitWords(way).slice(0, 1))
}

/** Tests that words appear in a row in a product's names and not after a word that makes a different drug of them. */
const nameTest = (index: ProductIndex, behind: readonly string[]): NameTest => {
  const { tokens, columns, words } = index
  const others = new Set(behind.map((word) => words.known(word)).filter((token) => token >= 0))
  const places = words.places()
  return (sequence) => {
    if (sequence.some(({ from, to }) => from < 0 || from === to)) return () => false
    // Most spans contain a single word, which is compared without its rank.
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
