import type { Dose } from '#shared/read-strengths.ts'
import { isOfName, labelTermOf } from '../lexicon/expand-word.ts'
import { readWords } from '../lexicon/read-lists.ts'
import { formulaOf, isOtherAsSalt, formulaKey, saltNames } from '../lexicon/parse-formula.ts'
import { isBrandOnly } from './match-names.ts'
import { isIn } from '../index/list-words.ts'
import { inAnyOrder, worksAs } from '../index/tokenize-product.ts'
import type { ProductIndex, Slot } from '../index/index-products.ts'
import { drugNames, nameKey } from '../lexicon/read-drug-names.ts'
import { type Compare, compareBy, keyBy } from '../index/sort-products.ts'
import type { SearchHits } from './term-fit.ts'

interface Query {
  words: string[]
  most: number
  /** 1 at slots the user's business ordered before; null without a business. */
  isOrdered: Uint8Array | null
}

/** The best hits, newest first among equals. */
export const bestHits = (index: ProductIndex, hits: SearchHits, { words, most, isOrdered }: Query): Slot[] => {
  const isSorted = isOfOneDrug(index, hits, words)
  const byAge = compareBy(keyBy('newest', index.columns), index.ids)
  const scoreAt = scorerFor(index, hits, { words, isOrdered, isSorted })
  return firstOf(hits.slots, most, scoreAt, isSorted ? compareStrengths(index) : byAge)
}

/**
 * Whether all hits are one drug: a substance with its mixtures, or one generic for a brand. Brands made of everyday
 * words match many drugs, and so do the first letters of a name.
 */
const isOfOneDrug = (index: ProductIndex, { slots }: SearchHits, words: string[]): boolean => {
  const drug = drugNames().all.get(nameKey(namesIn(words)))
  if (!drug) return haveOneSubstance(index, slots)
  if (drug.isSubstance) return true
  const { formulas, columns } = index
  const keys = new Set<string>()
  const numbers = new Set<number>()
  for (const slot of slots) {
    const formula = columns.formula[slot] ?? -1
    if (numbers.has(formula)) continue
    numbers.add(formula)
    keys.add(formulaKey(formulas.all[formula] ?? { substances: [], salts: [] }))
    if (keys.size > 1) return false
  }
  return true
}

/** Whether one known substance is in all of these products. */
const haveOneSubstance = ({ formulas, columns }: ProductIndex, slots: Int32Array): boolean => {
  let common: readonly string[] | undefined
  let last = -1
  for (const slot of slots) {
    const formula = columns.formula[slot] ?? -1
    if (formula === last) continue
    last = formula
    const substances = formulas.all[formula]?.substances ?? []
    common = common ? common.filter((substance) => substances.includes(substance)) : substances
    if (common.length === 0) return false
  }
  return common?.some((substance) => drugNames().all.has(substance)) ?? false
}

/** Sorts products of one drug by form, then strength, then price. */
const compareStrengths = (index: ProductIndex): Compare => {
  const { columns, values, labels, ids } = index
  const { oral, form, label, price } = columns
  const textOf = (slot: Slot) => values.texts[form[slot] ?? -1] ?? ''
  const byForm = (one: Slot, other: Slot): number =>
    (oral[other] ?? 0) - (oral[one] ?? 0) ||
    (form[one] === form[other] ? 0 : textOf(one) < textOf(other) ? -1 : Number(textOf(one) > textOf(other)))
  const byStrength = (one: Slot, other: Slot): number => {
    const [some, others] = [label[one] ?? -1, label[other] ?? -1]
    if (some === others) return 0
    const [light, heavy] = [labels.weight(some), labels.weight(others)]
    return light === heavy ? byOthers(labels.read(some).doses, labels.read(others).doses) : light < heavy ? -1 : 1
  }
  const byAge = compareBy(keyBy('newest', columns), ids)
  return (one, other) =>
    byForm(one, other) || byStrength(one, other) || (price[one] ?? 0) - (price[other] ?? 0) || byAge(one, other)
}

