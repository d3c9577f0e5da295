/** Every word that products are named by, with a number for each. */
export interface WordList {
  numberOf(word: string): number
  /** -1 for a word that no product has. */
  known(word: string): number
  /** By their numbers. */
  all: readonly string[]
  /** True of words that are amounts, by their numbers. */
  isAmount: readonly boolean[]
  /** Which letters each word has, a bit for each. */
  letters: readonly number[]
  /** The words that one with a dash is made of. */
  partsOf(token: number): readonly number[]
  /** By the words' numbers, their places in the alphabet. */
  places(): Int32Array
  beginningWith(prefix: string): Span
  /** Nothing for a word that no product has. */
  only(word: string): Span
  /** Numbers of the words that stand there. */
  tokensIn(span: Span): readonly number[]
  /** Numbers of the words that have this somewhere. */
  having(part: string): readonly number[]
}

/** Words that follow one another in the alphabet, from a place to before another, until there are new words. */
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

  /** New words are few beside those that are sorted already: an import brings some every second. */
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

  /** Where the first word stands that is not before this one. */
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
        // Few words have all of the letters.
        if ((wanted & ~(letters[token] ?? 0)) === 0 && all[token]?.includes(part)) found.push(token)
      return found
    },
  }
}

const partsOf = (word: string): string[] =>
  /^[a-z][a-z0-9]*-/.test(word) ? word.split('-').filter((part) => part !== '') : []

export const lettersOf = (word: string): number => {
  let letters = 0
  for (let at = 0; at < word.length; at++) letters |= 1 << (word.charCodeAt(at) - 97)
  return letters
}
