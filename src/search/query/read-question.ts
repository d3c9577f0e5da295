import type { ProductIndex } from '../index/index-products.ts'
import { completeWords, type Correction, correctSpelling, type SpellingFix } from './correct-spelling.ts'
import { withCalled } from './find-called.ts'
import { findWords } from './find-releases.ts'
import type { FoundSlots } from './find-words.ts'
import type { Test } from './match-filters.ts'
import { parseTerms } from './parse-terms.ts'
import type { Term } from './term-fit.ts'
import { type ParsedQuery, parseQuery } from './tokenize-query.ts'

export interface Sought {
  text: string
  isWanted: Test
  /** Tests visibility for the viewer, regardless of filters. */
  isSeen: Test
  /** Some products are hidden from the viewer, so they are not suggested either. */
  keepsSome?: boolean
  /** The last word may be unfinished. */
  isTyping: boolean
}

/** A text with what several steps derive from it, computed on first use. */
export interface Question extends Required<Sought>, ParsedQuery {
  /** Finds products that match these words instead of the typed ones. */
  findBy(words: string[]): FoundSlots
  /** Products that match the words as typed. */
  typed(): FoundSlots
  /** The words with completed names. */
  completed(): Correction[]
  /** The typed words as terms, none of them unfinished. */
  terms(): Term[]
  /** The drug names among the terms. */
  drugs(): Term[]
  spelling(): SpellingFix
}

export const readQuestion = (index: ProductIndex, sought: Sought): Question => {
  const { text, isWanted, isSeen, isTyping } = sought
  const parsed = parseQuery(text)
  const { words } = parsed
  const findBy = (some: string[]) => findWords(index, { words: some, isWanted, isSeen, isTyping })
  const terms = once(() => parseTerms(index, words, false))
  return {
    keepsSome: false,
    ...sought,
    ...parsed,
    findBy,
    typed: once(() => withCalled(index, findBy(words), { text, isWanted })),
    completed: once(() => completeWords(index, words)),
    terms,
    drugs: once(() => terms().filter(({ generic }) => generic !== undefined)),
    spelling: once(() => correctSpelling(index, words, isTyping)),
  }
}

const once = <Made>(make: () => Made): (() => Made) => {
  let made: { value: Made } | null = null
  return () => (made ??= { value: make() }).value
}