/** Compares the remaining doses if the first is equal. */
const byOthers = (doses: readonly Dose[], others: readonly Dose[]): number => {
  for (const [at, { amount }] of doses.entries()) {
    const other = others[at]?.amount ?? -1
    if (amount !== other) return amount - other
  }
  return doses.length - others.length
}

/**
 * The `most` slots with the highest scores, in order; equal scores are ordered by `compare`. Slots below the current
 * last place are discarded with a single comparison instead of being sorted.
 */
export const firstOf = (slots: Int32Array, most: number, scoreAt: (at: number) => number, compare: Compare): Slot[] => {
  const compareScored = (one: Scored, other: Scored) => other.score - one.score || compare(one.slot, other.slot)
  const room = 4 * most
  let kept: Scored[] = []
  let last: Scored | undefined
  // Iterates backward, because later slots are usually newer.
  for (let at = slots.length - 1; at >= 0; at--) {
    const [slot, score] = [slots[at] ?? 0, scoreAt(at)]
    if (last && (score < last.score || (score === last.score && compare(slot, last.slot) > 0))) continue
    kept.push({ slot, score })
    if (kept.length >= room) {
      kept = kept.toSorted(compareScored).slice(0, most)
      last = kept[most - 1]
    }
  }
  return kept
    .toSorted(compareScored)
    .slice(0, most)
    .map(({ slot }) => slot)
}

interface Scored {
  slot: Slot
  score: number
}

/** Salts that labels add to common names. */
const salts = readWords('common-salts')

const mostBought = 65_535

/**
 * Ranks by strength as typed, then exact substance, name, single substance, fit of the other words, stock, order
 * history and units sold; products of one drug are sorted by form and strength instead of units sold. Each criterion
 * outweighs all later ones.
 */
const scorerFor = (
  index: ProductIndex,
  hits: SearchHits,
  { words, isOrdered, isSorted }: Pick<Query, 'words' | 'isOrdered'> & { isSorted: boolean },
): ((at: number) => number) => {
  const levelOf = levelsFor(index, words)
  const beginningOf = beginningsFor(index, words)
  const { isInStock, timesBought, formula, oral } = index.columns
  const { isSingle, isDrug } = index.formulas
  const isForDrug = isSubstanceOnly(words)
  const isAsked = askedOf(index, words)
  const { slots, numbers, words: fits } = hits
  const isOfDrug = drugNames().all.has(nameKey(namesIn(words)))
  const isUsuallyPlain = isOfDrug && isMostlyPlain(oral, slots)
  return (at) => {
    const slot = slots[at] ?? 0
    const begins = beginningOf(slot)
    const level = Math.max(levelOf(slot), begins === 3 ? 3 : 0)
    let score = (numbers[at] ?? 0) * 2 + (isAsked.has(formula[slot] ?? 0) ? 1 : 0)
    if (isForDrug) score = score * 2 + (isDrug[formula[slot] ?? 0] ?? 0)
    score = score * 8 + level
    score = score * 4 + begins
    score = score * 2 + (isSingle[formula[slot] ?? 0] ?? 0)
    score = score * 64 + (fits[at] ?? 0)
    score = score * 2 + (isInStock[slot] ?? 0)
    if (isOrdered) score = score * 2 + (isOrdered[slot] ?? 0)
    // Without a release in the query, immediate-release forms are preferred over extended-release and dissolving ones.
    if (isUsuallyPlain) score = score * 2 + ((oral[slot] ?? 0) & 1)
    if (isSorted) return score
    score = score * (mostBought + 1) + Math.min(timesBought[slot] ?? 0, mostBought)
    return isOfDrug ? score * 4 + (oral[slot] ?? 0) : score
  }
}

/** Some extended-release labels don't say so, hence the margin. */
const isMostlyPlain = (oral: Uint8Array, slots: Int32Array): boolean => {
  let [plain, others] = [0, 0]
  for (const slot of slots) {
    if (oral[slot] === worksAs.atOnce) plain++
    else if (oral[slot] === worksAs.otherwise) others++
  }
  return 10 * plain > others
}

/**
 * Formulas of exactly the requested substances, or with as many substances as strengths were typed: `200/25` means two.
 * Brands match by name instead, because some labels put a brand in the generic name.
 */
