import * as z from 'zod/mini'
import { Id, lines, Moment, requiredLines, requiredText, text } from '#shared/wire.ts'

export const recallClasses = ['I', 'II', 'III', 'withdrawal'] as const
export const recallDepths = ['user', 'retail', 'wholesale'] as const
export const effectivenessLevels = ['A', 'B', 'C', 'D', 'E'] as const

/** A calendar day, as 2026-11-28. */
export const IsoDate = z.iso.date('Enter a date.')

/** Lot or serial numbers as printed on the package; duplicates are dropped. */
export const Numbers = (label: string) =>
  z.pipe(
    z.array(requiredText(40, label)).check(z.maxLength(200, `At most 200 numbers. Leave ${label} empty for all.`)),
    z.transform((numbers: string[]) => [...new Set(numbers)]),
  )

const quantity = (label: string) =>
  z
    .int(`${label} must be a whole number.`)
    .check(z.gte(0, `${label} can’t be negative.`), z.lte(1_000_000, `${label} is too large.`))

export const RecallFields = z
  .object({
    firm: requiredText(200, 'Recalling firm'),
    firmReference: z._default(text(100, 'Reference'), ''),
    class: z.enum(recallClasses, 'Choose a class.'),
    depth: z.enum(recallDepths, 'Choose a depth.'),
    level: z.enum(effectivenessLevels, 'Choose a level.'),
    /** The percentage of level B; null for the others. */
    levelPercent: z._default(
      z.nullable(
        z
          .int('Enter a whole percentage.')
          .check(z.gte(11, 'Level B is over 10 %.'), z.lte(99, 'Level B is under 100 %.')),
      ),
      null,
    ),
    reason: requiredLines(2_000, 'Reason'),
    instructions: requiredLines(4_000, 'What to do'),
    soldSince: IsoDate,
    replyBy: IsoDate,
    stopsSales: z._default(z.boolean(), true),
    products: z
      .array(z.object({ productId: Id, lots: Numbers('Lot') }))
      .check(z.minLength(1, 'Add at least one product.'), z.maxLength(50, 'At most 50 products.')),
  })
  .check(
    z.refine(({ level, levelPercent }) => (level === 'B') === (levelPercent !== null), {
      message: 'Level B needs a percentage; the other levels have none.',
      path: ['levelPercent'],
    }),
    z.refine(({ products }) => new Set(products.map(({ productId }) => productId)).size === products.length, {
      message: 'A product is listed twice.',
      path: ['products'],
    }),
    z.refine(({ stopsSales, products }) => stopsSales || products.every(({ lots }) => lots.length > 0), {
      message: 'Sales go on only if every product has lots: enter the lots, or stop sales.',
      path: ['stopsSales'],
    }),
  )
export type RecallFields = z.infer<typeof RecallFields>

/** What a recipient bought since the recall’s first day. */
export interface Purchase {
  productId: string
  pieces: number
}

export const ReplyLine = z.object({
  productId: Id,
  onHand: quantity('On hand'),
  returned: quantity('Returned'),
  passedOn: quantity('Passed on'),
})
export type ReplyLine = z.infer<typeof ReplyLine>

/** A reply has a quantity for every product, zero included, so that opening the page is no response. */
export const ReplyFields = z.object({
  hasRead: z.literal(true, 'Confirm that you read the notice.'),
  hasNotifiedCustomers: z._default(z.boolean(), false),
  lines: z.array(ReplyLine).check(z.minLength(1, 'Enter the quantities.'), z.maxLength(50, 'At most 50 products.')),
  note: z._default(lines(1_000, 'Note'), ''),
})
export type ReplyFields = z.infer<typeof ReplyFields>

export const RecalledProduct = z.object({
  productId: z.string(),
  name: z.string(),
  ndcNumber: z.string(),
  strength: z.string(),
  packSize: z.string(),
  manufacturer: z.string(),
  deaSchedule: z.string(),
  coldStatus: z.string(),
  /** Empty for all lots. */
  lots: z.array(z.string()),
})
export type RecalledProduct = z.infer<typeof RecalledProduct>

export const RecallReply = z.object({
  repliedAt: Moment,
  repliedBy: z.string(),
  hasNotifiedCustomers: z.boolean(),
  lines: z.array(ReplyLine),
  note: z.string(),
})
export type RecallReply = z.infer<typeof RecallReply>

export const callResults = ['reached', 'message left', 'no answer', 'wrong number'] as const

export const classWords: Record<RecallFields['class'], string> = {
  I: 'Class I recall',
  II: 'Class II recall',
  III: 'Class III recall',
  withdrawal: 'Market withdrawal',
}

export const depthWords: Record<RecallFields['depth'], string> = {
  user: 'Consumer or user',
  retail: 'Retail',
  wholesale: 'Wholesale',
}

export const lotWords = (lots: readonly string[]): string =>
  lots.length === 0 ? 'All lots' : `${lots.length === 1 ? 'Lot' : 'Lots'} ${lots.join(', ')}`

/** Share of recipients to check, in percent (21 CFR 7.42(b)(3)). */
export const shareOfLevel = ({ level, levelPercent }: Pick<RecallFields, 'level' | 'levelPercent'>): number =>
  ({ A: 100, B: levelPercent ?? 0, C: 10, D: 2, E: 0 })[level]
