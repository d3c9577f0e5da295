import { isMixture } from '../lexicon/common-names.ts'
import { isUnitWord, otherStrengths, strengthUnits } from '../lexicon/expand-word.ts'
import { type ProductIndex, type Slot } from '../index/index-products.ts'
import { isIn } from '../index/list-words.ts'
import { fits, type Term } from './term-fit.ts'

export const amountOnly = /^\d+(?:\.\d+)?$/
export const isStrength = ([amount = '', unit = '']: string[]): boolean =>
  amountOnly.test(amount) && (unit === '%' || isUnitWord(unit) || isCount.test(unit))

/** `4 mg 2 ml`: the words of `4 mg/2 mL`. */
export const isConcentration = ([amount = '', unit = '', volume = '', ml = '']: string[]): boolean =>
  amountOnly.test(amount) && amountOnly.test(volume) && Number(volume) > 0 && isOfStrength(unit) && ml === 'ml'

/** `4 mg ml`: the words of `4 mg/mL`. */
export const isPerMl = ([amount = '', unit = '', ml = '']: string[]): boolean =>
  amountOnly.test(amount) && isOfStrength(unit) && ml === 'ml'

/** `25 mcg hr`: the words of `25 mcg/hr`, a patch's release rate. */
export const isPerHour = ([amount = '', unit = '', hour = '']: string[]): boolean =>
  amountOnly.test(amount) && isOfStrength(unit) && /^h(?:r|our)?$/.test(hour)

const isOfStrength = (unit: string): boolean =>
  strengthReadings('1', unit).some(([, other]) => strengthUnits.includes(other))

/** The strength as typed and in equivalent units. */
export const strengthReadings = (amount: string, unit: string): [amount: string, unit: string][] => [
  [amount, unit],
  ...otherStrengths(amount, unit),
]

export const isCount = /^(?:ct|count|s|ea|pk|pack)$/

/** `325 mg` also matches the first part of `325/7.5 mg`, and 0.325 g. */
export const strengthTerm = (index: ProductIndex, text: string, strengths: [amount: string, unit: string][]): Term => {
  const { words, tokens } = index
  const wanted = strengths
    .map(([amount, unit]) => {
      const [first = '', ...more] = unit.split(' ')
      return {
        amount: words.known(amount),
        percent: unit === '%' ? words.known(`${amount}%`) : -1,
        units: words.beginningWith(first),
        more: more.map((word) => words.known(word)),
      }
    })
    .filter(({ amount, percent }) => amount >= 0 || percent >= 0)
  const anchors = wanted.flatMap(({ amount, percent }) => [amount, percent].filter((token) => token >= 0))
  const places = words.places()
  const { from, to } = index.columns
  const fitOf = (slot: Slot): number => {
    const last = to[slot] ?? 0
    for (let at = from[slot] ?? 0; at < last; at++) {
      const token = tokens[at] ?? -1
      for (const { amount, percent, units, more } of wanted) {
        if (token === percent) return fits.fully
        if (token !== amount) continue
        const end = afterAmounts(index, at + 1, last)
        if (
          end < last &&
          isIn(units, places[tokens[end] ?? -1]) &&
          more.every((word, further) => tokens[end + 1 + further] === word)
        )
          return fits.fully
      }
    }
    return fits.not
  }
  return { text, isNumber: true, anchors: { tokens: anchors }, fitOf }
}

/** `4 mg/2 mL` also matches a 2 mL vial of 2 mg/mL. */
export const concentrationTerm = (index: ProductIndex, [amount = '', unit = '', volume = '']: string[]): Term => {
  const text = `${amount} ${unit}/${volume} ml`
  const each = tidy(Number(amount) / Number(volume))
  const written = strengthTerm(index, text, [
    ...strengthReadings(amount, unit).map(([one, other]): [string, string] => [one, `${other} ${volume} ml`]),
    ...perMl(each, unit),
    // Labels round fractions: 1.25 mg in 3 mL is 0.417 mg/mL.
    ...perMl(String(Number(Number(each).toPrecision(3))), unit),
  ])
  const [whole, filled] = [
    strengthTerm(index, text, strengthReadings(amount, unit)),
    strengthTerm(index, text, [[volume, 'ml']]),
  ]
  const isOther = otherVolumeTest(index, volume)
  const tokens = [written, whole].flatMap(({ anchors }) =>
    anchors !== 'all' && 'tokens' in anchors ? anchors.tokens : [],
  )
  const fitOf = (slot: Slot): number => {
    const [isWritten, isFilled] = [written.fitOf(slot), filled.fitOf(slot)]
    // Among packs with this concentration, only the one with this volume fits fully.
    if (isWritten) return isFilled ? fits.fully : isOther(slot) ? fits.not : fits.begins
    return isFilled ? Math.min(whole.fitOf(slot), fits.begins) : fits.not
  }
  return { text, isNumber: true, anchors: { tokens: [...new Set(tokens)] }, fitOf }
}

