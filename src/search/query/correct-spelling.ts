import { isForm } from '../lexicon/expand-word.ts'
import type { ProductIndex } from '../index/index-products.ts'
import { lettersOf } from '../lexicon/list-letters.ts'
import { lookAlikesOf } from '#shared/look-alikes.ts'
import { drugNames } from '../lexicon/read-drug-names.ts'
import { saltNames } from '../lexicon/parse-formula.ts'

/** A corrected query: the words to search for, and the typed text that was replaced. */
export interface Correction {
  words: string[]
  replaced: { typed: string; by: string }[]
}

export interface SpellingFix {
  /** Safe corrections, to be tried in order. */
  ways: Correction[]
  /** Uncertain corrections for the user to choose from. */
  offers: Correction[]
}

/**
 * Corrects misspelled, split and run-together words. Words that occur in any drug name on the market are never
 * corrected, even if the drug is not carried. A misspelling is corrected only if one name is near and it has no
 * look-alikes.
 */
export const correctSpelling = (index: ProductIndex, words: string[], isTyping: boolean): SpellingFix => {
  const [respelt, ...offers] = respell(index, words, isTyping)
  const isSure = offers.length === 0 && respelt?.replaced.every(({ typed, by }) => typed[0] === by[0]) === true
  const ways = [joinedWords(index, words), splitWords(index, words), isSure ? (respelt ?? null) : null]
  return { ways: ways.filter((way) => way !== null), offers: respelt && !isSure ? [respelt, ...offers] : [] }
}

/** At least four letters: shorter words are one typo away from too many drugs. */
const name = /^[a-z][a-z-]{3,39}$/

const isWord = ({ words }: ProductIndex, text: string): boolean => words.known(text) >= 0

const isKnown = (index: ProductIndex, word: string): boolean =>
  !name.test(word) ||
  isForm(word) ||
  word.split('-').every((part) => drugNames().hasWord(part) || !name.test(part)) ||
  index.words.tokensIn(index.words.beginningWith(word)).length > 0

/** `lisino pril` */
const joinedWords = (index: ProductIndex, words: string[]): Correction | null => {
  const at = words.findIndex(
    (word, place) => !drugNames().all.has(word) && isWord(index, word + (words[place + 1] ?? ' ')),
  )
  const [first = '', second = ''] = words.slice(at, at + 2)
  return at < 0
    ? null
    : {
        words: words.toSpliced(at, 2, first + second),
        replaced: [{ typed: `${first} ${second}`, by: first + second }],
      }
}

/** `lisinoprilhctz`, `lisinopril10mg` */
const splitWords = (index: ProductIndex, words: string[]): Correction | null => {
  const replaced: Correction['replaced'] = []
  const next = words.flatMap((word) => {
    const parts = partsOf(index, word)
    if (parts.length > 1) replaced.push({ typed: word, by: parts.join(' ') })
    return parts
  })
  return replaced.length > 0 ? { words: next, replaced } : null
}

const partsOf = (index: ProductIndex, word: string): string[] => {
  const [, letters = '', amount = '', unit = ''] = /^([a-z-]{3,})(\d+(?:\.\d+)?)([a-z]*)$/.exec(word) ?? []
  if (isWord(index, letters)) return [letters, amount, unit].filter((part) => part !== '')
  if (isKnown(index, word)) return [word]
  for (let at = word.length - 3; at >= 3; at--) {
    const [head, tail] = [word.slice(0, at), word.slice(at)]
    if (isWord(index, head) && isWord(index, tail)) return [head, tail]
  }
  return [word]
}

const maxOffers = 4

/** Replaces unknown words with the nearest names: one alternative if certain, otherwise several. */
const respell = (index: ProductIndex, words: string[], isTyping: boolean): Correction[] => {
  let ways: Correction[] = [{ words: [], replaced: [] }]
  for (const [at, word] of words.entries()) {
    const others = isKnown(index, word) ? [] : nearest(index, word, isTyping && at === words.length - 1)
    ways = ways
      .flatMap((way) =>
        (others.length > 0 ? others : [word]).map((by) => ({
          words: [...way.words, by],
          replaced: by === word ? way.replaced : [...way.replaced, { typed: word, by }],
        })),
      )
      .slice(0, maxOffers)
  }
  return ways.filter(({ replaced }) => replaced.length > 0)
}

interface Choice {
  word: string
  cost: number
}

