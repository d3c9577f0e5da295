import { recordAudit } from '#audit/record-entry.ts'
import { actOnce } from '#platform/http/act-once.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { notFound } from '#platform/http/refusal.ts'
import type { RequestFacts } from '#platform/http/serve.ts'
import { toCents, toDollars } from '#shared/money.ts'
import { lockCustomers } from '#customers/lock-customers.ts'
import { lockProducts, type PriceInput, writePrices } from './write-prices.ts'

interface Setting extends Omit<PriceInput, 'businessId'> {
  actor: Caller
  request: RequestFacts
  userId: string
}

/** Sets one price from a screen; returns the number of changed prices. */
export const setCustomerPrice = (db: Db, { actor, request, userId, ...wanted }: Setting): Promise<number> =>
  actOnce(db, request, async (tx) => {
    await lockProducts(tx, [wanted.productId])
    const businessId = await businessToPrice(tx, userId)
    const price = wanted.price === null ? null : toDollars(toCents(wanted.price))
    const { length: count } = await writePrices(tx, [{ ...wanted, businessId, price }], { actorId: actor._id, request })
    if (count > 0)
      await recordAudit(tx, {
        actorId: actor._id,
        action: 'custom prices set',
        entity: 'user',
        entityId: userId,
        after: { prices: count },
        request,
      })
    return count
  })

const businessToPrice = async (tx: Tx, userId: string): Promise<string> => {
  const [account] = await lockCustomers(tx, [userId], [])
  if (!account || account.is_admin || account.is_sales_rep) throw notFound('Customer')
  return account.business_id
}
