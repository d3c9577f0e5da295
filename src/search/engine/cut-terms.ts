import { type Beside, nameTerm, wordsOfName } from './cut-names.ts'
import { isMixture, isSchedule } from './common-names.ts'
import {
  isForm,
  isOfName,
  isUnit,
  otherReadings,
  otherStrengths,
  phrases,
  singularOf,
  strengthUnits,
} from './expand-word.ts'
import { findByDigits } from './find-digits.ts'
import { type ProductIndex, type Slot, slotAt } from './index-products.ts'
import { drugNames } from './read-drug-names.ts'
import { isIn } from './list-words.ts'
import { routeOf } from './read-route.ts'
import { fits, type Term } from './what-fits.ts'

/** What somebody asked for, in this index; while he types the last word may be unfinished. */
export const termsOf = (index: ProductIndex, words: string[], isTyping: boolean): Term[] => {
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

/** Words that mean something together only: `potassium chloride`, `extended release`, `500 mg`, `5 %`. */
const joined = (words: string[]): string[] => {
  if (words.length === 0) return []
  const phrase = phrases.find((one) => one === words.slice(0, one.split(' ').length).join(' '))
  const [first = '', second = ''] = words
  if (isMixture(first, second)) return [`${first}-${second}`, ...joined(words.slice(2))]
  if (isConcentration(words)) return [words.slice(0, 4).join(' '), ...joined(words.slice(4))]
  if (isPerMl(words)) return [words.slice(0, 3).join(' '), ...joined(words.slice(3))]
  const count = Math.max(wordsOfName(words), phrase?.split(' ').length ?? 0, isStrength(words) ? 2 : 1)
  return [words.slice(0, count).join(' '), ...joined(words.slice(count))]
}

const amountOnly = /^\d+(?:\.\d+)?$/
const isStrength = ([amount = '', unit = '']: string[]): boolean =>
  amountOnly.test(amount) && (unit === '%' || isUnit(unit) || isCount.test(unit))

/** `4 mg 2 ml` is how `4 mg/2 mL` is cut. */
const isConcentration = ([amount = '', unit = '', volume = '', ml = '']: string[]): boolean =>
  amountOnly.test(amount) && amountOnly.test(volume) && Number(volume) > 0 && isOfStrength(unit) && ml === 'ml'

/** `4 mg ml` is how `4 mg/mL` is cut. */
const isPerMl = ([amount = '', unit = '', ml = '']: string[]): boolean =>
  amountOnly.test(amount) && isOfStrength(unit) && ml === 'ml'

const isOfStrength = (unit: string): boolean => readingsOf('1', unit).some(([, other]) => strengthUnits.includes(other))

/** The strength as it was typed, and in other words. */
const readingsOf = (amount: string, unit: string): [amount: string, unit: string][] => [
  [amount, unit],
  ...otherStrengths(amount, unit),
]

const isCount = /^(?:ct|count|s|ea|pk|pack)$/

interface Place extends Beside {
  isLast: boolean
  isAlone: boolean
  isTyping: boolean
}

const termOf = (index: ProductIndex, part: string, place: Place): Term => {
  const words = part.split(' ')
  if (isConcentration(words)) return concentrationTerm(index, words)
  if (isPerMl(words)) return perMlTerm(index, words)
  const [, amount = '', unit = ''] = /^(\d+(?:\.\d+)?) ?([^\d\s.-]+)$/.exec(part) ?? []
  if (isCount.test(unit)) return countTerm(index, part, amount)
  if (amount && unit) return strengthTerm(index, part, readingsOf(amount, unit))
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

/** Who types nothing but digits may mean a part of a code. */
const orDigits = (index: ProductIndex, term: Term): Term => {
  const found = findByDigits(index, term.text)
  if (found.size === 0) return term
  const named =
    'tokens' in term.anchors ? term.anchors.tokens.flatMap((token) => (index.places[token] ?? []).map(slotAt)) : []
  const { fitOfPlace: _, ...alone } = term
  return {
    ...alone,
    anchors: { found: new Set([...found, ...named]) },
    fitOf: (slot) => Math.max(term.fitOf(slot), found.has(slot) ? fits.begins : fits.not),
  }
}

/** `325 mg` is also what `325/7.5 mg` says of its first part, and 0.325 g. */
const strengthTerm = (index: ProductIndex, text: string, strengths: [amount: string, unit: string][]): Term => {
  const { words, tokens } = index
  const wanted = strengths
    .map(([amount, unit]) => {
      const [first = '', ...more] = unit.split(' ')
      return {
        amount: words.known(amount),
        percent: unit === '%' ? words.known(`${amount}%`) : -1,
        units: words.beginningWith(first),
        more: more.map((word) => words.known(word)),
      }
    })
    .filter(({ amount, percent }) => amount >= 0 || percent >= 0)
  const anchors = wanted.flatMap(({ amount, percent }) => [amount, percent].filter((token) => token >= 0))
  const places = words.places()
  const { from, to } = index.columns
  const fitOf = (slot: Slot): number => {
    const last = to[slot] ?? 0
    for (let at = from[slot] ?? 0; at < last; at++) {
      const token = tokens[at] ?? -1
      for (const { amount, percent, units, more } of wanted) {
        if (token === percent) return fits.fully
        if (token !== amount) continue
        const end = afterAmounts(index, at + 1, last)
        if (
          end < last &&
          isIn(units, places[tokens[end] ?? -1]) &&
          more.every((word, further) => tokens[end + 1 + further] === word)
        )
          return fits.fully
      }
    }
    return fits.not
  }
  return { text, isNumber: true, anchors: { tokens: anchors }, fitOf }
}

/** `4 mg/2 mL` is also a vial of 2 mL of which each has 2 mg. */
const concentrationTerm = (index: ProductIndex, [amount = '', unit = '', volume = '']: string[]): Term => {
  const text = `${amount} ${unit}/${volume} ml`
  const each = tidy(Number(amount) / Number(volume))
  const written = strengthTerm(index, text, [
    ...readingsOf(amount, unit).map(([one, other]): [string, string] => [one, `${other} ${volume} ml`]),
    ...perMl(each, unit),
  ])
  const [whole, filled] = [
    strengthTerm(index, text, readingsOf(amount, unit)),
    strengthTerm(index, text, [[volume, 'ml']]),
  ]
  const tokens = [written, whole].flatMap(({ anchors }) => ('tokens' in anchors ? anchors.tokens : []))
  const fitOf = (slot: Slot): number => {
    const [isWritten, isFilled] = [written.fitOf(slot), filled.fitOf(slot)]
    // Of several packs of this concentration the one of this volume.
    if (isWritten) return isFilled ? fits.fully : fits.begins
    return isFilled ? Math.min(whole.fitOf(slot), fits.begins) : fits.not
  }
  return { text, isNumber: true, anchors: { tokens: [...new Set(tokens)] }, fitOf }
}

const perMlTerm = (index: ProductIndex, [amount = '', unit = '']: string[]): Term =>
  strengthTerm(index, `${amount} ${unit}/ml`, perMl(amount, unit))

/** `4 mg/mL` is also `4 mg/1 mL`, 4000 mcg/mL and 0.4 %. */
const perMl = (amount: string, unit: string): [amount: string, unit: string][] =>
  readingsOf(amount, unit).flatMap(([one, other]): [string, string][] => [
    [one, `${other} ml`],
    [one, `${other} 1 ml`],
    ...(other === 'mg' ? [[tidy(Number(one) / 10), '%'] as [string, string]] : []),
  ])

const tidy = (amount: number): string => String(Number(amount.toPrecision(6)))

/** Where the amounts end that stand here: `5 325 mg` is how the words of `5/325 mg` are cut. */
const afterAmounts = ({ words, tokens }: ProductIndex, from: number, to: number): number => {
  let at = from
  while (at < to && words.isAmount[tokens[at] ?? -1]) at++
  return at
}

/** `5-325` is how buyers write 5 mg of one substance with 325 mg of another, in either order. */
const pairTerm = (index: ProductIndex, text: string, one: string, other: string): Term => {
  const [first, second, itself] = [one, other, text].map((word) => index.words.known(word))
  const { tokens } = index
  const { from, to } = index.columns
  const fitOf = (slot: Slot): number => {
    const own = tokens.subarray(from[slot], to[slot])
    if (itself !== undefined && itself >= 0 && own.includes(itself)) return fits.fully
    const [here, there] = [own.indexOf(first ?? -1), own.indexOf(second ?? -1)]
    return here >= 0 && there >= 0 && Math.abs(here - there) <= mostApart ? fits.fully : fits.not
  }
  const anchors = [first, itself].filter((token) => token !== undefined && token >= 0) as number[] // none is undefined
  // What is another drug without them is no fact of it.
  return { text, isNumber: !isMixture(one, other), anchors: { tokens: anchors }, fitOf }
}

/** As many words as `70 units/mL / 30 units/mL` has from one number to the other. */
const mostApart = 3

/** So many in a pack: the number, where it is no strength and no volume. */
const countTerm = (index: ProductIndex, text: string, amount: string): Term => {
  const { words, tokens, columns } = index
  const wanted = words.known(amount)
  const units = new Set([...strengthUnits, 'ml', 'l'].map((unit) => words.known(unit)))
  const fitOf = (slot: Slot): number => {
    const last = columns.to[slot] ?? 0
    for (let at = columns.from[slot] ?? 0; at < last; at++)
      if (tokens[at] === wanted && !units.has(tokens[afterAmounts(index, at, last)] ?? -1)) return fits.fully
    return fits.not
  }
  return { text, isNumber: true, anchors: { tokens: wanted < 0 ? [] : [wanted] }, fitOf }
}

/** A number alone is a strength, else the count of a package, else the beginning of one. */
const numberTerm = (index: ProductIndex, amount: string, { isLast, isTyping }: Place): Term => {
  const { words, tokens } = index
  const { from, to } = index.columns
  const [whole, percent] = [words.known(amount), words.known(`${amount}%`)]
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
      const fit = fitOfToken(tokens[at] ?? -1)
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
  const anchors = new Set([whole, percent, ...words.tokensIn(begun)].filter((token) => token >= 0))
  return { text: amount, isNumber: true, anchors: { tokens: [...anchors] }, fitOf }
}

const wordTerm = (index: ProductIndex, word: string, { isLast, isAlone, isTyping }: Place): Term => {
  const { words } = index
  const isShort = word.length < 3
  // A form and a schedule are whole words, and no beginning of a name.
  const isWhole = !isTyping && (isForm(word) || isSchedule(word))
  const fitOfToken = new Map<number, number>()
  const sequences: Set<number>[][] = []
  const also = (reading: string) => {
    const parts = reading.split(' ')
    const [first = ''] = parts
    // Of a longer word the plural fits as well.
    const some = (part: string, isPrefix: boolean) =>
      new Set(words.tokensIn(isPrefix && part.length > 3 ? words.beginningWith(part) : words.only(part)))
    if (parts.length > 1) sequences.push(parts.map((part, at) => some(part, at === parts.length - 1)))
    else for (const token of some(first, true)) fitOfToken.set(token, fits.fully)
  }
  if (isWhole) for (const token of tokensOfForm(index, word)) fitOfToken.set(token, fits.begins)
  else if (!isShort || isLast)
    for (const token of words.tokensIn(words.beginningWith(word))) fitOfToken.set(token, fits.begins)
  // Two letters alone are the beginning of a name.
  if (!(isShort && isAlone)) for (const reading of otherReadings(word)) also(reading)
  if (/[ -]/.test(word)) also(word.replaceAll('-', ' '))
  const itself = words.known(word)
  if (itself >= 0) fitOfToken.set(itself, fits.fully)
  // In the middle of words only where none begins so, and of no name that is known: `profen` is part of ibuprofen.
  const isWithin = fitOfToken.size === 0 && sequences.length === 0 && word.length > 2 && !drugNames().hasWord(word)
  if (isWithin) for (const token of words.having(word)) fitOfToken.set(token, fits.within)
  const fitOfPlace = (token: number, isBehindNames: boolean): number => {
    const fit = fitOfToken.get(token) ?? fits.not
    // The name before the maker and the form, of which no middle of a word is looked for.
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
  /** By the words' numbers, in names and behind them; made for the first product, because the rarest term is asked for none. */
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