/**
 * Tests that an injection states another volume. For bottled liquids the typed volume is a dose, so any bottle fits.
 */
const otherVolumeTest = ({ words, tokens, columns }: ProductIndex, volume: string): ((slot: Slot) => boolean) => {
  const [injection, ml, own] = ['injection', 'ml', volume].map((word) => words.known(word))
  const strengths = new Set(strengthUnits.map((unit) => words.known(unit)))
  return (slot) => {
    const told = tokens.subarray(columns.from[slot], columns.to[slot])
    if (!told.includes(injection ?? -1)) return false
    // In `4 mg/2 mL` the volume is part of the strength.
    const isVolume = (at: number) =>
      told[at + 1] === ml && words.isAmount[told[at] ?? -1] && !strengths.has(told[at - 1] ?? -1)
    return told.some((token, at) => isVolume(at) && token !== own)
  }
}

export const perMlTerm = (index: ProductIndex, [amount = '', unit = '']: string[]): Term =>
  strengthTerm(index, `${amount} ${unit}/ml`, perMl(amount, unit))

export const perHourTerm = (index: ProductIndex, [amount = '', unit = '']: string[]): Term =>
  strengthTerm(
    index,
    `${amount} ${unit}/hr`,
    strengthReadings(amount, unit).map(([one, other]) => [one, `${other} hr`]),
  )

/** `4 mg/mL` also matches `4 mg/1 mL`, 4000 mcg/mL and 0.4%. */
const perMl = (amount: string, unit: string): [amount: string, unit: string][] =>
  strengthReadings(amount, unit).flatMap(([one, other]): [string, string][] => [
    [one, `${other} ml`],
    [one, `${other} 1 ml`],
    ...(other === 'mg' ? [[tidy(Number(one) / 10), '%'] as [string, string]] : []),
  ])

const tidy = (amount: number): string => String(Number(amount.toPrecision(6)))

/** The end of the amounts at this position: `5 325 mg` are the words of `5/325 mg`. */
export const afterAmounts = ({ words, tokens }: ProductIndex, from: number, to: number): number => {
  let at = from
  while (at < to && words.isAmount[tokens[at] ?? -1]) at++
  return at
}

/** `5-325` means 5 mg of one substance with 325 mg of another, in either order. */
export const pairTerm = (index: ProductIndex, text: string, one: string, other: string): Term => {
  const [first, second, itself] = [one, other, text].map((word) => index.words.known(word))
  const { tokens } = index
  const { from, to } = index.columns
  const fitOf = (slot: Slot): number => {
    const own = tokens.subarray(from[slot], to[slot])
    if (itself !== undefined && itself >= 0 && own.includes(itself)) return fits.fully
    const [here, there] = [own.indexOf(first ?? -1), own.indexOf(second ?? -1)]
    return here >= 0 && there >= 0 && Math.abs(here - there) <= maxApart ? fits.fully : fits.not
  }
  const anchors = [first, itself].filter((token) => token !== undefined && token >= 0) as number[] // both tokens were checked
  // A mixed-insulin ratio identifies the drug, so it is not an optional fact.
  return { text, isNumber: !isMixture(one, other), anchors: { tokens: anchors }, fitOf }
}

/** The number of words between the two numbers of `70 units/mL / 30 units/mL`. */
const maxApart = 3

/** A pack count: the number must not be a strength or a volume. */
export const countTerm = (index: ProductIndex, text: string, amount: string): Term => {
  const { words, tokens, columns } = index
  const wanted = words.known(amount)
  const units = new Set([...strengthUnits, 'ml', 'l'].map((unit) => words.known(unit)))
  const fitOf = (slot: Slot): number => {
    const last = columns.to[slot] ?? 0
    for (let at = columns.from[slot] ?? 0; at < last; at++)
      if (tokens[at] === wanted && !units.has(tokens[afterAmounts(index, at, last)] ?? -1)) return fits.fully
    return fits.not
  }
  return { text, isNumber: true, anchors: { tokens: wanted < 0 ? [] : [wanted] }, fitOf }
}
