import { type Correction, slipsBetween } from './correct-spelling.ts'
import { saltNames } from './parse-formula.ts'
import { isForm } from './expand-word.ts'
import type { ProductIndex } from './index-products.ts'
import { drugNames } from './read-drug-names.ts'

/**
 * Beginnings of names in full, as `hydrocort cream` is written, and misspelt salts put right: several ways where several
 * substances begin so, of which nobody guesses one.
 */
export const completeWords = (index: ProductIndex, words: readonly string[]): Correction[] => {
  let ways: Correction[] = [{ words: [], replaced: [] }]
  for (const word of words) {
    const others = saltOf(word) ?? substancesOf(index, word)
    ways = ways
      .flatMap((way) =>
        others.map((by) => ({
          words: [...way.words, by],
          replaced: by === word ? way.replaced : [...way.replaced, { typed: word, by }],
        })),
      )
      .slice(0, maxWays)
  }
  return ways.filter(({ replaced }) => replaced.length > 0)
}

const maxWays = 4

/** The ending makes another salt: a nitrite is no misspelt nitrate. */
const saltOf = (word: string): string[] | null => {
  if (word.length < 6 || drugNames().all.has(word) || saltNames.has(word)) return null
  const near = [...saltNames].filter((salt) => salt.endsWith(word.slice(-3)) && slipsBetween(word, salt, 1) === 1)
  return near.length === 1 ? near : null
}

const isBeginning = /^[a-z]{4,}$/

/** Those that are carried, if no other substance begins so; else all. */
const substancesOf = (index: ProductIndex, word: string): string[] => {
  const { beginningWith, all } = drugNames()
  if (!isBeginning.test(word) || isForm(word) || all.has(word)) return [word]
  const begun = beginningWith(word).filter((other) => all.get(other)?.isSubstance)
  const carried = begun.filter((other) => index.words.known(other) >= 0)
  const [first] = carried
  // Some labels are misspelt.
  const isOne = first !== undefined && begun.every((other) => slipsBetween(first, other, 2) <= 2)
  return isOne ? [first] : begun.length > 0 ? begun : [word]
}
