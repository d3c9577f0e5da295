import { readStrengths } from '#shared/read-strengths.ts'
import type { Dose } from '#shared/read-strengths.ts'
import { amountOnly } from './parse-strengths.ts'
import type { ProductIndex } from '../index/index-products.ts'
import { fitter } from './label-strengths.ts'
import { fits, type Term } from './term-fit.ts'

/** A query with its numbers interpreted as one strength. */
export interface Reading {
  terms: Term[]
  /** Null if the numbers are matched as words, such as the pack size in `losartan 90`. */
  strength: StrengthTerm | null
}

export interface StrengthTerm extends Term {
  doses: Dose[]
}

/** Interpretations of the numbers beside a drug name, most likely first; empty if none is a strength. */
export const readingsOfTerms = (index: ProductIndex, terms: readonly Term[]): Reading[] => {
  const asking = terms.filter(({ asksFor }) => asksFor !== undefined)
  const isBare = ({ text }: Term) => amountOnly.test(text)
  const isWithUnit = asking.some((term) => !isBare(term))
  const read = (some: readonly Term[]): Reading[] => {
    const doses = dosesOf(some)
    if (doses.length === 0) return []
    const strength = strengthTerm(index, some.map(({ text }) => text).join(' '), doses)
    return [{ terms: [...terms.filter((term) => !some.includes(term)), strength], strength }]
  }
  if (isWithUnit) {
    // `5 325 mg` are the words of `5/325 mg`; numbers after a unit are a pack.
    const isBefore = (at: number): boolean => {
      const next = asking[at + 1]
      return next !== undefined && (!isBare(next) || isBefore(at + 1))
    }
    return read(asking.filter((term, at) => !isBare(term) || isBefore(at)))
  }
  if (asking.length === 0) return []
  return [
    ...(asking.length > 1 ? read(asking) : []),
    ...read(asking.slice(0, 1)),
    { terms: [...terms], strength: null },
  ]
}

const dosesOf = (terms: readonly Term[]): Dose[] => {
  const bare: Dose[] = []
  const doses: Dose[] = []
  for (const { text, asksFor = '' } of terms) {
    if (amountOnly.test(text)) {
      bare.push({ amount: Number(text), unit: '', per: '', written: Number(text) })
      continue
    }
    const [first, ...others] = readStrengths(asksFor).doses
    if (!first) return []
    // A unit applies to all numbers before it.
    const each = first.written === 0 ? 1 : first.amount / first.written
    doses.push(
      ...bare.splice(0).map(({ written }) => ({ ...first, amount: written * each, written })),
      first,
      ...others,
    )
  }
  return [...doses, ...bare]
}

/** A term that compares parsed strengths with the labels instead of matching words. */
const strengthTerm = (index: ProductIndex, text: string, doses: Dose[]): StrengthTerm => {
  const fitOf = fitter(index, doses)
  return {
    text,
    isNumber: true,
    anchors: 'all',
    doses,
    fitOf: (slot) => {
      const fit = fitOf(slot)
      return fit === 'same' ? fits.fully : fit === 'loose' ? fits.begins : fits.not
    },
  }
}
