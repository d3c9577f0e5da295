import type { Generated } from 'kysely'
import type { Mode, Period } from './budget-shapes.ts'

declare module '#platform/db/tables.ts' {
  interface Tables {
    cost_center: {
      id: string
      business_id: string
      code: string
      name: string
      is_active: Generated<boolean>
      needs_approval: Generated<boolean>
      version: Generated<number>
    }
    budget: {
      id: string
      business_id: string
      user_id: string | null
      cost_center_id: string | null
      period: Period
      amount: number
      mode: Mode
      /** A calendar day, `YYYY-MM-DD`. */
      notified_for: string | null
      version: Generated<number>
    }
  }
}
