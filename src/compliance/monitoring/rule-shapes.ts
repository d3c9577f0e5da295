import * as z from 'zod/mini'
import { Id, Moment, requiredLines, text } from '#shared/wire.ts'

export const ruleKinds = [
  'window',
  'past',
  'creep',
  'peers',
  'strength',
  'combination',
  'share',
  'frequency',
  'new',
  'first',
  'ship-tos',
  'reorder',
] as const
export type RuleKind = (typeof ruleKinds)[number]

const Figure = z
  .number('Enter a number.')
  .check(z.gte(0, 'Enter 0 or more.'), z.lte(1_000_000_000, 'This is too much.'))

/** One rule of a version. What `limit` counts depends on the kind. */
export const Rule = z.object({
  kind: z.enum(ruleKinds, 'Choose a kind.'),
  /** Whether a finding puts the order on hold or is only logged. */
  mode: z.enum(['hold', 'log'], 'Choose hold or log.'),
  /** Drug family; empty for each family. */
  family: text(80, 'The family'),
  /** Class of trade; null for all customers. */
  classId: z.nullable(Id),
  days: z.literal([1, 7, 30], 'Choose 1, 7 or 30 days.'),
  limit: Figure,
  /** Smaller sums of the window, in base units, are never flagged. */
  minimum: Figure,
  /** Of a strength rule, such as 2 mg. */
  strength: text(80, 'The strength'),
  /** Of a combination: all of them in the window. */
  families: z.array(text(80, 'The family')).check(z.maxLength(10, 'A combination has at most 10 families.')),
})
export type Rule = z.infer<typeof Rule>

/** A rule of this kind that holds at once, but for the given facts. */
export const ruleOf = (kind: RuleKind, facts: Partial<Rule> = {}): Rule => ({
  kind,
  mode: 'hold',
  family: '',
  classId: null,
  days: 30,
  limit: 0,
  minimum: 0,
  strength: '',
  families: [],
  ...facts,
})

export const RuleList = z.array(Rule).check(
  z.maxLength(100, 'A version has at most 100 rules.'),
  z.refine(
    (rules) => rules.every(({ kind, families }) => kind !== 'combination' || families.filter(Boolean).length >= 2),
    'A combination needs two families or more.',
  ),
  z.refine(
    (rules) => rules.every(({ kind, strength }) => kind !== 'strength' || strength !== ''),
    'A strength rule needs a strength.',
  ),
)

export const RuleSetFields = z.object({ rules: RuleList, holdsWholeOrder: z.boolean() })

export const RuleSet = z.object({
  _id: z.string(),
  number: z.number(),
  status: z.enum(['draft', 'active', 'replaced']),
  rules: z.array(Rule),
  holdsWholeOrder: z.boolean(),
  statement: z.string(),
  createdAt: Moment,
  signedBy: z.string(),
  signedAt: z.nullable(Moment),
  replacedAt: z.nullable(Moment),
  __v: z.number(),
})
export type RuleSet = z.infer<typeof RuleSet>

export const Signature = z.object({ statement: requiredLines(1_000, 'The statement'), __v: z.number() })
