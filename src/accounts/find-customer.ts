import { prepareStatement } from '#platform/db/prepare-statement.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { notFound } from '#platform/http/refusal.ts'
import { isUuid } from '#shared/wire.ts'

const activeCustomer = prepareStatement((db, { id }: { id: string }) =>
  db
    .selectFrom('account')
    .selectAll()
    .where('id', '=', id)
    .where('is_active', '=', true)
    .where('is_admin', '=', false)
    .where('is_sales_rep', '=', false)
    .where('deleted_at', 'is', null),
)

type Asking = Pick<Caller, '_id' | 'isAdmin' | 'isSalesRep'>

/** The business an order is for: the caller's own account, or for staff any active customer; everyone else does not exist. */
export const customerToOrderFor = async (db: Db | Tx, caller: Asking, id: string) => {
  const customer = await findCustomer(db, caller, id)
  if (!customer) throw notFound('Customer')
  return customer
}

export const findCustomer = async (db: Db | Tx, caller: Asking, id: string) => {
  const isOwn = id === caller._id
  if (!isUuid(id) || (!isOwn && !caller.isAdmin && !caller.isSalesRep)) return undefined
  const [customer] = await activeCustomer(db, { id })
  return customer
}
