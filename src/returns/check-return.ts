import { daysBetween } from '#shared/business-day.ts'
import type {
  PackageCondition,
  Desk,
  ReceivedCondition,
  ReturnReason,
  ReturnSchedule,
  Storage,
} from './return-shapes.ts'

/** What is known about a shipped product; unknown facts are never guessed. */
export interface GoodsFacts {
  schedule: ReturnSchedule
  storage: Storage
  isPrescription: boolean
  /** YYYY-MM-DD; null if unknown. */
  shippedOn: string | null
  /** All shipped lots in capitals; empty if some are unknown. */
  lots: readonly string[]
}

export interface ReturnedGoods {
  reason: ReturnReason
  words: string
  lot: string
  expiry: string | null
  condition: PackageCondition | null
}

export interface ReturnRules {
  today: string
  returnDays: number
  /** Name and contact; empty if there is none. */
  reverseDistributor: string
}

export interface ReturnAnswer {
  desk: Desk
  isRefused: boolean
  /** Why, in a sentence. */
  why: string
  /** What happens next, or what the customer can do. */
  next: string
}

/** The goods never arrived, so there is nothing to describe or send back. */
export const isNotInHand = (reason: ReturnReason): boolean => reason === 'short' || reason === 'missing'

/** A loss or damage, which has to be reported if the product is controlled. */
export const isLoss = (reason: ReturnReason): boolean => isNotInHand(reason) || reason === 'damaged'

interface Returned {
  reason: ReturnReason
  quantity: number
}

/**
 * What a receipt shows as lost or damaged of the goods that were to come back. Damage that the customer reported is
 * known already.
 */
export const receivedLosses = (
  asked: Returned,
  received: { quantity: number; condition: ReceivedCondition },
): { reason: 'missing' | 'short' | 'damaged'; quantity: number }[] => {
  const lost = asked.quantity - received.quantity
  const isDamaged = received.condition === 'damaged' && asked.reason !== 'damaged' && received.quantity > 0
  return [
    ...(lost > 0
      ? [{ reason: received.quantity === 0 ? ('missing' as const) : ('short' as const), quantity: lost }]
      : []),
    ...(isDamaged ? [{ reason: 'damaged' as const, quantity: received.quantity }] : []),
  ]
}

/** What the customer still has to enter, or null. */
export const missingIn = (goods: ReturnedGoods, { isPrescription }: Pick<GoodsFacts, 'isPrescription'>) => {
  if (goods.words === '' && goods.reason === 'other')
    return { field: 'words', message: 'Describe the reason.' } as const
  if (goods.words === '' && goods.reason === 'wrong')
    return { field: 'words', message: 'Enter what you received instead.' } as const
  if (isNotInHand(goods.reason)) return null
  if (goods.condition === null) return { field: 'condition', message: 'Choose the condition.' } as const
  if (isPrescription && goods.lot === '') return { field: 'lot', message: 'Enter the lot on the package.' } as const
  if (isPrescription && goods.expiry === null)
    return { field: 'expiry', message: 'Enter the expiry date on the package.' } as const
  return null
}

/** Which desk decides, or why the goods cannot be returned (21 CFR 205.50(e), 1317.10, and house rules). */
export const evaluateReturn = (goods: ReturnedGoods, facts: GoodsFacts, rules: ReturnRules): ReturnAnswer =>
  ofSchedule(goods, facts) ?? ofReason(goods, facts, rules)

const accept = (desk: Desk, why: string, next: string): ReturnAnswer => ({ desk, isRefused: false, why, next })
const refuse = (why: string, next = otherReasons): ReturnAnswer => ({ desk: 'returns', isRefused: true, why, next })

const otherReasons = 'If it arrived damaged or wrong, or was recalled, choose that reason.'
const waitForAnswer = 'Do not ship anything before we answer.'

const ofSchedule = ({ reason }: ReturnedGoods, { schedule }: GoodsFacts): ReturnAnswer | null => {
  if (schedule === 'none') return null
  if (schedule === 'unknown')
    return accept(
      'compliance',
      'We have not confirmed whether this product is a controlled substance, so our compliance team decides.',
      waitForAnswer,
    )
  const name = `Schedule ${schedule.slice(1)}`
  if (isLoss(reason))
    return accept(
      'compliance',
      `${name} goods that are lost or damaged must be looked into right away.`,
      'Our compliance team will contact you. Set aside what arrived, with its packaging.',
    )
  if (schedule === 'CII')
    return accept(
      'compliance',
      'Schedule II goods come back only against our own order form (DEA Form 222 or CSOS).',
      'Do not ship. Our compliance team sends you the order form first; there is no label before that.',
    )
  return accept(
    'compliance',
    `${name} goods are controlled, so our compliance team decides.`,
    `${waitForAnswer} They are returned by invoice.`,
  )
}

