import * as z from 'zod/mini'

/** Reasons for a return or report, as labels. */
export const returnReasons = {
  mistake: 'Ordered by mistake',
  wrong: 'Wrong item',
  damaged: 'Damaged',
  short: 'Short',
  missing: 'Not received',
  recalled: 'Recalled',
  expired: 'Expired',
  other: 'Other',
} as const

export const ReturnReason = z.enum(
  ['mistake', 'wrong', 'damaged', 'short', 'missing', 'recalled', 'expired', 'other'],
  'Choose a reason.',
)
export type ReturnReason = z.infer<typeof ReturnReason>

/** The state of the packages, as the customer sees it. */
export const conditions = { unopened: 'Unopened', opened: 'Opened', dispensed: 'Dispensed' } as const
export const PackageCondition = z.enum(['unopened', 'opened', 'dispensed'], 'Choose a condition.')
export type PackageCondition = z.infer<typeof PackageCondition>

/** The state of the packages at receipt. */
export const receivedConditions = {
  sound: 'Unopened and undamaged',
  opened: 'Opened or dispensed',
  damaged: 'Damaged',
  expired: 'Expired',
} as const
export const ReceivedCondition = z.enum(['sound', 'opened', 'damaged', 'expired'], 'Choose a condition.')
export type ReceivedCondition = z.infer<typeof ReceivedCondition>

export const ReturnSchedule = z.enum(['none', 'unknown', 'CII', 'CIII', 'CIV', 'CV'])
export type ReturnSchedule = z.infer<typeof ReturnSchedule>

export const Storage = z.enum(['room', 'cold', 'unknown'])
export type Storage = z.infer<typeof Storage>

/** Who decides about a request. */
export const desks = {
  returns: 'Returns',
  compliance: 'Compliance',
  recall: 'Recall',
  'reverse-distributor': 'Reverse distributor',
} as const
export const Desk = z.enum(['returns', 'compliance', 'recall', 'reverse-distributor'])
export type Desk = z.infer<typeof Desk>

export const ReturnState = z.enum(['requested', 'authorized', 'received', 'credited', 'refused', 'canceled'])
export type ReturnState = z.infer<typeof ReturnState>

/** Photos of one request. */
export const maxPhotos = 6
