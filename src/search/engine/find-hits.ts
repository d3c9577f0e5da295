import { fits, type Term, termsOf } from './cut-terms.ts'
import type { Test } from './match-filters.ts'
import type { ProductIndex, Slot } from './index-products.ts'

/** A product that has everything that was asked for. */
export interface Hit {
  slot: Slot
  /** How well it fits the numbers, and how well the words, of the question. */
  numbers: number
  words: number
}

/** What holds every word of a question, in any order; the rarest word is looked up and the others are compared. */
export const findHits = (index: ProductIndex, words: string[], isWanted: Test): Hit[] => {
  const terms = termsOf(index, words).toSorted((one, other) => sizeOf(index, one) - sizeOf(index, other))
  const [rarest, ...others] = terms
  if (!rarest) return []
  const hits: Hit[] = []
  for (const slot of candidatesOf(index, rarest)) {
    if (!isWanted(slot)) continue
    const hit = { slot, numbers: 0, words: 0 }
    if (add(hit, rarest) && others.every((term) => add(hit, term))) hits.push(hit)
  }
  return hits
}

const add = (hit: Hit, term: Term): boolean => {
  const fit = term.fitOf(hit.slot)
  if (fit === fits.not) return false
  hit[term.isNumber ? 'numbers' : 'words'] += fit
  return true
}

const sizeOf = ({ slots }: ProductIndex, { anchors }: Term): number => {
  if ('found' in anchors) return anchors.found.size
  let size = 0
  for (const token of anchors.tokens) size += slots[token]?.length ?? 0
  return size
}

const candidatesOf = ({ slots, ids }: ProductIndex, { anchors }: Term): Iterable<Slot> => {
  if ('found' in anchors) return anchors.found
  const [only, ...more] = anchors.tokens
  if (more.length === 0) return only === undefined ? [] : (slots[only] ?? [])
  const seen = new Uint8Array(ids.length)
  let count = 0
  for (const token of anchors.tokens)
    for (const slot of slots[token] ?? []) {
      count += 1 - (seen[slot] ?? 0)
      seen[slot] = 1
    }
  // In their order, as memory has them.
  const all: Slot[] = []
  for (let slot = seen.indexOf(1); all.length < count; slot = seen.indexOf(1, slot + 1)) all.push(slot)
  return all
}
