import type { DrugStrengths } from './drug-strengths.ts'
import type { Dose, Strengths } from './read-strengths.ts'

/** The strengths on a label, and the dosage form as far as it affects their meaning. */
export interface Label extends Strengths {
  isInjection: boolean
}

/**
 * `same`: the requested strength. `loose`: the same figures, but they could mean another strength (10 mg can also mean
 * a vial with 10 mg/mL). `total`: the same concentration in another container size. `other`: another or unknown
 * strength.
 */
export type Fit = 'same' | 'loose' | 'total' | 'other'

const within = (share: number, one: number, other: number): boolean =>
  Math.abs(one - other) <= share * Math.max(Math.abs(one), Math.abs(other))

/** Labels round periodic decimals: 1.25 mg in 3 mL is 0.417 mg/mL. Compares to the precision of the shorter number. */
const isNear = (one: number, other: number): boolean => {
  if (one === other) return true
  if (!within(0.0045, one, other)) return false
  if (one.toPrecision(9) === other.toPrecision(9)) return true
  const digits = Math.min(digitsOf(one), digitsOf(other), 6)
  return (isEndless(one) || isEndless(other)) && one.toPrecision(digits) === other.toPrecision(digits)
}

/** A computed number, or a rounded third, sixth or twelfth: 0.667 is one, 99.2 is not. */
const isEndless = (amount: number): boolean => {
  const digits = digitsOf(amount)
  const isPart = (parts: number) =>
    (Number((amount * parts).toPrecision(2)) / parts).toPrecision(digits) === amount.toPrecision(digits)
  return digits >= 6 || (digits >= 3 && !Number.isInteger(amount) && [3, 6, 12].some(isPart))
}

const digitsOf = (amount: number): number =>
  Math.max(
    1,
    String(Number(amount.toPrecision(9)))
      .replace(/e.*$/, '')
      .replace(/^[0.]+|\./g, '').length,
  )

/** Whether a label has all requested strengths, in any order. */
export const compareStrengths = (asked: readonly Dose[], label: Label, drug: DrugStrengths): Fit => {
  const { doses } = label
  const [only, ...others] = asked
  if (!only) return 'other'
  const fitOf = (one: Dose, of: Dose) => doseFit(one, of, { label, drug })
  if (others.length === 0) {
    const fits = calledFits(only, label, drug)
    const own = fits ?? doses.map((of) => fitOf(only, of))
    return best(own)
  }
  const asVolume = volumeOf(asked, label)
  if (asVolume) return worst('loose', best(doses.map((of) => fitOf(asVolume, of))))
  return asked.length > doses.length ? 'other' : (inSomeOrder(asked, doses, fitOf) ?? 'other')
}

const ranks: readonly Fit[] = ['other', 'total', 'loose', 'same']
const best = (fits: readonly Fit[]): Fit =>
  fits.reduce<Fit>((one, other) => (ranks.indexOf(other) > ranks.indexOf(one) ? other : one), 'other')
const worst = (one: Fit, other: Fit): Fit => (ranks.indexOf(other) < ranks.indexOf(one) ? other : one)

/** Matches each requested dose to a different dose of the label. */
const inSomeOrder = (
  asked: readonly Dose[],
  doses: readonly Dose[],
  fitOf: (one: Dose, of: Dose) => Fit,
): Fit | null => {
  const [first, ...others] = asked
  if (!first) return 'same'
  let found: Fit | null = null
  for (const [at, dose] of doses.entries()) {
    const fit = fitOf(first, dose)
    if (fit === 'other') continue
    const rest = inSomeOrder(others, doses.toSpliced(at, 1), fitOf)
    if (rest) found = best([found ?? 'other', worst(fit, rest)])
  }
  return found
}

/** Compares with the sum or the first of the doses, if the drug is prescribed that way. */
const calledFits = (asked: Dose, { doses }: Label, { calledBy }: DrugStrengths): Fit[] | null => {
  const [first] = doses
  if (
    !calledBy ||
    !first ||
    doses.length < 2 ||
    doses.some(({ unit, per }) => unit !== first.unit || per !== first.per)
  )
    return null
  const amounts = doses.map(({ amount }) => amount)
  const [sum, most] = [amounts.reduce((one, other) => one + other), Math.max(...amounts)]
  const wanted = calledBy === 'sum' ? sum : most
  const isOf = (amount: number) => isNear(amount, wanted)
  // Sums are prescribed in grams, but labels are in milligrams.
  if (asked.unit === '')
    return [isOf(asked.amount) || isOf(asked.amount * 1000) || isWritten(asked, doses, most) ? 'same' : 'other']
  return asked.unit === first.unit && ['', first.per].includes(asked.per)
    ? [isOf(asked.amount) ? 'same' : 'other']
    : null
}

