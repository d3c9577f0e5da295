import type { Generated } from 'kysely'
import type { Stamp } from '#platform/db/column-types.ts'
import type { MethodKind, MethodRule } from './method-shapes.ts'

declare module '#platform/db/tables.ts' {
  interface Tables {
    order_method: {
      kind: MethodKind
      method: string
      rule: MethodRule
      version: Generated<number>
      changed_at: Stamp
    }
    order_method_audience: {
      kind: MethodKind
      method: string
      business_id: string | null
      group_id: string | null
    }
  }
}
