import { readStrengths, type Strengths } from '#shared/read-strengths.ts'
import { makeNumbering, type Numbering } from './number-texts.ts'

/** The texts of labels that tell strengths; each is read when somebody first asks for a strength of such a product. */
export interface LabelList extends Pick<Numbering, 'numberOf'> {
  /** By the numbers. */
  read(number: number): Strengths
  /** By what they are sorted first: a unit, and how much of it. */
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

/** More than any label tells of one unit. */
const maxUnitLength = 1e9

/** A field of the strength before the name, which may hold other numbers. */
export const labelText = ({ name, strength }: { name: string; strength: string }): string => `${name}\n${strength}`
