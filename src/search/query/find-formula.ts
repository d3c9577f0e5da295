import { type Formula, formulaOf, formulaKey } from '../lexicon/parse-formula.ts'
import { hitsAt } from './find-hits.ts'
import type { ProductIndex, Slot } from '../index/index-products.ts'
import type { Test } from './match-filters.ts'
import { drugNames } from '../lexicon/read-drug-names.ts'
import type { SearchHits } from './term-fit.ts'

/** Products that consist of exactly the substances in the text, regardless of label notation. */
export const findMixture = (index: ProductIndex, text: string, isWanted: Test): SearchHits => {
  const formula = formulaOf(text)
  const isMixture =
    formula.substances.length > 1 && formula.substances.every((one) => drugNames().all.get(one)?.isSubstance)
  return hitsAt(isMixture ? slotsOf(index, formula, isWanted) : new Int32Array(0))
}

/** Tests that a product does not combine these substances with others. */
export const unmixed = ({ formulas, columns }: ProductIndex, substances: readonly string[]): Test => {
  const [first = '', ...others] = substances
  const having = others.map((one) => new Set(formulas.having(one)))
  const isMixed = (number: number) =>
    (formulas.all[number]?.substances.length ?? 0) > substances.length && having.every((some) => some.has(number))
  const mixed = new Set(formulas.having(first).filter(isMixed))
  return (slot) => !mixed.has(columns.formula[slot] ?? -1)
}

const slotsOf = ({ formulas, columns, ids }: ProductIndex, formula: Formula, isWanted: Test): Int32Array => {
  const numbers = new Set(formulas.sameAs(formula))
  const slots: Slot[] = []
  if (numbers.size === 0 || formulaKey(formula) === '') return new Int32Array(0)
  for (let slot = 0; slot < ids.length; slot++)
    if (numbers.has(columns.formula[slot] ?? -1) && isWanted(slot)) slots.push(slot)
  return Int32Array.from(slots)
}
