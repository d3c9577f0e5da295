import { wordsOf } from '#catalogue/cut-words.ts'
import type { WordList } from './list-words.ts'
import type { Numbering } from './number-texts.ts'

export interface Named {
  name: string
  brand: string
  genericName: string
  manufacturer: string
  form: string
  /** As written; only looked at where it is no NDC. */
  ndcNumber: string
  /** 11 digits, or '' where the NDC is none. */
  ndcKey: string
}

export interface Spelling {
  tokens: readonly number[]
  /** Numbers of the names. */
  brand: number
  genericName: number
}

/** What names are compared by. */
export const inAnyOrder = (words: string[]): string => words.toSorted().join(' ')

interface Cut {
  tokens: readonly number[]
  /** The text as a name, when it was asked for. */
  number?: number
}

/** How products are spelt. Many share their texts, and to cut one into words costs more than to remember how it was cut. */
export const makeSpeller = (words: WordList, names: Numbering): ((product: Named) => Spelling) => {
  const cuts = new Map<string, Cut>()

  const cut = (text: string): Cut => {
    const known = cuts.get(text)
    if (known) return known
    const made = { tokens: wordsOf(text).map(words.numberOf) }
    cuts.set(text, made)
    return made
  }

  const nameOf = (text: string, known: Cut): number => (known.number ??= names.numberOf(inAnyOrder(wordsOf(text))))

  /**
   * The words of the name in their order, and what brand, generic name and maker add to them; of the numbers only an
   * item number, because codes are looked for by their digits. The form comes after them, because an ODT is a tablet
   * and a pen an injection, and last the parts of words with a dash, so that `toprol xl` finds Toprol-XL.
   */
  return ({ name, brand, genericName, manufacturer, ndcKey, ndcNumber, form }) => {
    const [branded, generic] = [cut(brand), cut(genericName)]
    const tokens = [...cut(name).tokens]
    for (const other of [branded, generic, cut(manufacturer)])
      for (const token of other.tokens) if (!tokens.includes(token)) tokens.push(token)
    if (ndcKey === '') tokens.push(...cut(ndcNumber).tokens)
    const whole = tokens.length
    if (form !== '') tokens.push(words.numberOf(form.toLowerCase()))
    for (let at = 0; at < whole; at++) tokens.push(...words.partsOf(tokens[at] ?? 0))
    return { tokens, brand: nameOf(brand, branded), genericName: nameOf(genericName, generic) }
  }
}
