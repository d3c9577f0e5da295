import type { ProductIndex } from './index-products.ts'
import { lettersOf } from './list-words.ts'

/** A text as it was probably meant: the words to look for, and what of the typed text they replace. */
export interface Correction {
  words: string[]
  replaced: { typed: string; by: string }[]
}

/** Ways to put misspelt, split and run-together words right, the likeliest first; each has to be tried. */
export const correctSpelling = (index: ProductIndex, words: string[]): Correction[] => {
  const ways = [joinedWords(index, words), splitWords(index, words), ...respelt(index, words)]
  return ways.filter((way) => way !== null)
}

const name = /^[a-z][a-z-]{2,39}$/

const isWord = ({ words }: ProductIndex, text: string): boolean => words.known(text) >= 0

const isKnown = (index: ProductIndex, word: string): boolean =>
  !name.test(word) || index.words.beginningWith(word).length > 0

/** `lisino pril` */
const joinedWords = (index: ProductIndex, words: string[]): Correction | null => {
  const at = words.findIndex((word, place) => isWord(index, word + (words[place + 1] ?? ' ')))
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

const mostTried = 12
const mostForOne = 4

/** Every unknown word by the names nearest to it; the fewest slips first. */
const respelt = (index: ProductIndex, words: string[]): Correction[] => {
  let ways: { words: string[]; replaced: Correction['replaced']; cost: number }[] = [
    { words: [], replaced: [], cost: 0 },
  ]
  for (const [at, word] of words.entries()) {
    const choices = isKnown(index, word) ? [{ word, cost: 0 }] : nearest(index, word, at === words.length - 1)
    const others = choices.length > 0 ? choices : [{ word, cost: 0 }]
    ways = ways
      .flatMap((way) =>
        others.map((choice) => ({
          words: [...way.words, choice.word],
          replaced: choice.word === word ? way.replaced : [...way.replaced, { typed: word, by: choice.word }],
          cost: way.cost + choice.cost,
        })),
      )
      .toSorted((one, other) => one.cost - other.cost)
      .slice(0, mostTried)
  }
  return ways.filter(({ replaced }) => replaced.length > 0)
}

interface Choice {
  word: string
  cost: number
}

/** Names with the fewest slips; among these, what more products are called is likelier, and what begins with the same letter. */
const nearest = (index: ProductIndex, typed: string, isLast: boolean): Choice[] => {
  for (let slips = 1; slips <= mostSlips(typed.length); slips++) {
    const choices = within(index, typed, slips, isLast)
    if (choices.length > 0) return choices.toSorted((one, other) => one.cost - other.cost).slice(0, mostForOne)
  }
  return []
}

const mostSlips = (letters: number): number => (letters < 6 ? 1 : letters < 9 ? 2 : 3)

const within = ({ words, slots }: ProductIndex, typed: string, most: number, isLast: boolean): Choice[] => {
  const letters = lettersOf(typed)
  const choices: Choice[] = []
  for (let token = 0; token < words.all.length; token++) {
    const has = words.letters[token] ?? 0
    // Every slip makes at most one kind of letter appear or vanish on either side.
    if (bitsIn(letters & ~has) > most) continue
    const word = words.all[token] ?? ''
    if (word.length < typed.length - most) continue
    // The last word may be unfinished: its beginning is compared.
    const isLonger = word.length > typed.length + most
    if (isLonger ? !isLast : bitsIn(has & ~letters) > most) continue
    const slips = slipsBetween(typed, isLonger ? word.slice(0, typed.length) : word, most)
    if (slips > most || !name.test(word)) continue
    const products = Math.min(Math.log10((slots[token]?.length ?? 0) + 1) / 10, 0.35)
    // Letters are left out more often than added, and the first one is hardly ever wrong.
    const doubts = (isLonger ? 0.5 : 0) + (word[0] === typed[0] ? 0 : 0.4) + (word.length < typed.length ? 0.1 : 0)
    choices.push({ word, cost: slips + doubts - products })
  }
  return choices
}

const bitsIn = (set: number): number => {
  let count = 0
  for (let rest = set; rest !== 0; rest &= rest - 1) count++
  return count
}

/** Letters missing, added, wrong or swapped with their neighbour: the optimal string alignment distance, up to a limit. */
const slipsBetween = (one: string, other: string, most: number): number => {
  let beforeLast: number[] = []
  let last: number[] = []
  for (let j = 0; j <= other.length; j++) last.push(j)
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    let least = i
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1]
      const isSwap = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      let slips = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1))
      if (isSwap) slips = Math.min(slips, (beforeLast[j - 2] ?? 0) + 1)
      row.push(slips)
      if (slips < least) least = slips
    }
    if (least > most) return Infinity
    beforeLast = last
    last = row
  }
  return last[other.length] ?? Infinity
}
