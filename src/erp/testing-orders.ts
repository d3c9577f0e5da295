import { sql } from 'kysely'
import { addBusiness } from '#customers/business/write-business.ts'
import type { Db, NewRow, Row } from '#platform/db/tables.ts'
import { newId } from '#platform/db/new-id.ts'
import { queueExport } from '#orders/queue-export.ts'
import { erpAccount, erpProducts } from './testing-simulator.ts'

export interface OrderOverrides extends Partial<NewRow<'sales_order'>> {
  quantity?: number
  product?: string
  accountId?: string
  isQueued?: boolean
}

/** A placed order that waits for the ERP. */
export const addOrder = async (db: Db, facts: OrderOverrides = {}): Promise<{ id: string; reference: string }> => {
  const {
    quantity = 2,
    product = erpProducts[0]?.id ?? '',
    accountId = erpAccount,
    isQueued = true,
    ...columns
  } = facts
  const id = newId()
  const customer = newId()
  const reference = `AP-${id.replaceAll('-', '').toUpperCase()}`.slice(0, 35)
  await db.transaction().execute(async (tx) => {
    const known = await tx
      .selectFrom('business')
      .select('id')
      .where('account_number', '=', accountId)
      .executeTakeFirst()
    const business = known?.id ?? (await addBusiness(tx, { status: 'active', account_number: accountId }))
    await tx
      .insertInto('user_account')
      .values({
        id: customer,
        business_id: business,
        email: `${customer}@test.example`,
        name: 'Test',
        is_active: true,
      })
      .execute()
    await tx
      .insertInto('sales_order')
      .values({
        id,
        business_id: business,
        user_id: customer,
        placed_by: customer,
        erp_reference: reference,
        purchase_order: 'PO-1',
        line_count: 1,
        ...columns,
      })
      .execute()
    await tx
      .insertInto('order_line')
      .values({ order_id: id, line_no: 1, name: 'A', slug: product, unit_of_measure: 'BTL', quantity, price: 12.5 })
      .execute()
    if (isQueued) await queueExport(tx, id)
  })
  return { id, reference }
}

export const orderIn = (db: Db, id: string): Promise<Row<'sales_order'>> =>
  db.selectFrom('sales_order').where('id', '=', id).selectAll().executeTakeFirstOrThrow()

/** Ends pauses and expires the leases of dead processes, as time would. */
export const makeDue = async (db: Db): Promise<void> => {
  await db.updateTable('lane').set({ paused_until: null }).execute()
  await db
    .updateTable('erp_circuit')
    .set({ retry_at: sql<Date>`now()`, probing_until: null })
    .execute()
  await db
    .updateTable('job')
    .where('lane', '=', 'erp')
    .set({ locked_until: null, run_at: sql<Date>`now()` })
    .execute()
}
