import { newId } from '#platform/db/new-id.ts'
import type { Db, Row } from '#platform/db/tables.ts'

/** Puts an order of a test on hold, also one that the checkout would not. */
export const addHold = async (
  db: Db,
  orderId: string,
  { kind = 'license', reason = 'The license has expired.' }: Partial<Pick<Row<'order_hold'>, 'kind' | 'reason'>> = {},
): Promise<void> => {
  await db.insertInto('order_hold').values({ id: newId(), order_id: orderId, kind, reason }).execute()
}
