import { readStrengths, type Strengths } from '#shared/read-strengths.ts'
import { makeNumbering, type Numbering } from './number-texts.ts'

/** Label texts with strengths. Each is parsed when first needed. */
export interface LabelList extends Pick<Numbering, 'numberOf'> {
  /** By number. */
  read(number: number): Strengths
  /** Sort key: the first unit, then the amount. */
  weight(number: number): number
}

export const makeLabelList = (): LabelList => {
  const { numberOf, texts } = makeNumbering()
  const known: Strengths[] = []
  const read = (text: string): Strengths => {
    const [name = '', strength = ''] = text.split('\n')
    const [named, own] = [readStrengths(name), readStrengths(strength)]
    return { doses: own.doses.length > 0 ? own.doses : named.doses, volumes: [...named.volumes, ...own.volumes] }
  }
  const weights: number[] = []
  const weigh = ({ doses: [first] }: Strengths): number =>
    first
      ? (1 + sortedUnits.indexOf(`${first.unit}/${first.per}`)) * maxUnitLength +
        Math.min(first.amount, maxUnitLength - 1)
      : Infinity
  const labelAt = (number: number): Strengths => (known[number] ??= read(texts[number] ?? ''))
  return { numberOf, read: labelAt, weight: (number) => (weights[number] ??= weigh(labelAt(number))) }
}

const sortedUnits = '%/ mg/ mg/ml mg/mg mg/hour mg/actuation units/ units/ml units/mg meq/ meq/ml'.split(' ')

/** More than any label states of one unit. */
const maxUnitLength = 1e9

/** The strength field comes after the name, which may contain other numbers. */
export const labelText = ({ name, strength }: { name: string; strength: string }): string => `${name}\n${strength}`
