import { scheduleTwo, scheduleUnknown } from '#catalog/order-quantity.ts'
import { stateScheduleWords } from '#catalog/line-words.ts'
import { isRenewing } from '#colleagues/ship-to/check-ship-to.ts'
import { stateName } from '#shared/us-states.ts'
import type { LicenseFacts } from './licenses/read-licenses.ts'

export interface SupplyLine {
  productId: string
  name: string
  hasNdc: boolean
  /** `Rx`, `OTC` or empty. */
  dispensing: string
  /** `CII` to `CV`, or empty for none or unknown. */
  deaSchedule: string
  /** Of the ship-to State if it is stricter, such as `CV KY`, or empty. */
  stateSchedule: string
  isScheduleKnown: boolean
  isNarcotic: boolean | null
  isListOne: boolean
}

interface SuppliedProduct extends Pick<SupplyLine, 'name' | 'dispensing' | 'isScheduleKnown'> {
  id: string
  ndc_key: string
  dea_schedule: string
  /** Null without a stricter one. */
  state_schedule: string | null
  is_narcotic: boolean | null
  is_list_one: boolean
}

/** A line of the product as it is now. */
export const supplyLineOf = (product: SuppliedProduct): SupplyLine => ({
  productId: product.id,
  name: product.name,
  hasNdc: product.ndc_key !== '',
  dispensing: product.dispensing,
  deaSchedule: product.dea_schedule,
  stateSchedule: product.state_schedule ?? '',
  isScheduleKnown: product.isScheduleKnown,
  isNarcotic: product.is_narcotic,
  isListOne: product.is_list_one,
})

/** Where an order ships to, and the licenses that may allow it. */
export interface Supply {
  /** Two letters; empty if unknown. */
  state: string
  /** Null for the business's own address. */
  shipToId: string | null
  /** Why nothing that needs a license goes to the ship-to address, or empty. */
  shipToProblem: string
  /** Its State requires a license of this location; one of the business does not count. */
  needsOwnLicense: boolean
  licenses: readonly LicenseFacts[]
}

export interface SupplyRules {
  /** Missing and unverified licenses count, too; otherwise only recorded ones that are expired or suspended. */
  requiresLicense: boolean
  /** Supplies and OTC products need no license. */
  suppliesGoOn: boolean
  /** The warehouse that ships; empty if there is only one. */
  shipsFrom: string
  today: string
}

export type SupplyHoldKind = 'license' | 'ship-to' | 'registration'

interface Finding {
  kind: SupplyHoldKind
  reason: string
  isRefused: boolean
}

export interface LineFinding extends Omit<Finding, 'kind'> {
  kind: SupplyHoldKind | 'review'
  productId: string
  name: string
}

export const licenseExpired = 'The license has expired.'

/** Why lines cannot be supplied, or have to wait. Lines without a finding go on. */
export const checkSupply = (lines: readonly SupplyLine[], supply: Supply, rules: SupplyRules): LineFinding[] => {
  const license = licenseFindings(supply, rules)
  return lines.flatMap((ordered) => {
    const line = { ...ordered, deaSchedule: ordered.stateSchedule.split(' ')[0] || ordered.deaSchedule }
    return [
      ...scheduleFindings(ordered, rules),
      ...(needsLicense(line, rules) ? license : []),
      ...registrationFindings(line, supply, rules),
    ].map((finding) => ({ ...finding, productId: line.productId, name: line.name }))
  })
}

/** A product with an NDC and no dispensing class counts as prescription. */
const isPrescription = ({ dispensing, deaSchedule, hasNdc }: SupplyLine): boolean =>
  deaSchedule !== '' || dispensing === 'Rx' || (dispensing === '' && hasNdc)

const needsLicense = (line: SupplyLine, { suppliesGoOn }: SupplyRules): boolean => isPrescription(line) || !suppliesGoOn

/** Why the stricter schedule of a State, such as `CII KY`, rules out ordering here, or null. */
export const stateRefusal = (stateSchedule: string): string | null =>
  stateSchedule.startsWith('CII ') ? `${stateScheduleWords(stateSchedule)}. Contact us to order it.` : null

const scheduleFindings = (line: SupplyLine, { requiresLicense }: SupplyRules): Finding[] => {
  const { deaSchedule, stateSchedule, isScheduleKnown, hasNdc } = line
  if (deaSchedule === 'CII') return [{ kind: 'registration', reason: scheduleTwo, isRefused: true }]
  const byState = stateRefusal(stateSchedule)
  if (byState !== null) return [{ kind: 'registration', reason: byState, isRefused: true }]
  const isUnknown = requiresLicense && deaSchedule === '' && !isScheduleKnown && (hasNdc || isPrescription(line))
  return isUnknown ? [{ kind: 'registration', reason: scheduleUnknown, isRefused: true }] : []
}

