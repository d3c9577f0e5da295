import { readEntries } from '../lexicon/read-lists.ts'
import { wordsOfName } from './match-names.ts'

const meanings = new Map(readEntries('ambiguous-words').map(({ word, others }) => [word, others]))

export interface Ambiguous {
  at: number
  word: string
  means: readonly string[]
}

/** The first word that is ambiguous in its context: `MS Contin` and `Diovan HCT` are names. */
export const ambiguousIn = (words: readonly string[]): Ambiguous | null => {
  for (const [at, word] of words.entries()) {
    const means = meanings.get(word)
    if (!means) continue
    const isOfName = words.some((_, from) => {
      const count = from <= at ? wordsOfName(words.slice(from)) : 0
      // `Oxy 5` is a brand, but most users mean another drug.
      return from + count > at && words.slice(from, from + count).some((one) => one !== word && !/^\d/.test(one))
    })
    // A PCA device appears in the names of many drugs.
    const isBeside = word === 'pca' && words.some((_, from) => from !== at && wordsOfName(words.slice(from)) > 0)
    if (!isOfName && !isBeside) return { at, word, means }
  }
  return null
}

/** Formats a list: `milk of magnesia or mometasone`. */
export const listed = (texts: readonly string[]): string =>
  texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} or ${texts.at(-1)}`
