import type { Difference } from './extracts/compare-extract.ts'
import type { Flag } from './monitoring/evaluate-rules.ts'
import type { ReportFacts } from './monitoring/review-shapes.ts'
import type { Rule } from './monitoring/rule-shapes.ts'

/** Overrides for columns whose type the database cannot express. */
export interface ComplianceColumns {
  'license_check.differences': Difference[]
  'monitoring_rule_set.rules': Rule[]
  'order_review.report': ReportFacts
  'review_flag.rule': Flag['rule']
  'review_flag.facts': Flag['facts']
}
