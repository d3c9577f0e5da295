import { sql } from 'kysely'
import type { Tx } from '#platform/db/tables.ts'
import type { OpenItem } from '../gateway/erp.ts'
import type { Stored } from './syncing.ts'

/**
 * Stores the complete list of open items: a listed invoice is open; a released invoice that was known before the list
 * was taken and is not in it is paid. The rest stays unknown, because payments must not be guessed.
 */
export const storeOpenItems = async (tx: Tx, items: readonly OpenItem[], takenAt: Date): Promise<Stored> => {
  const sums = new Map<string, { invoiceId: string; currency: string; cents: number }>()
  for (const { invoiceId, currency, amount } of items) {
    const key = `${invoiceId} ${currency}`
    const sum = sums.get(key) ?? { invoiceId, currency, cents: 0 }
    sums.set(key, { ...sum, cents: sum.cents + Math.round(amount * 100) })
  }
  const open = [...sums.values()]
  const ids = open.map(({ invoiceId }) => invoiceId)
  const { rows } = await sql<{ has_changed: boolean }>`
    with item as (
      select * from unnest(${ids}::text[], ${open.map(({ currency }) => currency)}::text[],
        ${open.map(({ cents }) => cents / 100)}::numeric[]) as item (id, currency, amount)
    ), before as (
      select invoice.id, invoice.open_amount from invoice join item using (id) for update of invoice
    )
    update invoice set open_amount = case when is_credit then -abs(item.amount) else item.amount end, open_amount_at = ${takenAt}
    from item join before on before.id = item.id
    where invoice.id = item.id and invoice.currency_code = item.currency
      and (invoice.open_amount_at is null or invoice.open_amount_at <= ${takenAt})
    returning before.open_amount is distinct from invoice.open_amount as has_changed`.execute(tx)
  const paid = await tx
    .updateTable('invoice')
    .where('release_status_code', '=', '3')
    .where('is_cancellation', '=', false)
    .where('released_seen_at', '<', takenAt)
    .where((eb) => eb.or([eb('open_amount', 'is', null), eb('open_amount', '!=', 0)]))
    .where((eb) => eb.or([eb('open_amount_at', 'is', null), eb('open_amount_at', '<', takenAt)]))
    .where(sql<boolean>`not (id = any(${ids}::text[]))`)
    .set({ open_amount: 0, open_amount_at: takenAt })
    .executeTakeFirst()
  return { added: 0, changed: rows.filter((row) => row.has_changed).length + Number(paid.numUpdatedRows), notes: [] }
}