const licenseFindings = (supply: Supply, rules: SupplyRules): Finding[] => {
  const { state, shipToId, shipToProblem, needsOwnLicense, licenses } = supply
  const where = stateName(state) || 'the ship-to State'
  const ofState = licenses.filter(({ kind }) => kind === 'state')
  const own = ofState.filter((license) => license.isOwn && license.state === state)
  const theirs = ofState.filter((license) => !license.isOwn && [null, shipToId].includes(license.shipToId))
  const first = theirs.filter(({ isFirst }) => isFirst)
  const local = theirs
    .filter((license) => license.state === state || license.state === '')
    .filter((license) => !needsOwnLicense || license.shipToId === shipToId)
  // The first license stands for the business, wherever it ships.
  const recorded = standingOf(first, { ...rules, requiresLicense: false })
  const standing = standingOf(local, rules)
  // The problem of the address says more than that its license is missing.
  const locally = shipToProblem !== '' && standing !== 'suspended' ? 'valid' : standing
  const said = recorded === 'expired' || recorded === 'suspended' ? recorded : locally
  const subject =
    said === recorded && first.every((license) => license.state === '') ? 'The license' : `The license for ${where}`
  return [
    ...found('license', standingOf(own, rules), {
      subject: `Our own license for ${where}`,
      missing: `We have no license of our own for ${where} on record.`,
    }),
    ...found('license', said, { subject, missing: `We have no license for ${where} on record.` }),
    ...(shipToProblem === '' ? [] : [{ kind: 'ship-to' as const, reason: shipToProblem, isRefused: false }]),
  ]
}

const registrationFindings = (
  line: SupplyLine,
  { state, shipToId, licenses }: Supply,
  rules: SupplyRules,
): Finding[] => {
  const schedules = schedulesNeeded(line)
  const of = (isOwn: boolean, kind: LicenseFacts['kind']) =>
    licenses.filter((one) => one.isOwn === isOwn && one.kind === kind && (isOwn || one.shipToId === shipToId))
  const both = (kind: LicenseFacts['kind'], what: string, needed: readonly string[]) => [
    ...found('registration', standingOf(of(true, kind), rules, needed), {
      subject: `Our own ${what}`,
      missing: `We have no ${what} of our own on record.`,
    }),
    ...found('registration', standingOf(of(false, kind), rules, needed), {
      subject: `The ${what} of the ship-to address`,
      missing: `We have no ${what} for the ship-to address on record.`,
    }),
  ]
  const local = of(false, 'controlled').filter((one) => one.state === state)
  return [
    ...(schedules.length > 0 ? both('dea', 'DEA registration', schedules) : []),
    // Not every State has one, so only a recorded one counts.
    ...(schedules.length > 0 && local.length > 0
      ? found('registration', standingOf(local, rules, schedules), {
          subject: `The controlled-substance registration for ${stateName(state)}`,
          missing: '',
        })
      : []),
    ...(line.isListOne ? both('list-one', 'List I registration', []) : []),
  ]
}

/** The schedules that a registration must have; both kinds of Schedule III if the product’s is unknown. */
const schedulesNeeded = ({ deaSchedule, isNarcotic }: SupplyLine): string[] => {
  if (deaSchedule === 'CIII') return isNarcotic === null ? ['3', '3N'] : [isNarcotic ? '3' : '3N']
  if (deaSchedule === 'CIV') return ['4']
  return deaSchedule === 'CV' ? ['5'] : []
}

/** From best to worst; the best license counts, but a suspended one stops all. */
const standings = ['valid', 'unverified', 'undated', 'expired', 'uncovered', 'missing', 'suspended'] as const
type Standing = (typeof standings)[number]

const standingOf = (
  licenses: readonly LicenseFacts[],
  rules: SupplyRules,
  needed: readonly string[] = [],
): Standing => {
  const each = licenses.map((license) => standingOfOne(license, rules, needed))
  if (each.includes('suspended')) return 'suspended'
  return standings.find((standing) => each.includes(standing)) ?? (rules.requiresLicense ? 'missing' : 'valid')
}

const standingOfOne = (
  { status, state, kind, expiresOn, renewalFiledOn, schedules }: LicenseFacts,
  { requiresLicense, today }: SupplyRules,
  needed: readonly string[],
): Standing => {
  if (status === 'suspended') return 'suspended'
  if (schedules.length > 0 && !needed.every((schedule) => schedules.includes(schedule))) return 'uncovered'
  if (expiresOn !== null && expiresOn < today && !isRenewing({ expiresOn, renewalFiledOn })) return 'expired'
  if (!requiresLicense) return 'valid'
  const isIncomplete = (kind === 'state' && state === '') || (schedules.length === 0 && needed.length > 0)
  if (status === 'unverified' || isIncomplete) return 'unverified'
  return expiresOn === null ? 'undated' : 'valid'
}

const found = (
  kind: SupplyHoldKind,
  standing: Standing,
  { subject, missing }: { subject: string; missing: string },
): Finding[] => {
  const reasons: Record<Standing, string> = {
    valid: '',
    unverified: `${subject} is not verified yet.`,
    undated: `${subject} has no expiration date on record.`,
    expired: `${subject} has expired.`,
    uncovered: `${subject} does not cover the schedule of this product.`,
    missing,
    suspended: `${subject} is suspended.`,
  }
  const reason = reasons[standing]
  const isRefused = standing === 'suspended' || standing === 'uncovered'
  return reason === '' ? [] : [{ kind, reason, isRefused }]
}
