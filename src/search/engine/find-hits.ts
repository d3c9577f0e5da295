import type { Test } from './match-filters.ts'
import type { ProductIndex, Slot } from './index-products.ts'
import { fits, type Term } from './what-fits.ts'

/** A product that has everything that was asked for. */
export interface Hit {
  slot: Slot
  /** How well it fits the numbers, and how well the words, of the question. */
  numbers: number
  words: number
}

interface Hits {
  hits: Hit[]
  /** Names of which nothing found is called so: what was found is the same generic. */
  onlySame: { name: string; generic: string }[]
}

/** What holds every word of a question, in any order; the rarest word is looked up and the others are compared. */
export const findHits = (terms: Term[], index: ProductIndex, isWanted: Test): Hits => {
  const [rarest, ...others] = terms.toSorted((one, other) => sizeOf(index, one) - sizeOf(index, other))
  if (!rarest) return { hits: [], onlySame: [] }
  const names = terms.filter(({ generic }) => generic !== undefined)
  const isNamed = new Set<Term>()
  const hits: Hit[] = []
  for (const slot of candidatesOf(index, rarest)) {
    if (!isWanted(slot)) continue
    const hit = { slot, numbers: 0, words: 0 }
    if (!add(hit, rarest) || !others.every((term) => add(hit, term))) continue
    hits.push(hit)
    for (const name of names) if (!isNamed.has(name) && name.fitOf(slot) > fits.within) isNamed.add(name)
  }
  const onlySame = names.filter((name) => !isNamed.has(name)).map(({ text, generic = '' }) => ({ name: text, generic }))
  return { hits, onlySame: hits.length > 0 ? onlySame : [] }
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
