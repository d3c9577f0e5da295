import { sql } from 'kysely'
import { type AuditEntry, recordAll } from '#audit/record-entry.ts'
import type { Tx } from '#platform/db/tables.ts'

/** The acting user and the request; both are null for jobs and the command line. */
export type PriceActor = Pick<AuditEntry, 'actorId' | 'request'>

export interface PriceChange {
  product_id: string
  business_id: string
  list: string
  /** Null if there was no price before, or is none after. */
  before: number | null
  after: number | null
}

/** Audits each changed price with its business, product and both amounts. */
export const recordPrices = async (tx: Tx, doer: PriceActor, changes: readonly PriceChange[]): Promise<void> => {
  if (changes.length === 0) return
  const businesses = await tx
    .selectFrom('business')
    .select(['id', 'name'])
    .where('id', '=', sql<string>`any(${[...new Set(changes.map(({ business_id }) => business_id))]}::uuid[])`)
    .execute()
  const names = new Map(businesses.map(({ id, name }) => [id, name]))
  await recordAll(
    tx,
    changes.map(({ product_id, business_id, list, before, after }) => {
      const whose = {
        business: names.get(business_id) ?? '',
        businessId: business_id,
        ...(list === 'trulla' && { list }),
      }
      return {
        ...doer,
        action: after === null ? 'contract price removed' : 'contract price set',
        entity: 'contract price',
        entityId: product_id,
        before: before === null ? null : { price: before, ...(after === null && whose) },
        after: after === null ? null : { price: after, ...whose },
      }
    }),
  )
}
