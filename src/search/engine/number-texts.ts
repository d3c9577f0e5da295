/** Texts that thousands of products share, as numbers. */
export interface Numbering {
  numberOf(text: string): number
  /** -1 for a text that no product has. */
  known(text: string): number
  /** By their numbers. */
  texts: readonly string[]
}

export const makeNumbering = (): Numbering => {
  const numbers = new Map<string, number>()
  const texts: string[] = []
  return {
    numberOf: (text) => {
      const known = numbers.get(text)
      if (known !== undefined) return known
      numbers.set(text, texts.length)
      return texts.push(text) - 1
    },
    known: (text) => numbers.get(text) ?? -1,
    texts,
  }
}
