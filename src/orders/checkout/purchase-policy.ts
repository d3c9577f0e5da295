import type { Caller } from '#platform/http/bearer.ts'
import type { Db, Row, Tx } from '#platform/db/tables.ts'
import type { RequestFacts } from '#platform/http/serve.ts'
import type { Charged } from '../charge-shapes.ts'
import type { NewOrder } from '../new-order-shapes.ts'
import type { UnwrittenApproval } from '../order-shapes.ts'
import type { LockedLine } from './lock-lines.ts'

/** What a business decides about its own orders. A port, because the room that implements it is above this one. */
export interface PurchasePolicy {
  /**
   * Evaluates a placement once, after its lines were locked and checked. Refuses an order that the policy blocks. Locks
   * the budgets that apply until the transaction ends.
   */
  evaluate(tx: Tx, order: OrderToEvaluate): Promise<Evaluation>
  /** Runs after the order was recorded, in the same transaction. */
  placed(tx: Tx, order: OrderUnderPolicy): Promise<void>
  /** Records a request for approval instead of the order and returns its id. */
  request(tx: Tx, order: OrderToRequest): Promise<string>
  readRequest(db: Db, id: string): Promise<UnwrittenApproval>
}

export interface OrderToEvaluate {
  customer: Pick<Row<'account'>, 'id' | 'business_id'>
  /** The user who placed the order: the customer or staff. */
  actor: Pick<Caller, '_id' | 'isAdmin' | 'isSalesRep' | 'buyingRole'>
  /** The approver, if the order was requested. It needs no further approval. */
  approver: Pick<Caller, '_id'> | undefined
  lines: readonly LockedLine[]
  total: number
  costCenterId: string | undefined
  purchaseOrder: string
}

export interface Evaluation {
  costCenter: (Charged & { id: string }) | null
  warnings: readonly BudgetWarning[]
  /** A sentence for each rule that requires approval; empty if the order can be placed. */
  approvalReasons: readonly string[]
}

/** A budget that the order exceeds and that does not block it. */
export interface BudgetWarning {
  budgetId: string
  /** `ask`: an order of a buyer over the budget needs approval; other orders only warn. */
  mode: 'warn' | 'ask'
  /** For managers, such as `Budget for cost center 410 Pharmacy`. */
  title: string
  amount: number
  /** Total of the period's orders without this one. */
  used: number
  /** First and last day of the period. */
  from: string
  until: string
  /** For the buyer. */
  sentence: string
}

interface OrderUnderPolicy {
  id: string
  businessId: string | null
  total: number
  orderedBy: Pick<Caller, 'name' | 'lastName'>
  isApproved: boolean
  warnings: readonly BudgetWarning[]
}

export interface OrderToRequest extends Evaluation {
  actor: Caller
  customer: Pick<Row<'account'>, 'business_id'>
  order: Omit<NewOrder, 'otp'>
  lines: readonly LockedLine[]
  total: number
  request: RequestFacts
}
