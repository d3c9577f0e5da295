import { splitWords } from '#catalog/split-words.ts'
import { readWords } from '../lexicon/read-lists.ts'
import { isMixture } from '../lexicon/common-names.ts'
import { formulaOf } from '../lexicon/parse-formula.ts'
import type { FormulaList } from './list-formulas.ts'
import type { WordList } from './list-words.ts'
import type { Numbering } from './number-texts.ts'
import { soldAs } from '../lexicon/read-drug-names.ts'

export interface ProductTexts {
  name: string
  brand: string
  genericName: string
  manufacturer: string
  form: string
  /** DEA schedule such as CII; empty if none. */
  schedule: string
  /** As written; used only if it is not an NDC. */
  ndcNumber: string
  /** 11 digits, or empty if it is not an NDC. */
  ndcKey: string
}

/** Release of swallowed tablets and capsules; immediate release is assumed in queries that don't name one. */
export const worksAs = { atOnce: 3, otherwise: 2 }

export interface ProductSpelling {
  tokens: readonly number[]
  /** How many of the tokens belong to name, brand and generic name. */
  named: number
  /** Formula number. */
  formula: number
  /** One of `worksAs`; 1 for other forms, 0 if unknown. */
  oral: number
  /** Name numbers. */
  brand: number
  genericName: number
}

/** Label words that mark tablets and capsules as not swallowed or not immediate-release. */
const releases = readWords('release-words')

/** Key for comparing names: words sorted, dashes treated as spaces. */
export const inAnyOrder = (words: string[]): string =>
  words
    .flatMap((word) => word.split('-'))
    .toSorted()
    .join(' ')

interface Cut {
  tokens: readonly number[]
  /** Number of the text as a name and as a formula, once computed. */
  number?: number
  formula?: number
}

interface Numberings {
  words: WordList
  names: Numbering
  formulas: FormulaList
}

/**
 * Tokenizes products. Results are cached by text, because many products share texts and a lookup is cheaper than
 * tokenizing.
 */
export const makeSpeller = ({ words, names, formulas }: Numberings): ((product: ProductTexts) => ProductSpelling) => {
  const cuts = new Map<string, Cut>()

  const cut = (text: string): Cut => {
    const known = cuts.get(text)
    if (known) return known
    const made = { tokens: splitWords(text).map(words.numberOf) }
    cuts.set(text, made)
    return made
  }

  const nameOf = (text: string, known: Cut): number => (known.number ??= names.numberOf(inAnyOrder(splitWords(text))))

  const formulaNumber = (text: string): number => (cut(text).formula ??= formulas.numberOf(formulaOf(text)))

  const released = new Set(releases.map(words.numberOf))
  const oralOf = (form: string, name: readonly number[]): number =>
    form !== 'Tablet' && form !== 'Capsule'
      ? Number(form !== '')
      : name.some((token) => released.has(token))
        ? worksAs.otherwise
        : worksAs.atOnce

  /**
   * The words of the name in order, then further words of brand and generic name, each followed by the parts of
   * hyphenated words, so that `toprol xl` finds Toprol-XL. Then the manufacturer, an item number (NDCs are searched by
   * digits), the form (an ODT is a tablet, a pen an injection) and the schedule.
   */
  return (product) => {
    const { name, brand, manufacturer, ndcKey, ndcNumber, form, schedule } = product
    const generic = product.genericName || genericOf(brand)
    const [branded, called] = [cut(brand), cut(generic)]
    const tokens = [...cut(name).tokens]
    const add = (others: readonly number[]) => {
      for (const token of others) if (!tokens.includes(token)) tokens.push(token)
    }
    add(branded.tokens)
    add(called.tokens)
    const whole = tokens.length
    for (let at = 0; at < whole; at++) tokens.push(...words.partsOf(tokens[at] ?? 0))
    const named = tokens.length
    const maker = cut(manufacturer).tokens
    add(maker)
    for (const token of maker) tokens.push(...words.partsOf(token))
    if (ndcKey === '') tokens.push(...cut(ndcNumber).tokens)
    for (const fact of [form, schedule]) if (fact !== '') tokens.push(words.numberOf(fact.toLowerCase()))
    return {
      tokens,
      named,
      formula: formulaNumber(insulinOf(name, generic || brand || name)),
      oral: oralOf(form, cut(name).tokens),
      brand: nameOf(brand, branded),
      genericName: nameOf(generic, called),
    }
  }
}

/** Marks mixed insulins, because some of their labels name only the base insulin. */
const insulinOf = (name: string, generic: string): string => {
  if (!/insulin/i.test(generic)) return generic
  const [, one, other] = /\b(\d\d)(?: [a-z]+\/ml)? ?\/ ?(\d\d)\b/i.exec(name) ?? []
  return isMixture(one, other) ? `${generic} mix` : generic
}

/** The generic name of a brand on the market; '' if it is not a brand. */
const genericOf = (brand: string): string => {
  const [generic = ''] = soldAs(splitWords(brand))?.generics ?? []
  return generic
}
