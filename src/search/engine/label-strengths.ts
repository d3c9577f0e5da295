import { compareStrengths, type Fit, type Label } from '#shared/compare-strengths.ts'
import { type DrugStrengths, drugStrengths } from '#shared/drug-strengths.ts'
import { type Dose, readStrengths } from '#shared/read-strengths.ts'
import type { ProductIndex, Slot } from './index-products.ts'

export const labelOf = (index: ProductIndex, slot: Slot): Label => {
  const { labels, columns, values } = index
  const { doses, volumes } = labels.read(columns.label[slot] ?? -1)
  const pack = values.texts[columns.pack[slot] ?? -1] ?? ''
  return {
    doses,
    volumes: pack.includes('mL') ? [...volumes, ...readStrengths(pack).volumes] : volumes,
    isInjection: values.texts[columns.form[slot] ?? -1] === 'Injection',
  }
}

/** How a strength that was asked for fits each product, with what its drug says of its units. */
export const fitter = (index: ProductIndex, asked: readonly Dose[]): ((slot: Slot) => Fit) => {
  const known = new Map<number, Fit>()
  const { columns } = index
  return (slot) => {
    // What is given how is told by the same text; fewer bits than a number holds.
    const own = (columns.label[slot] ?? 0) * 2 ** 18 + (columns.formula[slot] ?? 0)
    const key = own * 2 ** 15 + (columns.pack[slot] ?? 0)
    const before = known.get(key)
    if (before !== undefined) return before
    const fit = compareStrengths(asked, labelOf(index, slot), drugOf(index, slot))
    known.set(key, fit)
    return fit
  }
}

export const drugOf = ({ formulas, columns }: ProductIndex, slot: Slot): DrugStrengths =>
  drugStrengths(formulas.all[columns.formula[slot] ?? -1] ?? { substances: [], salts: [] })

export const isOfInsulin = ({ formulas, columns }: ProductIndex, slot: Slot): boolean =>
  formulas.all[columns.formula[slot] ?? -1]?.substances.some((one) => one.startsWith('insulin')) === true
