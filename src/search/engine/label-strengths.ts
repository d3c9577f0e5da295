import { compareStrengths, type Fit, type Label } from '#shared/strengths/compare-strengths.ts'
import { type DrugStrengths, drugStrengths } from '#shared/strengths/drug-strengths.ts'
import { type Dose, readStrengths, type Strengths } from '#shared/strengths/read-strengths.ts'
import type { ProductIndex, Slot } from './index-products.ts'
import { makeNumbering, type Numbering } from './number-texts.ts'

/** The texts of labels that tell strengths; each is read when somebody first asks for a strength of such a product. */
export interface LabelList extends Pick<Numbering, 'numberOf'> {
  /** By the numbers. */
  read(number: number): Strengths
}

export const makeLabelList = (): LabelList => {
  const { numberOf, texts } = makeNumbering()
  const known: Strengths[] = []
  const read = (text: string): Strengths => {
    const [name = '', strength = ''] = text.split('\n')
    const [named, own] = [readStrengths(name), readStrengths(strength)]
    return { doses: own.doses.length > 0 ? own.doses : named.doses, volumes: [...named.volumes, ...own.volumes] }
  }
  return { numberOf, read: (number) => (known[number] ??= read(texts[number] ?? '')) }
}

/** A field of the strength before the name, which may hold other numbers. */
export const labelText = ({ name, strength }: { name: string; strength: string }): string => `${name}\n${strength}`

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
  const known = new Map<string, Fit>()
  const { columns } = index
  return (slot) => {
    const key = `${columns.label[slot]};${columns.formula[slot]};${columns.form[slot]};${columns.pack[slot]}`
    const before = known.get(key)
    if (before !== undefined) return before
    const fit = compareStrengths(asked, labelOf(index, slot), drugOf(index, slot))
    known.set(key, fit)
    return fit
  }
}

export const drugOf = ({ formulas, columns }: ProductIndex, slot: Slot): DrugStrengths =>
  drugStrengths(formulas.all[columns.formula[slot] ?? -1] ?? { substances: [], salts: [] })
