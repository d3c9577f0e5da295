import { type Correction, slipsBetween } from './correct-spelling.ts'
import { saltNames } from './parse-formula.ts'
import { isForm } from './expand-word.ts'
import type { ProductIndex } from './index-products.ts'
import { drugNames } from './read-drug-names.ts'

/**
 * Completes name prefixes such as `hydrocort cream` and corrects misspelled salts. Returns several alternatives if
 * several substances match, because choosing between drugs is unsafe.
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

/** Requires the same ending, because it distinguishes salts: nitrite is not a misspelled nitrate. */
const saltOf = (word: string): string[] | null => {
  if (word.length < 6 || drugNames().all.has(word) || saltNames.has(word)) return null
  const near = [...saltNames].filter((salt) => salt.endsWith(word.slice(-3)) && slipsBetween(word, salt, 1) === 1)
  return near.length === 1 ? near : null
}

const isBeginning = /^[a-z]{4,}$/

/** The carried substance if all others with this prefix are misspellings of it; otherwise all of them. */
const substancesOf = (index: ProductIndex, word: string): string[] => {
  const { beginningWith, all } = drugNames()
  if (!isBeginning.test(word) || isForm(word) || all.has(word)) return [word]
  const begun = beginningWith(word).filter((other) => all.get(other)?.isSubstance)
  const carried = begun.filter((other) => index.words.known(other) >= 0)
  const [first] = carried
  // Some labels contain misspellings.
  const isOne = first !== undefined && begun.every((other) => slipsBetween(first, other, 2) <= 2)
  return isOne ? [first] : begun.length > 0 ? begun : [word]
}
