import type { Db, Tx } from '#platform/db/tables.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'

/** The business whose guides are used: the caller's own or, for a sales rep, the customer's. */
export const guidesOwner = ({ orderingFor, isSalesRep, ...caller }: Caller): string => {
  const { businessId } = orderingFor ?? (isSalesRep ? { businessId: null } : caller)
  if (!businessId) throw new Refusal(409, 'Choose a customer first.')
  return businessId
}

export interface OneGuide {
  id: string
  businessId: string
}

/** A guide of this business; 404 for guides of other businesses. */
export const guideOf = async (db: Db | Tx, { id, businessId }: OneGuide) => {
  const guide = await guideQuery(db, { id, businessId }).executeTakeFirstOrThrow(() => notFound('Order guide'))
  return guide
}

/** Locks the guide, so concurrent changes to it run one at a time. */
export const lockGuide = async (tx: Tx, { id, businessId }: OneGuide): Promise<void> => {
  await guideQuery(tx, { id, businessId })
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound('Order guide'))
}

const guideQuery = (db: Db | Tx, { id, businessId }: OneGuide) =>
  db.selectFrom('order_guide').select(['id as _id', 'name']).where('id', '=', id).where('business_id', '=', businessId)
