import { sql } from 'kysely'
import { recordAudit } from '#audit/record-entry.ts'
import { transaction } from '#platform/db/connect.ts'
import type { Db } from '#platform/db/tables.ts'
import { notFound } from '#platform/http/refusal.ts'
import type { RequestFacts } from '#platform/http/serve.ts'

interface Clearing {
  key: string
  actorId: string
  request: RequestFacts
}

/** Marks an exception as handled; the audit trail keeps it. */
export const clearException = (db: Db, { key, actorId, request }: Clearing): Promise<void> =>
  transaction(db, async (tx) => {
    const exception = await tx
      .updateTable('erp_exception')
      .where('key', '=', key)
      .where('cleared_at', 'is', null)
      .set({ cleared_at: sql<Date>`now()`, cleared_by: actorId })
      .returning(['message', 'order_id'])
      .executeTakeFirst()
    if (!exception) throw notFound('Exception')
    await recordAudit(tx, {
      actorId,
      action: 'ERP exception cleared',
      entity: exception.order_id ? 'sales order' : 'ERP',
      entityId: exception.order_id ?? key,
      before: { message: exception.message },
      request,
    })
  })
