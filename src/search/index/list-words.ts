import { lettersOf } from '../lexicon/list-letters.ts'

/** Numbered words of all product texts. */
export interface WordList {
  numberOf(word: string): number
  /** The word's number, or -1 if no product has it. */
  known(word: string): number
  /** By number. */
  all: readonly string[]
  /** Whether each word is an amount, by number. */
  isAmount: readonly boolean[]
  /** Bit set of the letters in each word. */
  letters: readonly number[]
  /** Parts of a hyphenated word. */
  partsOf(token: number): readonly number[]
  /** Alphabetical rank by word number. */
  places(): Int32Array
  beginningWith(prefix: string): Span
  /** Empty if no product has the word. */
  only(word: string): Span
  /** Numbers of the words in a span. */
  tokensIn(span: Span): readonly number[]
  /** Numbers of the words that contain this part. */
  having(part: string): readonly number[]
}

/** A half-open range of alphabetical ranks; valid until new words are added. */
export interface Span {
  from: number
  to: number
}

export const isIn = ({ from, to }: Span, place: number | undefined): boolean =>
  place !== undefined && place >= from && place < to

export const makeWordList = (): WordList => {
  const all: string[] = []
  const isAmount: boolean[] = []
  const letters: number[] = []
  const parts: (readonly number[])[] = []
  const numbers = new Map<string, number>()
  let sorted = new Int32Array(0)
  let places = new Int32Array(0)

  const numberOf = (word: string): number => {
    const known = numbers.get(word)
    if (known !== undefined) return known
    numbers.set(word, all.length)
    isAmount.push(/^\d+(?:\.\d+)?$/.test(word))
    letters.push(lettersOf(word))
    return all.push(word) - 1
  }

  /** Merges new words into the sorted list: an import adds a few every second. */
  const sort = () => {
    if (sorted.length === all.length) return
    const coming = [...all.keys()].slice(sorted.length)
    coming.sort((one, other) => ((all[one] ?? '') < (all[other] ?? '') ? -1 : 1))
    const merged = new Int32Array(all.length)
    let from = 0
    for (const [nth, token] of coming.entries()) {
      const at = firstFrom(all[token] ?? '', from)
      merged.set(sorted.subarray(from, at), from + nth)
      merged[at + nth] = token
      from = at
    }
    merged.set(sorted.subarray(from), from + coming.length)
    sorted = merged
    places = new Int32Array(sorted.length)
    for (let place = 0; place < sorted.length; place++) places[sorted[place] ?? 0] = place
  }

  const wordAt = (place: number): string => all[sorted[place] ?? -1] ?? ''

  /** Rank of the first word that is not less than this one. */
  const firstFrom = (word: string, after = 0): number => {
    let [low, high] = [after, sorted.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (wordAt(middle) < word) low = middle + 1
      else high = middle
    }
    return low
  }

  return {
    numberOf,
    known: (word) => numbers.get(word) ?? -1,
    all,
    isAmount,
    letters,
    partsOf: (token) => (parts[token] ??= partsOf(all[token] ?? '').map(numberOf)),
    places: () => {
      sort()
      return places
    },
    beginningWith: (prefix) => {
      sort()
      const from = firstFrom(prefix)
      let to = from
      while (to < sorted.length && wordAt(to).startsWith(prefix)) to++
      return { from, to }
    },
    only: (word) => {
      sort()
      const from = places[numbers.get(word) ?? -1] ?? -1
      return { from, to: from < 0 ? from : from + 1 }
    },
    tokensIn: ({ from, to }) => [...sorted.subarray(Math.max(0, from), Math.max(0, to))],
    having: (part) => {
      const wanted = lettersOf(part)
      const found: number[] = []
      for (let token = 0; token < all.length; token++)
        // Few words contain all of the letters, so the bit test goes first.
        if ((wanted & ~(letters[token] ?? 0)) === 0 && all[token]?.includes(part)) found.push(token)
      return found
    },
  }
}

const partsOf = (word: string): string[] =>
  /^[a-z][a-z0-9]*-/.test(word) ? word.split('-').filter((part) => part !== '') : []
