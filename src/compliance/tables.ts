// Generated from the migrated database by `node scripts/run.mjs scripts/write-tables.ts`; a test regenerates and compares it.
import type { Defaulted, Json, Moment } from '#platform/db/column-types.ts'
import type { ComplianceColumns } from './column-types.ts'

declare module '#platform/db/tables.ts' {
  interface Tables {
    license_file: {
      id: string
      license_id: string
      name: string
      type: 'application/pdf' | 'image/png' | 'image/jpeg' | 'image/webp'
      content: Buffer
      renewed_until: string | null
      resolved_at: Moment | null
      declined_why: Defaulted<string>
      added_by: string
      added_at: Defaulted<Moment>
    }
    license_extract: {
      id: string
      state: string
      kind: 'state' | 'controlled'
      file_name: string
      published_on: string
      row_count: number
      uploaded_by: string
      uploaded_at: Defaulted<Moment>
    }
    license_check: {
      extract_id: string
      license_id: string
      license_version: number
      outcome: 'matches' | 'differs' | 'missing'
      differences: Defaulted<Json<ComplianceColumns['license_check.differences']>>
      is_latest: Defaulted<boolean>
      confirmed_at: Moment | null
      confirmed_by: string | null
    }
    state_schedule: {
      id: string
      state: string
      state_name: Defaulted<string>
      substance: string
      schedule: 'CII' | 'CIII' | 'CIV' | 'CV'
      source: string
      effective_on: string
      added_by: string
      added_at: Defaulted<Moment>
      removed_at: Moment | null
      is_counted: Defaulted<boolean>
    }
    monitoring_rule_set: {
      id: string
      number: number
      status: Defaulted<'draft' | 'active' | 'replaced'>
      rules: Defaulted<Json<ComplianceColumns['monitoring_rule_set.rules']>>
      holds_whole_order: Defaulted<boolean>
      statement: Defaulted<string>
      created_by: string | null
      created_at: Defaulted<Moment>
      signed_by: string | null
      signed_at: Moment | null
      replaced_at: Moment | null
      version: Defaulted<number>
    }
    controlled_line: {
      order_id: string
      line_no: number
      business_id: string | null
      ship_to_id: string | null
      product_id: string | null
      drug_family: Defaulted<string>
      strength: Defaulted<string>
      units: number | null
      canceled_units: number | null
      is_narcotic: Defaulted<boolean>
      amount: Defaulted<number>
      channel: 'portal' | 'erp'
      ordered_at: Moment
      state: 'open' | 'held' | 'reported' | 'shipped' | 'canceled'
    }
    order_review: {
      id: string
      order_id: string
      business_id: string
      families: string[]
      rule_set_id: string | null
      opened_at: Defaulted<Moment>
      started_by: string | null
      started_at: Moment | null
      outcome: 'dispelled' | 'reported' | null
      decided_by: string | null
      decided_at: Moment | null
      decision: Defaulted<string>
      report: Json<ComplianceColumns['order_review.report']> | null
      version: Defaulted<number>
    }
    review_flag: {
      id: string
      order_id: string
      review_id: string | null
      rule: ComplianceColumns['review_flag.rule']
      drug_family: Defaulted<string>
      finding: string
      facts: Defaulted<Json<ComplianceColumns['review_flag.facts']>>
      evidence: Defaulted<string>
      evidence_by: string | null
      evidence_at: Moment | null
      created_at: Defaulted<Moment>
    }
    review_entry: {
      id: string
      review_id: string
      business_id: string
      kind: 'note' | 'customer' | 'file' | 'onboarding'
      text: string
      content_type: 'application/pdf' | 'image/png' | 'image/jpeg' | null
      content: Buffer | null
      written_by: string
      written_at: Defaulted<Moment>
    }
    statistics_review: {
      business_id: string
      quarter: string
      finding: string
      reviewed_by: string
      reviewed_at: Defaulted<Moment>
    }
    /** A view. */
    controlled_line_source: {
      order_id: string
      line_no: number
      business_id: string | null
      ship_to_id: string | null
      product_id: string | null
      drug_family: string | null
      strength: string
      units: number
      canceled_units: number
      is_narcotic: boolean | null
      amount: number
      channel: string
      ordered_at: Moment
      state: string
    }
  }
}
