import { wordsOf } from '#catalogue/cut-words.ts'
import { formulaOf, keyOf } from './cut-formula.ts'
import { isOfName, labelOf, otherReadings } from './expand-word.ts'
import type { ProductIndex, Slot } from './index-products.ts'
import { type DrugName, drugNames, mostWordsOfName, nameKey } from './read-drug-names.ts'
import { fits, type Term } from './what-fits.ts'

/** How many of the first words are the name of a drug, whether it is carried or not. */
export const wordsOfName = (words: readonly string[]): number => {
  const end = words.findIndex((word) => !isOfName(word))
  for (let count = Math.min(mostWordsOfName, end < 0 ? words.length : end); count > 0; count--)
    if (drugNames().all.has(nameKey(words.slice(0, count)))) return count
  return 0
}

/**
 * A name is a name: it fits products that are called so or consist of it, never what only begins so or has it within a word.
 * A brand also fits, not as well, what is the same generic.
 */
export const nameTerm = (index: ProductIndex, text: string, isUnfinished: boolean): Term | null => {
  const key = nameKey(text.split(' '))
  const drug = drugNames().all.get(key)
  if (!drug) return null
  const { words, columns } = index
  const { fitOfFormula, generics } = formulasFor(index, key, drug)
  const spelt = [...new Set([text, ...(drug.isSubstance ? [labelOf(text), key] : [key])])].map((way) => way.split(' '))
  const sequences = spelt.map((parts) =>
    parts.map((part, at) => tokensOf(index, part, isUnfinished && at === parts.length - 1)),
  )
  const isMaker = index.values.texts.map(
    (maker) => !drug.isSubstance && maker.toLowerCase().startsWith(text) && wordsOf(maker)[0] === text,
  )
  const fitOf = (slot: Slot): number => {
    const [from, named] = [columns.from[slot] ?? 0, columns.named[slot] ?? 0]
    for (const sequence of sequences) if (hasInRow(index, sequence, from, named)) return fits.fully
    const fit = fitOfFormula[columns.formula[slot] ?? 0] ?? fits.not
    return fit === fits.not && isMaker[columns.manufacturer[slot] ?? 0] ? fits.begins : fit
  }
  const others = [...generics, key].flatMap((generic) => anchorsOf(generic))
  const anchors = [...sequences.flatMap(([first]) => [...(first ?? [])]), ...others.map((word) => words.known(word))]
  return {
    text,
    isNumber: false,
    anchors: { tokens: [...new Set(anchors)].filter((token) => token >= 0) },
    fitOf,
    generic: drug.isSubstance ? key : ([...generics][0] ?? ''),
  }
}

interface Consisting {
  /** By the numbers of the formulas. */
  fitOfFormula: Uint8Array
  generics: ReadonlySet<string>
}

const formulasFor = ({ formulas }: ProductIndex, key: string, drug: DrugName): Consisting => {
  const fitOfFormula = new Uint8Array(formulas.all.length)
  const generics = drug.isSubstance ? new Set<string>() : drug.generics
  for (const generic of generics)
    for (const number of formulas.sameAs(formulaOf(generic))) fitOfFormula[number] = fits.within
  // `oxycodone apap` is all that it consists of.
  for (const number of formulas.sameAs(formulaOf(key))) fitOfFormula[number] = fits.fully
  if (drug.isSubstance) for (const number of formulas.having(key)) fitOfFormula[number] = fits.fully
  return { fitOfFormula, generics }
}

/** A word that each product of a generic name has, in one of the ways to write it. */
const anchorsOf = (generic: string): string[] => {
  const [word = ''] = keyOf(formulaOf(generic))
    .split(' ')
    .toSorted((one, other) => other.length - one.length)
  return [word, ...otherReadings(generic), ...otherReadings(word)].flatMap((way) => wordsOf(way).slice(0, 1))
}

const tokensOf = ({ words }: ProductIndex, word: string, isUnfinished: boolean): ReadonlySet<number> =>
  new Set(isUnfinished ? words.beginningWith(word) : [words.known(word)].filter((token) => token >= 0))

const hasInRow = (
  { tokens }: ProductIndex,
  sequence: readonly ReadonlySet<number>[],
  from: number,
  to: number,
): boolean => {
  for (let at = from; at + sequence.length <= to; at++)
    if (sequence.every((some, further) => some.has(tokens[at + further] ?? -1))) return true
  return false
}
