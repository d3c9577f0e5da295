import { unpaddedCodes } from '#catalog/read-codes.ts'
import type { ProductIndex, Slot } from '../index/index-products.ts'
import type { NotationName } from '../index/list-codes.ts'

/** Products whose NDC begins or ends with these digits in any notation. */
export const findByDigits = (index: ProductIndex, text: string): Set<Slot> => {
  const [, labeler, product, pack] = /^(\d{4,5})-(\d{3,4})(?:-(\d?))?$/.exec(text) ?? []
  if (labeler && product) {
    const { ndc: ndcs } = index.columns
    const packages = index.byNineDigits.get(Number(labeler) * 10_000 + Number(product)) ?? []
    return new Set(packages.filter((slot) => !pack || Math.floor(((ndcs[slot] ?? 0) % 100) / 10) === Number(pack)))
  }
  return new Set(codesWith(index, text).flatMap((ndc) => slotsOfCode(index, ndc)))
}

/** Slots of an NDC, including those of removed products. */
export const slotsOfCode = ({ byNineDigits, columns }: ProductIndex, ndc: number): Slot[] =>
  (byNineDigits.get(Math.floor(ndc / 100)) ?? []).filter((slot) => columns.ndc[slot] === ndc)

const codesWith = ({ codes }: ProductIndex, text: string): number[] => {
  const [, middle, end] = /^(\d{3,4})-(\d{2})$/.exec(text) ?? []
  if (middle && end) {
    const last = Number(middle) * 100 + Number(end)
    return codes.between('labelerLast', last * 1e5, (last + 1) * 1e5)
  }
  if (!/^\d{4,11}$/.test(text)) return []
  const beginning = (notation: NotationName, digits: number): number[] => {
    const rest = 10 ** (digits - text.length)
    return rest < 1 ? [] : codes.between(notation, Number(text) * rest, (Number(text) + 1) * rest)
  }
  return [
    ...beginning('whole', 11),
    // Without the labeler's leading zero.
    ...beginning('whole', 10),
    ...beginning('withoutProductZero', 10),
    ...beginning('withoutPackageZero', 10),
    ...unpaddedCodes(text).map(Number),
  ]
}
