import { timesAsStrong } from '#shared/compare-strengths.ts'
import type { Dose } from '#shared/read-strengths.ts'
import { showStrengths } from '#shared/show-strengths.ts'
import type { ProductIndex, Slot } from './index-products.ts'
import { drugOf, isOfInsulin, labelOf } from './label-strengths.ts'

/** A search for 30 mg also finds a 2 mL vial with 30 mg/mL. Its total differs, so a note states it. */
export const totalNoter = (index: ProductIndex, doses: readonly Dose[]): ((slot: Slot) => string) => {
  const [asked, more] = doses
  if (!asked || more || (asked.per !== '' && !asked.isLoose)) return () => ''
  const { isLoose: _, volume = 1, ...dose } = asked
  const each: Dose = { ...dose, amount: dose.amount * volume, per: 'ml' }
  return (slot) => {
    const { isInjection, doses: told, volumes } = labelOf(index, slot)
    const [own, another] = told
    // Insulins are always named by their concentration.
    if (!own || another || own.per !== 'ml' || !isInjection || isOfInsulin(index, slot)) return ''
    const [held, other] = new Set([...(own.volume === undefined ? [] : [own.volume]), ...volumes])
    if (held === undefined || other !== undefined || held === 1) return ''
    const scale = own.written / (own.amount * (own.volume ?? 1))
    const inOne: Dose = { ...own, written: own.amount * scale }
    if (timesAsStrong([each], { isInjection, doses: [inOne], volumes }, drugOf(index, slot)) !== 1) return ''
    const words = (amount: number) => amountWords(amount, own.unit, scale)
    return `${words(own.amount)} in each mL, ${words(own.amount * held)} in all`
  }
}

/** Formats an amount in the label's unit. */
const amountWords = (amount: number, unit: string, scale: number): string => {
  const weight = new Map([
    ['1', 'mg'],
    ['1000', 'mcg'],
    ['0.001', 'g'],
  ]).get(String(Number(scale.toPrecision(6))))
  const isAsWritten = unit !== 'mg' || weight !== undefined
  return showStrengths(
    `${Number((isAsWritten ? amount * scale : amount).toPrecision(6))} ${unit === 'mg' ? (weight ?? unit) : unit}`,
  )
}
