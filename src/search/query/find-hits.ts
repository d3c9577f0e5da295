import type { Test } from './match-filters.ts'
import { isBehindNames, type ProductIndex, type Slot, slotAt } from '../index/index-products.ts'
import { fits, type SearchHits, type Term } from './term-fit.ts'

/** Hits without any fit scores. */
export const hitsAt = (slots: Int32Array): SearchHits => ({
  slots,
  numbers: new Uint8Array(slots.length),
  words: new Uint8Array(slots.length),
})

export const noHits = hitsAt(new Int32Array(0))

export const isEmpty = ({ slots }: SearchHits): boolean => slots.length === 0

/** Appends hits without fit scores. */
export const withMore = ({ slots, numbers, words }: SearchHits, more: readonly Slot[]): SearchHits => {
  const all = hitsAt(Int32Array.from([...slots, ...more]))
  all.numbers.set(numbers)
  all.words.set(words)
  return all
}

/** Puts these slots first with the best scores, followed by the other hits. */
export const before = (slots: readonly Slot[], { slots: others, numbers, words }: SearchHits): SearchHits => {
  const known = new Set(slots)
  const kept = [...others.keys()].filter((at) => !known.has(others[at] ?? -1))
  const all = hitsAt(Int32Array.from([...slots, ...kept.map((at) => others[at] ?? 0)]))
  const [bestNumber, bestWord] = [numbers, words].map((fits) => fits.reduce((best, fit) => Math.max(best, fit), 0))
  all.numbers.fill(bestNumber ?? 0, 0, slots.length).set(
    kept.map((at) => numbers[at] ?? 0),
    slots.length,
  )
  all.words.fill(bestWord ?? 0, 0, slots.length).set(
    kept.map((at) => words[at] ?? 0),
    slots.length,
  )
  return all
}

/** The hits that pass a test. */
export const passingOf = ({ slots, numbers, words }: SearchHits, isWanted: Test): SearchHits => {
  const kept = [...slots.keys()].filter((at) => isWanted(slots[at] ?? 0))
  return {
    slots: Int32Array.from(kept, (at) => slots[at] ?? 0),
    numbers: Uint8Array.from(kept, (at) => numbers[at] ?? 0),
    words: Uint8Array.from(kept, (at) => words[at] ?? 0),
  }
}

interface Found {
  hits: SearchHits
  /** Names that no hit has; the hits are the same generic. */
  onlySame: { name: string; generic: string }[]
}

/** Products that match every term in any order. The rarest term provides candidates, and the others filter them. */
export const findHits = (terms: Term[], index: ProductIndex, isWanted: Test): Found => {
  const [rarest, ...others] = terms.toSorted((one, other) => sizeOf(index, one) - sizeOf(index, other))
  if (!rarest) return { hits: noHits, onlySame: [] }
  const hits = others.reduce(narrow, candidatesFor(index, rarest, isWanted))
  const isNamed = ({ fitOf }: Term) => hits.slots.some((slot) => fitOf(slot) > fits.within)
  const onlySame = isEmpty(hits)
    ? []
    : terms
        .filter((term) => term.generic !== undefined && !isNamed(term))
        .map(({ text, generic = '' }) => ({ name: text, generic }))
  return { hits, onlySame }
}

/**
 * Products that match the term. If single words decide, the word positions suffice; otherwise each product with an
 * anchor word is tested.
 */
const candidatesFor = (index: ProductIndex, term: Term, isWanted: Test): SearchHits => {
  const { anchors, fitOfPlace, isNumber } = term
  if (anchors === 'all') return narrow(hitsAt(Int32Array.from(index.slotOf.values()).filter(isWanted)), term)
  if ('found' in anchors) return narrow(hitsAt(Int32Array.from([...anchors.found].filter(isWanted))), term)
  const { fit } = index.columns
  if (!fitOfPlace) {
    const { slots, numbers, words } = fittingOf(index, term)
    let count = 0
    const hits = hitsAt(new Int32Array(slots.length))
    for (let at = 0; at < slots.length; at++) {
      const slot = slots[at] ?? 0
      if (!isWanted(slot)) continue
      hits.slots[count] = slot
      hits.numbers[count] = numbers[at] ?? 0
      hits.words[count] = words[at] ?? 0
      count++
    }
    return firstOf(hits, count)
  }
  const slots = new Int32Array(Math.min(sizeOf(index, term), index.ids.length))
  let count = 0
  for (const token of anchors.tokens) {
    const inNames = fitOfPlace(token, false)
    const behindNames = fitOfPlace(token, true)
    for (const place of index.places[token] ?? []) {
      const slot = slotAt(place)
      const here = isBehindNames(place) ? behindNames : inNames
      const before = fit[slot] ?? fits.not
      if (here <= before || (before === fits.not && !isWanted(slot))) continue
      if (before === fits.not) slots[count++] = slot
      fit[slot] = here
    }
  }
  const hits = hitsAt(slots.subarray(0, count))
  const own = isNumber ? hits.numbers : hits.words
  for (let at = 0; at < count; at++) {
    const slot = slots[at] ?? 0
    own[at] = fit[slot] ?? fits.not
    fit[slot] = fits.not
  }
  return hits
}

const fittingOf = (index: ProductIndex, term: Term): SearchHits => (term.found ??= narrow(withOneOf(index, term), term))

/** Each product with one of the anchor words, once. */
const withOneOf = (index: ProductIndex, term: Term): SearchHits => {
  const { anchors } = term
  const { fit } = index.columns
  const slots = new Int32Array(Math.min(sizeOf(index, term), index.ids.length))
  let count = 0
  for (const token of anchors !== 'all' && 'tokens' in anchors ? anchors.tokens : [])
    for (const place of index.places[token] ?? []) {
      const slot = slotAt(place)
      if (fit[slot] !== fits.not) continue
      slots[count++] = slot
      fit[slot] = fits.within
    }
  for (let at = 0; at < count; at++) fit[slots[at] ?? 0] = fits.not
  return hitsAt(slots.subarray(0, count))
}

/** Filters the hits by one more term; reuses their arrays. */
const narrow = (hits: SearchHits, { fitOf, isNumber }: Term): SearchHits => {
  const { slots, numbers, words } = hits
  const fit = isNumber ? numbers : words
  let count = 0
  for (let at = 0; at < slots.length; at++) {
    const slot = slots[at] ?? 0
    const more = fitOf(slot)
    if (more === fits.not) continue
    slots[count] = slot
    numbers[count] = numbers[at] ?? 0
    words[count] = words[at] ?? 0
    fit[count] = (fit[count] ?? 0) + more
    count++
  }
  return firstOf(hits, count)
}

const firstOf = ({ slots, numbers, words }: SearchHits, count: number): SearchHits => ({
  slots: slots.subarray(0, count),
  numbers: numbers.subarray(0, count),
  words: words.subarray(0, count),
})

const sizeOf = ({ places }: ProductIndex, { anchors }: Term): number => {
  if (anchors === 'all') return Infinity
  if ('found' in anchors) return anchors.found.size
  let size = 0
  for (const token of anchors.tokens) size += places[token]?.length ?? 0
  return size
}
