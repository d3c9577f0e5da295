import { compareStrengths, type Fit, type Label } from '#shared/compare-strengths.ts'
import type { DrugStrengths } from '#shared/drug-strengths.ts'
import type { Dose } from '#shared/read-strengths.ts'
import type { ProductIndex, Slot } from '../index/index-products.ts'

export const labelOf = (index: ProductIndex, slot: Slot): Label => {
  const { labels, columns, values } = index
  const { doses, volumes } = labels.read(columns.label[slot] ?? -1)
  const pack = values.texts[columns.pack[slot] ?? -1] ?? ''
  return {
    doses,
    volumes: pack.includes('mL') ? [...volumes, ...labels.read(labels.numberOf(pack)).volumes] : volumes,
    isInjection: values.texts[columns.form[slot] ?? -1] === 'Injection',
  }
}

/** Compares a requested strength with each product, using the unit conversions of its drug. */
export const fitter = (index: ProductIndex, asked: readonly Dose[]): ((slot: Slot) => Fit) => {
  const known = new Map<number, { formula: number; pack: number; fit: Fit }[]>()
  const { columns } = index
  return (slot) => {
    // Cached by label text, formula and pack; the label text also determines the form.
    const label = columns.label[slot] ?? 0
    const [formula, pack] = [columns.formula[slot] ?? 0, columns.pack[slot] ?? 0]
    let same = known.get(label)
    if (!same) known.set(label, (same = []))
    for (const one of same) if (one.formula === formula && one.pack === pack) return one.fit
    const fit = compareStrengths(asked, labelOf(index, slot), drugOf(index, slot))
    same.push({ formula, pack, fit })
    return fit
  }
}

export const drugOf = ({ formulas, columns }: ProductIndex, slot: Slot): DrugStrengths =>
  formulas.strengthsOf(columns.formula[slot] ?? -1)

export const isOfInsulin = ({ formulas, columns }: ProductIndex, slot: Slot): boolean =>
  formulas.all[columns.formula[slot] ?? -1]?.substances.some((one) => one.startsWith('insulin')) === true