const isWritten = ({ amount }: Dose, doses: readonly Dose[], most: number): boolean =>
  doses.some((dose) => dose.amount === most && isNear(dose.written, amount))

/** For liquids `250/5` means 250 mg in 5 mL. */
const volumeOf = (asked: readonly Dose[], { doses }: Label): Dose | null => {
  const [one, five, more] = asked
  if (
    more ||
    !one ||
    one.unit !== '' ||
    five?.unit !== '' ||
    five.amount !== 5 ||
    !doses.every(({ per }) => per === 'ml')
  )
    return null
  return { amount: one.amount / 5, unit: 'mg', per: 'ml', written: one.amount, volume: 5 }
}

interface Beside {
  label: Label
  drug: DrugStrengths
}

const doseFit = (asked: Dose, of: Dose, { label, drug }: Beside): Fit => {
  if (asked.unit === '') return bareFit(asked, of, { label, drug })
  if (of.unit === '') return asked.per === '' && isNear(asked.written, of.written) ? 'same' : 'other'
  if (asked.isLoose) {
    const { isLoose: _, ...plain } = asked
    const each = { ...plain, amount: asked.amount * (asked.volume ?? 1) }
    return best([doseFit(plain, of, { label, drug }), doseFit(each, of, { label, drug })])
  }
  if (asked.unit === '%' || of.unit === '%') return percentFit(asked, of)
  // An exact unit match ranks above an equal weight in another unit.
  if (asked.per === of.per && isEqual(asked, of, drug))
    return worst(asked.unit === of.unit ? 'same' : 'loose', filledFit(asked, of, label))
  if (asked.per === of.per && isPart(asked, of, drug)) return 'loose'
  if (asked.per === '' && of.per === 'ml') return totalFit(asked, of, { label, drug })
  if (asked.per === 'ml' && of.per === '') {
    // A vial with a total amount; it is a concentration if its volume is known.
    const isFilled = label.volumes.some((volume) =>
      isEqual({ ...asked, amount: asked.amount * volume, per: '' }, of, drug),
    )
    return label.isInjection && isFilled ? 'same' : 'other'
  }
  if (asked.per === '' && of.per === 'actuation')
    return isEqual({ ...asked, per: of.per }, of, drug) ? 'loose' : 'other'
  if (asked.per === 'actuation' && of.per === '') return isEqual({ ...asked, per: '' }, of, drug) ? 'loose' : 'other'
  if (asked.per === '' && of.per === 'hour') {
    const times = [1, ...(drug.hours ? [drug.hours] : [])]
    return times.some((hours) => isEqual({ ...asked, per: 'hour', amount: asked.amount / hours }, of, drug))
      ? 'loose'
      : 'other'
  }
  return 'other'
}

/** The same weight or number of units; units convert to weights only by the drug's own factor. */
const isEqual = (asked: Dose, of: Dose, { milligrams }: DrugStrengths): boolean => {
  if (asked.unit === of.unit) return isNear(asked.amount, of.amount)
  const weightOf = ({ amount, unit }: Dose) => (unit === 'mg' ? amount : amount * (milligrams[unit] ?? Number.NaN))
  return within(0.02, weightOf(asked), weightOf(of))
}

/** 325 mg of ferrous sulfate contain 65 mg of iron. */
const isPart = (asked: Dose, of: Dose, { parts }: DrugStrengths): boolean =>
  asked.unit === 'mg' &&
  of.unit === 'mg' &&
  asked.amount >= 1 &&
  parts.some((part) => within(0.02, asked.amount * part, of.amount) || within(0.02, asked.amount, of.amount * part))

/** The concentration matches; whether the injection's volume does as well is a separate question. */
const filledFit = ({ volume, per }: Dose, of: Dose, { volumes, isInjection }: Label): Fit => {
  if (per !== 'ml' || !isInjection) return 'same'
  if (volume === undefined) return (of.volume ?? 1) === 1 ? 'same' : 'loose'
  const held = of.volume === undefined ? volumes : [of.volume, ...volumes]
  return held.length === 0 || held.some((one) => isNear(one, volume)) ? 'same' : 'total'
}

