import { notifyOverBudget } from './budgets/notify-over-budget.ts'
import type { PurchasePolicy } from '#orders/checkout/purchase-policy.ts'
import type { Config } from '#platform/config.ts'
import { evaluateOrder } from './evaluate-order.ts'
import { readRequested, requestApproval } from './approvals/request-approval.ts'

/** Implements the port of the placement. */
export const purchasePolicyOf = (config: Config): PurchasePolicy => ({
  evaluate: (tx, order) => evaluateOrder(tx, config.BUSINESS_TIME_ZONE, order),
  placed: (tx, { id, total, ...order }) =>
    notifyOverBudget(tx, { ...order, order: { id, total }, publicUrl: config.PUBLIC_URL }),
  request: (tx, order) => requestApproval(tx, config, order),
  readRequest: (db, id) => readRequested(db, config, id),
})
