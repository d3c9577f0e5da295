import type { Slot } from '../index/index-products.ts'

/** How well a product fits a term. */
export const fits = { not: 0, within: 1, begins: 2, fully: 3 } as const

/** Products that fit every term. */
export interface SearchHits {
  slots: Int32Array
  /** Total fit of the number terms and of the word terms, by hit. */
  numbers: Uint8Array
  words: Uint8Array
}

/** One term of a query. */
export interface Term {
  text: string
  isNumber: boolean
  /** Candidates: every fitting product has one of these words or is in this set; `all` if the term only compares. */
  anchors: { tokens: readonly number[] } | { found: ReadonlySet<Slot> } | 'all'
  fitOf(slot: Slot): number
  /** Set if single words decide: the fit of a word by its number and position. */
  fitOfPlace?: (token: number, isBehindNames: boolean) => number
  /** Cached hits: a search may evaluate the same name several times. */
  found?: SearchHits
  /** Set for drug names: the generic name. */
  generic?: string
  /** The requested strength as typed. */
  asksFor?: string
}
