import type { MethodKind } from './methods/method-shapes.ts'

export interface OrderingRulesColumns {
  'order_method_audience.kind': MethodKind
}
