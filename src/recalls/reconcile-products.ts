import { sql } from 'kysely'
import { reportException } from '#erp/report-exception.ts'
import { noteCatalogChange } from '#catalog/note-change.ts'
import { notePublished } from '#catalog/stock/announce-stock.ts'
import type { ActedBy } from '#platform/act.ts'
import type { Tx } from '#platform/db/tables.ts'
import { newId } from '#platform/db/new-id.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { sentOrdersWith } from './list-sent-orders.ts'
import { reconcileOrders, type Splitting } from './quarantine/reconcile-orders.ts'

/**
 * Locks the products in id order like a placement. Call it before writing what stops or resumes their sales, so that
 * no order is placed in between.
 */
export const lockRecalled = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  const found = await tx.selectFrom('product').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()
  if (found.length < new Set(ids).size) throw new Refusal(400, 'One of these products does not exist.')
}

/** Puts locked products on hold or back on sale by their open cases and recalls, and then the orders with them. */
export const reconcileProducts = async (
  tx: Tx,
  splitting: Splitting,
  { ids, by }: { ids: readonly string[]; by: ActedBy },
): Promise<void> => {
  const { rows: changed } = await sql<Changed>`
    update product set is_on_hold = not is_on_hold
    where id = any(${ids}::uuid[]) and is_on_hold <> (
      exists (select from suspect_case where product_id = product.id and ended_at is null and stops_sales)
      or exists (select from recall_product join recall on recall.id = recall_id
        where product_id = product.id and status = 'sent' and stops_sales))
    returning id, name, is_on_hold as "isOnHold"`.execute(tx)
  if (changed.length === 0) return
  const changedIds = changed.map(({ id }) => id)
  await noteCatalogChange(tx, changedIds)
  await notePublished(
    tx,
    changed.flatMap(({ id, isOnHold }) => (isOnHold ? [] : [id])),
  )
  await reconcileOrders(tx, splitting, { productIds: changedIds, by })
  for (const product of changed) if (product.isOnHold) await reportSentOrders(tx, product)
}

interface Changed {
  id: string
  name: string
  isOnHold: boolean
}

/** The ERP can only be changed there, so every admin learns which of its orders to stop. */
const reportSentOrders = async (tx: Tx, { id, name }: Changed): Promise<void> => {
  const sent = await sentOrdersWith(tx, id)
  if (sent.length === 0) return
  const named = sent.slice(0, mostNamed).map(({ orderIdSap }) => orderIdSap ?? 'one without a number yet')
  const more = sent.length > mostNamed ? ' and more' : ''
  await reportException(tx, {
    key: `stopped product ${newId()}`,
    orderId: null,
    message: `${name} is on hold. Orders that the ERP has already must be stopped there: ${named.join(', ')}${more}.`,
  })
}

const mostNamed = 20
