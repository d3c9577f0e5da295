import { prepareStatement } from '#platform/db/prepare-statement.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { notFound } from '#platform/http/refusal.ts'
import { isUuid } from '#shared/wire.ts'

export const activeCustomers = (db: Db) =>
  db
    .selectFrom('account')
    .selectAll('account')
    .where('is_active', '=', true)
    .where('is_admin', '=', false)
    .where('is_sales_rep', '=', false)
    .where('deleted_at', 'is', null)

const activeCustomer = prepareStatement((db, { id }: { id: string }) => activeCustomers(db).where('id', '=', id))

/** Whether the user may order, not only view. */
export const mayBuy = async (db: Db | Tx, id: string): Promise<boolean> => {
  const person = await db.selectFrom('user_account').select('buying_role').where('id', '=', id).executeTakeFirst()
  return person !== undefined && person.buying_role !== 'viewer'
}

type Params = Pick<Caller, '_id' | 'isAdmin' | 'isSalesRep'>

/** The account an order is for: the caller's own, or for staff any active customer; all others are not found. */
export const customerToOrderFor = async (db: Db | Tx, caller: Params, id: string) => {
  const customer = await findCustomer(db, caller, id)
  if (!customer) throw notFound('Customer')
  return customer
}

export const findCustomer = (db: Db | Tx, caller: Params, id: string) =>
  findCustomerBy(db, caller, id, () => activeCustomer(db, { id }))

/** The same with a statement that reads or locks more. */
export const findCustomerBy = async <Found>(
  db: Db | Tx,
  caller: Params,
  id: string,
  read: () => Promise<Found[]>,
): Promise<Found | undefined> => {
  const isOwn = id === caller._id
  if (!isUuid(id) || (!isOwn && !caller.isAdmin && !caller.isSalesRep)) return undefined
  const [customer] = await read()
  // Staff cannot order for view-only users either.
  return isOwn || (customer && (await mayBuy(db, id))) ? customer : undefined
}