const askedOf = ({ formulas }: ProductIndex, words: string[]): ReadonlySet<number> => {
  const names = namesIn(words)
  const drug = drugNames().all.get(nameKey(names))
  const isBrand = drug && drug.generics.size > 0 && isBrandOnly(nameKey(names), drug)
  const asked = new Set(isBrand ? [] : formulas.sameAs(formulaOf(names.join(' '))))
  const strengths = words.filter((word) => isAmount.test(word)).flatMap((word) => word.split('-')).length
  if (strengths < 2 || !drug?.isSubstance) return asked
  for (const number of formulas.having(nameKey(names)))
    if (formulas.all[number]?.substances.length === strengths) asked.add(number)
  return asked
}

/** A query of only a drug name does not mean a syringe. */
const isSubstanceOnly = (words: string[]): boolean =>
  words.every(isOfName) && drugNames().all.get(nameKey(words))?.isSubstance === true

const isAmount = /^[\d.]+(?:-[\d.]+)?$/

/**
 * How exactly a product's name matches the query: brand before generic name; a name with a salt added matches in part.
 */
const levelsFor = (
  { names, columns: { brand, genericName } }: ProductIndex,
  words: string[],
): ((slot: Slot) => number) => {
  const called = namesIn(words)
  const labels = called.map(labelTermOf)
  const whole = [...new Map([words, called, labels].map((name) => [name.join(' '), name])).values()]
  const salted = whole.flatMap((name) => salts.map((salt) => [...name, salt]))
  const brands = new Map<number, number>()
  const generics = new Map<number, number>()
  // If salts don't make different products, omitting the salt means any of them.
  const isSaltLeftOut =
    drugNames().all.get(nameKey(called))?.isSubstance === true &&
    called.every((word) => !saltNames.has(word) && !isOtherAsSalt({ substances: [word], salts: [] }))
  for (const [some, asBrand, asGeneric] of [
    [runsOf(labels), 2, 1],
    [salted, isSaltLeftOut ? 7 : 6, isSaltLeftOut ? 5 : 4],
    [whole, 7, 5],
  ] as const)
    for (const name of some) {
      const number = names.known(inAnyOrder(name))
      if (number < 0) continue
      brands.set(number, asBrand)
      generics.set(number, asGeneric)
    }
  if (brands.size === 0) return () => 0
  return (slot) => Math.max(brands.get(brand[slot] ?? -1) ?? 0, generics.get(genericName[slot] ?? -1) ?? 0)
}

/** The words of names; all words if there are none. */
const namesIn = (words: string[]): string[] => {
  const names = words.filter(isOfName)
  return names.length > 0 ? names : words
}

/** Every contiguous run of words, because a manufacturer may come before or after the name. */
const runsOf = (words: string[]): string[][] =>
  words.flatMap((_, from) => words.slice(from).map((__, more) => words.slice(from, from + more + 1)))

/** 3 if the name begins with the whole query, 2 with its name words, 1 with one of them. */
const beginningsFor = (index: ProductIndex, words: string[]): ((slot: Slot) => number) => {
  const names = namesIn(words).map(labelTermOf)
  const isTyped = startsWith(index, words)
  const isNamed = startsWith(index, names)
  const each = names.map((name) => index.words.beginningWith(name))
  const places = index.words.places()
  const { tokens, columns } = index
  const { from } = columns
  return (slot) => {
    const first = from[slot] ?? 0
    if (isTyped(first)) return 3
    const place = places[tokens[first] ?? -1]
    for (const span of each) if (isIn(span, place)) return isNamed(first) ? 2 : 1
    return 0
  }
}

const startsWith = ({ words, tokens }: ProductIndex, wanted: string[]): ((from: number) => boolean) => {
  const before = wanted.slice(0, -1).map((word) => words.known(word))
  const last = words.beginningWith(wanted.at(-1) ?? '')
  const places = words.places()
  return (from) => {
    for (let at = 0; at < before.length; at++) if (tokens[from + at] !== before[at]) return false
    return isIn(last, places[tokens[from + before.length] ?? -1])
  }
}
