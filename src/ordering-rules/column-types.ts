import type { MethodKind } from './methods/method-shapes.ts'

/** What the database does not know of these columns. */
export interface OrderingRulesColumns {
  'order_method_audience.kind': MethodKind
}