/** 60 mg can mean a 2 mL vial with 30 mg/mL, and so can 30 mg. */
const totalFit = (asked: Dose, of: Dose, { label, drug }: Beside): Fit => {
  const volumes = of.volume === undefined ? label.volumes : [of.volume, ...label.volumes]
  const isHeld = volumes.some((volume) => isEqual(asked, { ...of, amount: of.amount * volume, per: '' }, drug))
  const isEach = isEqual(asked, { ...of, per: '' }, drug)
  if (isHeld && (isEach || of.volume !== undefined)) return 'same'
  return isEach || isHeld ? 'loose' : 'other'
}

/** 1% is 10 mg per mL, or 0.01 mg per mg. */
const percentFit = (asked: Dose, of: Dose): Fit => {
  const percentOf = ({ amount, unit, per }: Dose): number => {
    if (unit === '%') return amount
    if (unit === 'mg' && per === 'ml') return amount / 10
    return (unit === 'mg' && per === 'mg') || (unit === 'ml' && per === 'ml') ? amount * 100 : Number.NaN
  }
  return isNear(percentOf(asked), percentOf(of)) ? 'same' : 'other'
}

/** A number without unit matches the label's figure: the total first, then per mL, hour or spray; mcg and mg alike. */
const bareFit = ({ amount }: Dose, of: Dose, { label, drug }: Beside): Fit => {
  if (isNear(amount, of.written)) return of.per === '' ? 'same' : 'loose'
  // A label may state the amount per mL or in total.
  const totals = [...label.volumes, ...(of.volume ? [of.volume] : [])].map((volume) => of.amount * volume)
  if (of.per === 'ml' && totals.some((total) => isNear(amount, total))) return 'same'
  if (of.per === 'ml' && of.volume !== undefined && isNear(amount, of.amount)) return 'same'
  if (of.unit === 'mg' && ['', 'actuation', 'hour'].includes(of.per)) {
    const hours = of.per === 'hour' ? [1, drug.hours ?? 1] : [1]
    const ways = hours.flatMap((each) => [of.amount * each, ...(drug.isInMicrograms ? [of.amount * each * 1000] : [])])
    if (ways.some((way) => isNear(amount, way))) return of.per === '' ? 'same' : 'loose'
  }
  const { units } = drug.milligrams
  if (units !== undefined && of.unit === 'mg' && of.per === '' && isNear(amount * units, of.amount)) return 'same'
  return 'other'
}

/** The factor between two strengths with comparable units of one drug; null if they cannot be compared. */
export const timesAsStrong = (
  asked: readonly Dose[],
  { doses }: Label,
  { milligrams, isInMicrograms }: DrugStrengths,
): number | null => {
  const [one, other] = asked
  const [of, more] = doses
  if (!one || other || !of || more) return null
  const plain = ({ amount, unit, per }: Dose): { amount: number; per: string } | null => {
    // For solids a percentage is by weight.
    if (unit === '%') return { amount: amount * 10, per: 'ml' }
    const weight = unit === 'mg' ? 1 : milligrams[unit]
    return weight === undefined ? null : { amount: amount * weight, per }
  }
  if (one.unit === '') return bareTimes(one.amount, of, isInMicrograms)
  if (one.unit === of.unit && one.per === of.per) return tidy(of.amount / one.amount)
  const [asWeight, ofWeight] = [plain(one), plain(of)]
  return asWeight && ofWeight && asWeight.per === ofWeight.per ? tidy(ofWeight.amount / asWeight.amount) : null
}

/** For drugs labeled in two units, the nearer reading counts. */
const bareTimes = (amount: number, { written, amount: own, unit }: Dose, isInMicrograms: boolean): number | null => {
  const ways = isInMicrograms && unit === 'mg' ? [own / amount, (own * 1000) / amount] : [written / amount]
  const [nearest = 0] = ways.toSorted((one, other) => Math.abs(Math.log(one)) - Math.abs(Math.log(other)))
  return tidy(nearest)
}

const tidy = (times: number): number | null =>
  Number.isFinite(times) && times > 0 ? Number(times.toPrecision(3)) : null

/** A factor of a power of ten suggests a slipped decimal point. */
export const isTenfold = (times: number | null): boolean =>
  times !== null &&
  [10, 100, 1000, 10_000, 1e6].some((twin) => within(0.0045, times, twin) || within(0.0045, times, 1 / twin))

/** `10 times stronger`, `1,000 times weaker`. */
export const timesWords = (times: number): string => {
  const whole = times >= 1 ? times : 1 / times
  return `${Number(whole.toPrecision(3)).toLocaleString('en-US')} times ${times >= 1 ? 'stronger' : 'weaker'}`
}
