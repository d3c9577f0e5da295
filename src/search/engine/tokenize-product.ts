import { splitWords } from '#catalog/split-words.ts'
import { isMixture } from './common-names.ts'
import { formulaOf } from './parse-formula.ts'
import type { FormulaList } from './list-formulas.ts'
import type { WordList } from './list-words.ts'
import type { Numbering } from './number-texts.ts'
import { soldAs } from './read-drug-names.ts'

export interface ProductTexts {
  name: string
  brand: string
  genericName: string
  manufacturer: string
  form: string
  /** Of the DEA, e.g. CII; '' where it is none. */
  schedule: string
  /** As written; only looked at where it is no NDC. */
  ndcNumber: string
  /** 11 digits, or '' where the NDC is none. */
  ndcKey: string
}

/** How tablets and capsules work that are swallowed: what works at once is meant where nothing else is said. */
export const worksAs = { atOnce: 3, otherwise: 2 }

export interface ProductSpelling {
  tokens: readonly number[]
  /** How many of them are of name, brand and generic name. */
  named: number
  /** Number of what it consists of. */
  formula: number
  /** One of `worksAs`; 1 for another form, 0 where none is told. */
  oral: number
  /** Numbers of the names. */
  brand: number
  genericName: number
}

/** By which labels tell tablets and capsules from those that are swallowed and work at once. */
const releases =
  'er xr sr xl cr la cd dr ec odt extended extended-release sustained delayed delayed-release enteric disintegrating chewable effervescent sublingual buccal dispersible sprinkle vaginal'.split(
    ' ',
  )

/** What names are compared by: some labels write a dash where others write a space. */
export const inAnyOrder = (words: string[]): string =>
  words
    .flatMap((word) => word.split('-'))
    .toSorted()
    .join(' ')

interface Cut {
  tokens: readonly number[]
  /** The text as a name, and as what a product consists of, when it was asked for. */
  number?: number
  formula?: number
}

interface Numberings {
  words: WordList
  names: Numbering
  formulas: FormulaList
}

/** How products are spelt. Many share their texts, and to cut one into words costs more than to remember how it was cut. */
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
   * The words of the name in their order, and what brand and generic name add to them, each with the parts of words with a
   * dash, so that `toprol xl` finds Toprol-XL. Behind them the maker; of the numbers only an item number, because codes are
   * looked for by their digits; and the form, because an ODT is a tablet and a pen an injection, with the schedule.
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

/** Some labels of an insulin of two kinds name only the one that both are made of. */
const insulinOf = (name: string, generic: string): string => {
  if (!/insulin/i.test(generic)) return generic
  const [, one, other] = /\b(\d\d)(?: [a-z]+\/ml)? ?\/ ?(\d\d)\b/i.exec(name) ?? []
  return isMixture(one, other) ? `${generic} mix` : generic
}

/** What the market sells under this name; '' where it is no brand. */
const genericOf = (brand: string): string => {
  const [generic = ''] = soldAs(splitWords(brand))?.generics ?? []
  return generic
}
