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
  /** Numbers of the words that begin so. */
  beginningWith(prefix: string): readonly number[]
}

export const makeWordList = (): WordList => {
  const all: string[] = []
  const isAmount: boolean[] = []
  const letters: number[] = []
  const parts: (readonly number[])[] = []
  const numbers = new Map<string, number>()
  let sorted: number[] = []
  const wordAt = (place: number): string => all[sorted[place] ?? -1] ?? ''

  const numberOf = (word: string): number => {
    const known = numbers.get(word)
    if (known !== undefined) return known
    numbers.set(word, all.length)
    isAmount.push(/^\d+(?:\.\d+)?$/.test(word))
    letters.push(lettersOf(word))
    return all.push(word) - 1
  }

  return {
    numberOf,
    known: (word) => numbers.get(word) ?? -1,
    all,
    isAmount,
    letters,
    partsOf: (token) => (parts[token] ??= partsOf(all[token] ?? '').map(numberOf)),
    beginningWith: (prefix) => {
      if (sorted.length < all.length)
        sorted = [...all.keys()].toSorted((one, other) => ((all[one] ?? '') < (all[other] ?? '') ? -1 : 1))
      let low = 0
      let high = sorted.length
      while (low < high) {
        const middle = (low + high) >> 1
        if (wordAt(middle) < prefix) low = middle + 1
        else high = middle
      }
      let end = low
      while (end < sorted.length && wordAt(end).startsWith(prefix)) end++
      return sorted.slice(low, end)
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
