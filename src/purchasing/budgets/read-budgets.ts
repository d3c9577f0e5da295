import { sql } from 'kysely'
import { customerToOrderFor } from '#identity/find-customer.ts'
import { prepareStatement } from '#platform/db/prepare-statement.ts'
import type { Db } from '#platform/db/tables.ts'
import type { Caller } from '#platform/http/bearer.ts'
import type { CallOf } from '#platform/http/serve.ts'
import type { Answer } from '#shared/endpoint.ts'
import type { BudgetLeft } from './budget-shapes.ts'
import type { budgets } from './contract.ts'
import { countSpent } from './count-spent.ts'
import { ownBusiness } from '../cost-centers/save-cost-centers.ts'
import { leftOf, type BudgetReader } from './check-budgets.ts'

/** All budgets of the business, for its managers. */
export const listBudgets = async (db: Db, caller: Caller, timeZone: string): Promise<Answer<typeof budgets.list>> => {
  const rows = await countSpent(db, { businessId: ownBusiness(caller), ids: null, timeZone })
  return {
    budgets: rows.map(({ id, userId, name, lastName, costCenterId, code, centerName, version, from: _, ...told }) => ({
      ...told,
      _id: id,
      person: userId === null ? null : { _id: userId, name: name ?? '', lastName: lastName ?? '' },
      costCenter: costCenterId === null ? null : { _id: costCenterId, code: code ?? '', name: centerName ?? '' },
      __v: version,
    })),
  }
}

/** Budgets that the caller's next order counts toward. Staff see only blocking ones. */
export const budgetsLeft = async (
  db: Db,
  timeZone: string,
  { query: { forUser, costCenterId }, user: caller }: CallOf<typeof budgets.left>,
): Promise<Answer<typeof budgets.left>> => {
  const isStaff = caller.isAdmin || caller.isSalesRep
  const customer = forUser ? await customerToOrderFor(db, caller, forUser) : null
  const userId = customer?.id ?? caller._id
  const businessId = customer ? customer.business_id : caller.businessId
  if (businessId === null || (!isStaff && caller.buyingRole === 'viewer')) return { budgets: [] }
  const reader = { _id: caller._id, isStaff }
  const left = await leftForOrder(db, { businessId, userId, costCenterId: costCenterId ?? null, reader, timeZone })
  // Only buyers ask; for others the budget warns.
  const isBuyer = caller.buyingRole === 'buyer'
  return { budgets: left.map((one) => (one.mode === 'ask' && !isBuyer ? { ...one, mode: 'warn' } : one)) }
}

interface Order {
  businessId: string
  /** The user that the order is for. */
  userId: string
  costCenterId: string | null
  reader: BudgetReader
  timeZone: string
}

/** Budgets that an order by this user for this cost center counts toward. */
export const leftForOrder = async (db: Db, { reader, timeZone, ...order }: Order): Promise<BudgetLeft[]> => {
  const concerned = await concernedBy(db, { ...order, isStaff: reader.isStaff })
  if (concerned.length === 0) return []
  const spent = await countSpent(db, { businessId: order.businessId, ids: concerned.map(({ id }) => id), timeZone })
  return spent.map((one) => leftOf(one, reader))
}

interface Concerned {
  businessId: string
  userId: string
  costCenterId: string | null
  isStaff: boolean
}

const concernedBy = prepareStatement(
  (_db, { businessId, userId, costCenterId, isStaff }: Concerned) => sql<{ id: string }>`
    select id from budget
    where business_id = ${businessId}::uuid and (user_id is null or user_id = ${userId}::uuid)
      and (cost_center_id is null or cost_center_id = ${costCenterId}::uuid)
      and (mode = 'stop' or not ${isStaff}::boolean)`,
)
