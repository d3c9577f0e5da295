import { type DrugStrengths, drugStrengths } from '#shared/drug-strengths.ts'
import { type Formula, haveSameSalts, formulaKey } from '../lexicon/parse-formula.ts'
import { drugNames } from '../lexicon/read-drug-names.ts'

/** Numbered formulas of the products. */
export interface FormulaList {
  numberOf(formula: Formula): number
  /** By number. */
  all: readonly Formula[]
  /** 1 if the formula has a single substance. */
  isSingle: readonly number[]
  /** 1 if the formula has a substance known on the market. */
  isDrug: readonly number[]
  /** Unit conversions of a formula. */
  strengthsOf(number: number): DrugStrengths
  /** Numbers of the formulas with this substance. */
  having(substance: string): readonly number[]
  /** Numbers of the formulas of the same generic. */
  sameAs(formula: Formula): readonly number[]
}

/**
 * A search for epoetin alfa also finds epoetin alfa-epbx, which says what it is; a search for a brand of it does not.
 */
const ofBiosimilar = /-[a-z]{4}$/

export const makeFormulaList = (): FormulaList => {
  const numbers = new Map<string, number>()
  const all: Formula[] = []
  const isSingle: number[] = []
  const isDrug: number[] = []
  const strengths: DrugStrengths[] = []
  const bySubstance = new Map<string, number[]>()
  const byKey = new Map<string, number[]>()
  const note = (lists: Map<string, number[]>, key: string, number: number) => {
    const list = lists.get(key)
    if (list) list.push(number)
    else lists.set(key, [number])
  }
  return {
    numberOf: (formula) => {
      const text = `${formula.substances.join(',')};${formula.salts.join(',')}`
      const known = numbers.get(text)
      if (known !== undefined) return known
      const number = all.push(formula) - 1
      numbers.set(text, number)
      isSingle.push(Number(formula.substances.length < 2))
      isDrug.push(Number(formula.substances.some((one) => drugNames().all.get(one)?.isSubstance)))
      for (const substance of formula.substances) {
        note(bySubstance, substance, number)
        const [plain = substance] = substance.split(ofBiosimilar)
        if (plain !== substance) note(bySubstance, plain, number)
      }
      note(byKey, formulaKey(formula), number)
      return number
    },
    all,
    isSingle,
    isDrug,
    strengthsOf: (number) => (strengths[number] ??= drugStrengths(all[number] ?? { substances: [], salts: [] })),
    having: (substance) => bySubstance.get(substance) ?? [],
    sameAs: (formula) =>
      (byKey.get(formulaKey(formula)) ?? []).filter((number) => haveSameSalts(all[number] ?? formula, formula)),
  }
}
