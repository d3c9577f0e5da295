import type { Slot } from './index-products.ts'

/** How well a product fits one thing that was asked for. */
export const fits = { not: 0, within: 1, begins: 2, fully: 3 } as const

/** The products that have everything that was asked for. */
export interface SearchHits {
  slots: Int32Array
  /** How well each fits the numbers, and how well the words, of the question. */
  numbers: Uint8Array
  words: Uint8Array
}

/** One thing that was asked for. */
export interface Term {
  text: string
  isNumber: boolean
  /** Words of which every fitting product has one, or the products themselves; of what is only compared, all of them. */
  anchors: { tokens: readonly number[] } | { found: ReadonlySet<Slot> } | 'all'
  fitOf(slot: Slot): number
  /** Where single words alone decide: what the place of a word, by its number, says about how well its product fits. */
  fitOfPlace?: (token: number, isBehindNames: boolean) => number
  /** What fits it, once it was looked for: a question compares the same names several times. */
  found?: SearchHits
  /** Of the name of a drug: what generic it is. */
  generic?: string
  /** The strength that it asks for, as it was typed. */
  asksFor?: string
}
