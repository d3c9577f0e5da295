import { splitWords } from '#catalog/split-words.ts'
import type { ProductIndex, Slot } from '../index/index-products.ts'
import { inAnyOrder } from '../index/tokenize-product.ts'
import { before, hitsAt, isEmpty } from './find-hits.ts'
import { type FoundSlots, noRemarks } from './find-words.ts'
import type { Test } from './match-filters.ts'
import { wordsOfName } from './match-names.ts'

/**
 * Adds products whose name is exactly the text, even if it is misspelled or consists of words common to other labels.
 */
export const withCalled = (
  { names, columns, ids }: ProductIndex,
  found: FoundSlots,
  { text, isWanted }: { text: string; isWanted: Test },
): FoundSlots => {
  const { hits, words, remarks } = found
  const isOneName = words.length < 2 || wordsOfName(words) === words.length
  const own = splitWords(text)
  const called = own.length === 0 || (isOneName && !isEmpty(hits)) ? -1 : names.known(inAnyOrder(own))
  if (called < 0) return found
  const slots: Slot[] = []
  for (let slot = 0; slot < ids.length; slot++)
    if ((columns.brand[slot] === called || columns.genericName[slot] === called) && isWanted(slot)) slots.push(slot)
  if (slots.length === 0) return found
  return {
    ...found,
    hits: remarks === noRemarks ? before(slots, hits) : hitsAt(Int32Array.from(slots)),
    remarks: noRemarks,
  }
}
