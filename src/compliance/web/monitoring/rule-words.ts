import { grouped } from '#shared/number-words.ts'
import type { Rule, RuleKind } from '../../monitoring/rule-shapes.ts'

export const ruleKindWords: Record<RuleKind, string> = {
  window: 'Sum in a window',
  past: 'Own past',
  creep: 'Creep over 24 months',
  peers: 'Customers of the class',
  strength: 'Share of a strength',
  combination: 'Combination',
  share: 'Share of controlled goods',
  frequency: 'Frequency',
  new: 'New customer',
  first: 'First order of a family',
  'ship-tos': 'Several ship-to addresses',
  reorder: 'Cancel and reorder',
}

/** The label of the limit, by kind; empty if the kind has none. */
export const ruleLimitWords: Record<RuleKind, string> = {
  window: 'More than (base units)',
  past: 'More than (times the usual month)',
  creep: 'More than (times the earlier month)',
  peers: 'More than (times the class’s month)',
  strength: 'More than (% of the units)',
  combination: '',
  share: 'More than (% of the purchases)',
  frequency: 'More than (orders)',
  new: 'First months of an account',
  first: '',
  'ship-tos': 'More than (addresses)',
  reorder: 'Canceled orders, at least',
}

const flagOnly: Record<string, string> = { unknown: 'Not known', earlier: 'Earlier order' }

export const flagWords = (rule: string): string =>
  (ruleKindWords as Record<string, string>)[rule] ?? flagOnly[rule] ?? rule

const limitWords: Record<RuleKind, (limit: string) => string> = {
  window: (limit) => `More than ${limit} base units`,
  past: (limit) => `More than ${limit} times the usual month`,
  creep: (limit) => `More than ${limit} times the earlier month`,
  peers: (limit) => `More than ${limit} times the class’s month`,
  strength: (limit) => `More than ${limit}% of the units`,
  combination: () => '',
  share: (limit) => `More than ${limit}% of the purchases`,
  frequency: (limit) => `More than ${limit} orders`,
  new: (limit) => `First ${limit} months of an account`,
  first: () => '',
  'ship-tos': (limit) => `More than ${limit} addresses`,
  reorder: (limit) => `At least ${limit} canceled orders`,
}

/** The conditions of a rule in one line. */
export const conditionWords = ({ kind, days, limit, minimum, strength, families }: Rule): string =>
  [
    kind === 'combination' && families.filter(Boolean).join(', '),
    strength,
    limitWords[kind](grouped(limit)),
    minimum > 0 && `from ${grouped(minimum)} units`,
    !['creep', 'first'].includes(kind) && (days === 1 ? 'in 1 day' : `in ${days} days`),
  ]
    .filter(Boolean)
    .join(' · ')

export const unitsWords = (units: number): string => grouped(Math.round(units * 10) / 10)
