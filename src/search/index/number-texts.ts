/** Assigns numbers to texts that thousands of products share. */
export interface Numbering {
  numberOf(text: string): number
  /** The text's number, or -1 if no product has it. */
  known(text: string): number
  /** By number. */
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
