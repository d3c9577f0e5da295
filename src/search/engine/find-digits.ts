import { unpaddedCodes } from './read-codes.ts'
import type { ProductIndex, Slot } from './index-products.ts'

/** Products whose NDC begins or ends with these parts, in any of the notations that people write. */
export const findByDigits = (index: ProductIndex, text: string): Set<Slot> => {
  const { ndc: ndcs } = index.columns
  const [, labeler, product, pack] = /^(\d{4,5})-(\d{3,4})(?:-(\d?))?$/.exec(text) ?? []
  if (labeler && product) {
    const packages = index.byNineDigits.get(Number(labeler) * 10_000 + Number(product)) ?? []
    return new Set(packages.filter((slot) => !pack || Math.floor(((ndcs[slot] ?? 0) % 100) / 10) === Number(pack)))
  }
  const fits = testOf(text)
  if (!fits) return new Set()
  const unpadded = new Set(unpaddedCodes(text).map(Number))
  const found = new Set<Slot>()
  for (let slot = 0; slot < index.ids.length; slot++) {
    const ndc = ndcs[slot] ?? -1
    if (ndc >= 0 && (fits(ndc) || unpadded.has(ndc))) found.add(slot)
  }
  return found
}

type Test = (ndc: number) => boolean

const testOf = (text: string): Test | null => {
  const [, middle, end] = /^(\d{3,4})-(\d{2})$/.exec(text) ?? []
  if (middle && end) {
    const last = Number(middle) * 100 + Number(end)
    return (ndc) => ndc % 1_000_000 === last
  }
  return /^\d{4,11}$/.test(text) ? beginsWith(text) : null
}

/** As 11 digits, or as the ten that remain where a part has a zero to spare. */
const beginsWith = (digits: string): Test => {
  const wanted = Number(digits)
  const eleven = 10 ** (11 - digits.length)
  const ten = digits.length < 11 ? 10 ** (10 - digits.length) : 0
  return (ndc) => {
    if (Math.floor(ndc / eleven) === wanted) return true
    if (ten === 0) return false
    if (ndc < 10_000_000_000 && Math.floor(ndc / ten) === wanted) return true
    const withoutMiddle = Math.floor(ndc / 1_000_000) * 100_000 + (ndc % 100_000)
    if (Math.floor(ndc / 100_000) % 10 === 0 && Math.floor(withoutMiddle / ten) === wanted) return true
    return Math.floor(ndc / 10) % 10 === 0 && Math.floor((Math.floor(ndc / 100) * 10 + (ndc % 10)) / ten) === wanted
  }
}
