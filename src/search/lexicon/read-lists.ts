import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { root } from '#platform/root.ts'

/** A line of a list: a word alone, or a word and the others that belong to it. */
export interface Entry {
  word: string
  others: readonly string[]
}

/** Reads a list of this folder: one entry per line, `word` or `word: other, other`; `#` begins a comment line. */
export const readEntries = (list: string): Entry[] =>
  readFileSync(resolve(root, `src/search/lexicon/${list}.txt`), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [word = '', others] = line.split(': ')
      return { word, others: others?.split(', ') ?? [] }
    })

/** Reads a list of words without others. */
export const readWords = (list: string): string[] => readEntries(list).map(({ word }) => word)
