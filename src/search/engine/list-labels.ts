import { readStrengths, type Strengths } from '#shared/read-strengths.ts'
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