/** One word if certain, otherwise several. Look-alikes of the candidates are included. */
const nearest = (index: ProductIndex, typed: string, isUnfinished: boolean): string[] => {
  const begun = typed.length > 3 ? drugNames().beginningWith(typed) : []
  if (begun.length > 0) return begun.slice(0, maxOffers)
  const near = fewestSlips(index, typed, isUnfinished)
    .toSorted((one, other) => one.cost - other.cost)
    .map(({ word }) => word)
  const alike = near.flatMap((word) => lookAlikesOf(word))
  return [...new Set([...near, ...alike])].slice(0, maxOffers)
}

const maxSlips = (letters: number): number => (letters < 6 ? 1 : letters < 9 ? 2 : 3)

/**
 * Market and catalog words with the smallest edit distance. Most typos have distance one, so small distances are tried
 * first.
 */
const fewestSlips = (index: ProductIndex, typed: string, isUnfinished: boolean): Choice[] => {
  const most = maxSlips(typed.length)
  for (let slips = isUnfinished ? 0 : 1; slips <= most; slips++) {
    const choices = within(index, typed, { slips, longest: typed.length + most, isUnfinished })
    if (choices.length > 0) return choices.filter(({ word }) => !isLabelSlip(index, word, choices))
  }
  return []
}

/** Whether the word is itself a misspelling on a few labels. */
const isLabelSlip = ({ words, places }: ProductIndex, word: string, choices: readonly Choice[]): boolean => {
  const { hasWord } = drugNames()
  const countOf = (one: string) => places[words.known(one)]?.length ?? 0
  return (
    !hasWord(word) &&
    choices.some(
      ({ word: other }) => hasWord(other) && countOf(other) >= 100 * countOf(word) && slipsBetween(word, other, 2) <= 2,
    )
  )
}

interface Reach {
  slips: number
  /** Longer words are skipped, or compared by prefix if the typed word is unfinished. */
  longest: number
  isUnfinished: boolean
}

/** Market and catalog words within this edit distance. */
const within = (index: ProductIndex, typed: string, { slips: most, longest, isUnfinished }: Reach): Choice[] => {
  const letters = lettersOf(typed)
  const choices = new Map<string, Choice>()
  for (const { all, letters: lettersOfAll } of [index.words, drugNames().words])
    for (let at = 0; at < all.length; at++) {
      const has = lettersOfAll[at] ?? 0
      // A cheap pre-filter: each edit adds or removes at most one letter kind on either side.
      if (bitsIn(letters & ~has) > most) continue
      const word = all[at] ?? ''
      const isLonger = word.length > longest
      if (isLonger ? !isUnfinished : bitsIn(has & ~letters) > most) continue
      const slips = slipsBetween(typed, isLonger ? word.slice(0, typed.length) : word, most)
      if (slips > most || choices.has(word) || !name.test(word)) continue
      choices.set(word, { word, cost: costOf(index, typed, { word, slips, isLonger }) })
    }
  return [...choices.values()]
}

const costOf = (
  { words, places }: ProductIndex,
  typed: string,
  { word, slips, isLonger }: { word: string; slips: number; isLonger: boolean },
): number => {
  const products = Math.min(Math.log10((places[words.known(word)]?.length ?? 0) + 1) / 10, 0.35)
  // Omitted letters are more common than added ones, and first letters are rarely wrong.
  const doubts = (isLonger ? 0.5 : 0) + (word[0] === typed[0] ? 0 : 0.4) + (word.length < typed.length ? 0.1 : 0)
  return slips + doubts - products
}

/** Population count by adding bits in pairs, fours and eights. */
const bitsIn = (set: number): number => {
  const pairs = set - ((set >>> 1) & 0x5555_5555)
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24
}

/** Optimal string alignment distance (insertions, deletions, substitutions, adjacent swaps) up to a limit. */
export const slipsBetween = (one: string, other: string, most: number): number => {
  if (Math.abs(one.length - other.length) > most) return Infinity
  let beforeLast: number[] = []
  let last: number[] = []
  let row: number[] = []
  for (let j = 0; j <= other.length; j++) last.push(j)
  for (let i = 1; i <= one.length; i++) {
    // Cells farther from the diagonal exceed the limit.
    const [from, to] = [Math.max(1, i - most), Math.min(other.length, i + most)]
    row[from - 1] = from === 1 ? i : Infinity
    let least = Infinity
    for (let j = from; j <= to; j++) {
      const isSame = one[i - 1] === other[j - 1]
      const isSwap = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      let slips = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1))
      if (isSwap) slips = Math.min(slips, (beforeLast[j - 2] ?? 0) + 1)
      row[j] = slips
      if (slips < least) least = slips
    }
    if (least > most) return Infinity
    row[to + 1] = Infinity
    ;[beforeLast, last, row] = [last, row, beforeLast]
  }
  return last[other.length] ?? Infinity
}

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