const isPast = (expiry: string | null, today: string): boolean => expiry !== null && expiry < today

const ofReason = (goods: ReturnedGoods, facts: GoodsFacts, rules: ReturnRules): ReturnAnswer => {
  const { reason, expiry } = goods
  if (reason === 'recalled')
    return accept(
      'recall',
      'Recalled goods go back through the recall.',
      'Set them aside and do not use them. We answer with the recall’s instructions.',
    )
  if (isNotInHand(reason))
    return accept('returns', 'We look into what did not arrive.', 'There is nothing to send back. We answer by email.')
  if (reason === 'damaged' || reason === 'wrong')
    return accept(
      'returns',
      reason === 'damaged' ? 'We take damaged goods of any kind.' : 'We take wrong items of any kind.',
      `Store the goods as labeled, with their packaging. ${waitForAnswer}`,
    )
  if (reason === 'expired' || isPast(expiry, rules.today))
    return accept(
      'reverse-distributor',
      'Expired goods go to a reverse distributor and are never restocked.',
      rules.reverseDistributor
        ? `Ours is ${rules.reverseDistributor}. ${waitForAnswer}`
        : `We name the reverse distributor when we answer. ${waitForAnswer}`,
    )
  if (reason === 'other')
    return accept('returns', 'This reason is not on our list, so a person decides.', waitForAnswer)
  return ofMistake(goods, facts, rules)
}

/** Goods that are only unwanted come back if they can be sold again. */
const ofMistake = (
  { condition, lot }: ReturnedGoods,
  { storage, shippedOn, lots }: GoodsFacts,
  { today, returnDays }: ReturnRules,
): ReturnAnswer => {
  if (condition === 'dispensed') return refuse('Dispensed goods can’t be returned.')
  if (condition === 'opened') return refuse('Opened packages can’t be returned.')
  if (storage === 'cold')
    return refuse('Refrigerated and frozen goods can’t be returned, because they are never restocked.')
  if (shippedOn === null)
    return accept('returns', 'We do not know when this shipped, so a person decides.', waitForAnswer)
  const days = daysBetween(shippedOn, today)
  if (days > returnDays)
    return refuse(`Returns must be requested within ${returnDays} days. This shipped ${days} days ago.`)
  if (isOtherLot(lot, lots))
    return accept(
      'returns',
      `Our records show no lot ${lot} in this shipment, so a person decides.`,
      `Check the lot on the package. ${waitForAnswer}`,
    )
  if (storage === 'unknown')
    return accept('returns', 'We do not know how this product must be stored, so a person decides.', waitForAnswer)
  return accept('returns', `It is unopened and was shipped within the last ${returnDays} days.`, waitForAnswer)
}

const isOtherLot = (lot: string, lots: readonly string[]): boolean =>
  lot !== '' && lots.length > 0 && !lots.includes(lot.trim().toUpperCase())

interface ReceivedGoods {
  reason: ReturnReason
  schedule: ReturnSchedule
  storage: Storage
  /** Null if unknown. */
  needsTrace: boolean | null
  expiry: string | null
  customerCondition: PackageCondition | null
  condition: ReceivedCondition
  restocked: number
  serials: readonly string[]
  verifiedAgainst: string
}

/** Why received goods may not be restocked, or null (21 CFR 205.50(e); serials by FD&C 582(c)(4)(D)). */
export const checkRestock = (goods: ReceivedGoods, today: string): string | null => {
  const { reason, schedule, storage, condition, customerCondition, expiry } = goods
  if (schedule === 'unknown') return 'Not restocked: its schedule is not confirmed.'
  if (schedule !== 'none') return 'Controlled goods are not restocked here: compliance decides.'
  if (reason === 'recalled') return 'Recalled goods are never restocked.'
  if (reason === 'wrong')
    return 'A wrong item is not the product on this line. Correct the stock of the product that arrived instead.'
  if (reason === 'damaged' || condition === 'damaged') return 'Damaged goods are never restocked.'
  if (condition === 'opened' || customerCondition === 'opened' || customerCondition === 'dispensed')
    return 'Opened and dispensed goods are never restocked.'
  if (reason === 'expired' || condition === 'expired' || isPast(expiry, today))
    return 'Expired goods are never restocked.'
  if (storage === 'cold') return 'Refrigerated and frozen goods are never restocked.'
  if (storage === 'unknown') return 'Not restocked: its storage is not recorded.'
  if (customerCondition === null) return 'Not restocked: the customer never had these goods.'
  if (goods.needsTrace === false) return null
  if (new Set(goods.serials).size !== goods.restocked)
    return 'Enter the serial number of each restocked package, as the DSCSA requires.'
  if (goods.verifiedAgainst === '') return 'Enter where the serial numbers were verified with the manufacturer.'
  return null
}
