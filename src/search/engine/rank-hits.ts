import { isOfName, labelOf } from './expand-word.ts'
import type { Hit } from './find-hits.ts'
import { inAnyOrder } from './cut-product.ts'
import type { ProductIndex, Slot } from './index-products.ts'
import { compareBy, keyBy } from './sort-products.ts'

/** The first of the hits: the best matches, and among equals what is newer. */
export const bestHits = (
  index: ProductIndex,
  hits: Hit[],
  { words, most }: { words: string[]; most: number },
): Slot[] => {
  const scoreOf = scoreFor(index, words)
  const byAge = compareBy(keyBy('newest', index.columns), index.ids)
  const scored = hits.map((hit) => ({ slot: hit.slot, score: scoreOf(hit) }))
  const best = firstOf(scored, most, (one, other) => other.score - one.score || byAge(one.slot, other.slot))
  return best.map(({ slot }) => slot)
}

/** Sorts no more than it has to: what is behind the first ones is only compared with the last of them. */
export const firstOf = <T>(all: T[], most: number, compare: (one: T, other: T) => number): T[] => {
  const room = 4 * most
  let kept: T[] = []
  let last: T | undefined
  // From behind, because what was added last is mostly the newest.
  for (const one of all.toReversed()) {
    if (last !== undefined && compare(one, last) > 0) continue
    kept.push(one)
    if (kept.length >= room) {
      kept = kept.toSorted(compare).slice(0, most)
      last = kept[most - 1]
    }
  }
  return kept.toSorted(compare).slice(0, most)
}

/** The salt that a label adds to the name that everybody uses. */
const salts =
  'hydrochloride hcl sodium potassium calcium magnesium sulfate maleate tartrate besylate succinate acetate phosphate mesylate fumarate citrate bitartrate hydrobromide disodium trihydrate monohydrate'.split(
    ' ',
  )

const mostBought = 65_535

/**
 * Strengths as they were typed come first, then products that are called so, then those of a single substance, what fits the
 * other words best, what can be had, and what is bought most. Each outweighs all that follow it.
 */
const scoreFor = (index: ProductIndex, words: string[]): ((hit: Hit) => number) => {
  const levelOf = levelsFor(index, words)
  const beginsWith = beginningsFor(index, words)
  const { isInStock, timesBought, formula } = index.columns
  const isSingle = index.formulas.all.map(({ substances }) => Number(substances.length < 2))
  return ({ slot, numbers, words: fit }) => {
    const begins = beginsWith(slot)
    let score = numbers * 8 + Math.max(levelOf(slot), begins === 3 ? 3 : 0)
    score = score * 4 + begins
    score = score * 2 + (isSingle[formula[slot] ?? 0] ?? 0)
    score = score * 64 + fit
    score = score * 2 + (isInStock[slot] ?? 0)
    return score * (mostBought + 1) + Math.min(timesBought[slot] ?? 0, mostBought)
  }
}

/** How exactly the product is called what was asked for: by brand before generic name, with a salt before in part. */
const levelsFor = (index: ProductIndex, words: string[]): ((slot: Slot) => number) => {
  const names = namesIn(words)
  const labels = names.map(labelOf)
  const whole = [words, names, labels]
  const salted = whole.flatMap((name) => salts.map((salt) => [...name, salt]))
  const brands = new Map<number, number>()
  const generics = new Map<number, number>()
  for (const [called, brand, generic] of [
    [runsOf(labels), 2, 1],
    [salted, 6, 4],
    [whole, 7, 5],
  ] as const)
    for (const name of called) {
      const number = index.names.known(inAnyOrder(name))
      if (number < 0) continue
      brands.set(number, brand)
      generics.set(number, generic)
    }
  const { brand, genericName } = index.columns
  return (slot) => Math.max(brands.get(brand[slot] ?? -1) ?? 0, generics.get(genericName[slot] ?? -1) ?? 0)
}

/** True names only; where there is none, everything that was typed. */
const namesIn = (words: string[]): string[] => {
  const names = words.filter(isOfName)
  return names.length > 0 ? names : words
}

/** Every run of words: a maker's name may stand before or behind. */
const runsOf = (words: string[]): string[][] =>
  words.flatMap((_, from) => words.slice(from).map((__, more) => words.slice(from, from + more + 1)))

/** 3 where the name begins with all that was typed, 2 with the names in it, 1 with one of them. */
const beginningsFor = (index: ProductIndex, words: string[]): ((slot: Slot) => number) => {
  const names = namesIn(words).map(labelOf)
  const typed = startsWith(index, words)
  const named = startsWith(index, names)
  const { tokens, columns } = index
  const isAny = new Uint8Array(index.words.all.length)
  for (const token of names.flatMap((name) => index.words.beginningWith(name))) isAny[token] = 1
  return (slot) => {
    const from = columns.from[slot] ?? 0
    return typed(from) ? 3 : named(from) ? 2 : (isAny[tokens[from] ?? 0] ?? 0)
  }
}

const startsWith = ({ words, tokens }: ProductIndex, wanted: string[]): ((from: number) => boolean) => {
  const before = wanted.slice(0, -1).map((word) => words.known(word))
  const last = new Set(words.beginningWith(wanted.at(-1) ?? ''))
  return (from) => {
    for (let at = 0; at < before.length; at++) if (tokens[from + at] !== before[at]) return false
    return last.has(tokens[from + before.length] ?? -1)
  }
}
