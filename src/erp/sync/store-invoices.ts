import { addBilledAccounts } from '#customers/business/billed-accounts.ts'
import { deleteRecords } from '#platform/db/delete-records.ts'
import type { NewRow, Row, Tx } from '#platform/db/tables.ts'
import { recordAll } from '#platform/record-entry.ts'
import type { ErpInvoice, ErpInvoiceLine } from '../gateway/erp.ts'
import { joinTracking } from './join-tracking.ts'
import { newestBy, type OnCredits, type Stored } from './syncing.ts'
import { sql } from 'kysely'
import { toCents, toDollars } from '#shared/money.ts'

/** Stores a page of ERP invoices that are newer than the portal's; idempotent. */
export const storeInvoices = async (
  tx: Tx,
  rows: readonly ErpInvoice[],
  onCredits: OnCredits = async () => {},
): Promise<Stored> => {
  const stored: Stored = { added: 0, changed: 0, notes: [] }
  if (rows.length === 0) return stored
  const invoices = newestBy(newestBy(rows, 'id'), 'objectId')
  const [known, orders] = [await knownInvoices(tx, invoices), await ordersOf(tx, invoices)]
  const fresh: NewRow<'invoice'>[] = []
  const touched = new Set<string>()
  const credits: string[] = []
  const current: ErpInvoice[] = []
  for (const told of invoices) {
    const orderId = orders.get(told.orderId) ?? null
    const row = known.find(({ id }) => id === told.id)
    const invoice = { ...told, isCredit: told.isCredit ?? row?.is_credit ?? false }
    if (known.some((other) => other.erp_object_id === invoice.objectId && other !== row)) {
      stored.notes.push(`Invoice ${invoice.id} was skipped: the ERP gave it a new number.`)
      continue
    }
    const news = toldOf(invoice, orderId)
    if (!isOlder(news, row)) current.push(invoice)
    if (!row) fresh.push({ ...insertable(news), id: invoice.id })
    else if (await refresh(tx, row, news)) stored.changed += 1
    if (orderId) touched.add(orderId)
    if (invoice.isCredit) credits.push(invoice.id)
    if (invoice.isCancellation && invoice.cancels) credits.push(invoice.cancels)
    if (!row && invoice.isCancellation && !invoice.cancels)
      stored.notes.push(
        `Cancellation ${invoice.id} does not say which invoice it cancels, so that invoice still counts.`,
      )
  }
  if (fresh.length > 0) await tx.insertInto('invoice').values(fresh).execute()
  stored.added = fresh.length
  await storeInvoiceLines(tx, current)
  await resolveCancellations(tx, [...known.map(({ cancels }) => cancels), ...invoices.flatMap(bothNumbers)])
  await joinTracking(tx, [...touched])
  await addBilledAccounts(
    tx,
    invoices.map(({ buyerPartyId }) => buyerPartyId),
  )
  if (credits.length > 0) await onCredits(tx, credits)
  return stored
}

/** The invoice's own number and that of the invoice it cancels. */
const bothNumbers = ({ id, cancels }: ErpInvoice): string[] => (cancels ? [id, cancels] : [id])

const knownInvoices = (tx: Tx, invoices: readonly ErpInvoice[]): Promise<Row<'invoice'>[]> => {
  const objectIds = invoices.map(({ objectId }) => objectId)
  return tx
    .selectFrom('invoice')
    .where((eb) => eb.or([eb('id', 'in', invoices.flatMap(bothNumbers)), eb('erp_object_id', 'in', objectIds)]))
    .orderBy('id')
    .forUpdate()
    .selectAll()
    .execute()
}

const ordersOf = async (tx: Tx, invoices: readonly ErpInvoice[]): Promise<Map<string, string>> => {
  const numbers = [...new Set(invoices.map(({ orderId }) => orderId).filter(Boolean))]
  if (numbers.length === 0) return new Map()
  const orders = await tx
    .selectFrom('sales_order')
    .where('erp_id', 'in', numbers)
    .where('deleted_at', 'is', null)
    .select(['id', 'erp_id'])
    .execute()
  return new Map(orders.map(({ id, erp_id }) => [erp_id ?? '', id]))
}

type InvoiceUpdate = Partial<Row<'invoice'>>

/** The values that the ERP reports; unreported ones are left out. */
const toldOf = (invoice: ErpInvoice & { isCredit: boolean }, orderId: string | null): InvoiceUpdate => ({
  erp_object_id: invoice.objectId,
  ...(invoice.orderId && { erp_order_id: invoice.orderId }),
  ...(orderId && { order_id: orderId }),
  ...(invoice.buyerPartyId && { party_id: invoice.buyerPartyId, buyer_party_id: invoice.buyerPartyId }),
  ...(invoice.payerPartyId && { payer_party_id: invoice.payerPartyId }),
  ...(invoice.purchaseOrder !== null && { purchase_order: invoice.purchaseOrder }),
  ...(invoice.date && { invoice_date: invoice.date }),
  ...(invoice.dueDate && { due_date: invoice.dueDate }),
  ...(invoice.createdAt && { erp_created_at: invoice.createdAt }),
  ...(invoice.shippingMethod !== null && { ship_via: invoice.shippingMethod }),
  ...(invoice.fedExAccount !== null && { fedex_account: invoice.fedExAccount }),
  ...(invoice.trackingCode !== null && { tracking_number: invoice.trackingCode }),
  ...(invoice.releaseStatus && { release_status_code: invoice.releaseStatus }),
  ...(invoice.shippingCharge !== null && { shipping_charge: signed(invoice.isCredit, invoice.shippingCharge) }),
  is_credit: invoice.isCredit,
  total_net_amount: signed(invoice.isCredit, invoice.netAmount),
  total_gross_amount: signed(invoice.isCredit, invoice.grossAmount),
  currency_code: invoice.currency,
  is_cancellation: invoice.isCancellation,
  ...((invoice.cancels || !invoice.isCancellation) && { cancels: invoice.cancels }),
  erp_changed_at: invoice.changedAt,
})

/** The ERP has six decimals, the portal's columns two. */
const cents = (amount: number) => Math.round(amount * 100) / 100

/** Credit note amounts are negative here, whatever sign the ERP uses. */
const signed = (isCredit: boolean, amount: number) => cents(isCredit ? -Math.abs(amount) : amount)

const released = '3'

const insertable = (told: InvoiceUpdate): NewRow<'invoice'> => ({
  ...(told as NewRow<'invoice'>), // missing columns have defaults
  ...(told.release_status_code === released && { released_seen_at: new Date() }),
})

const isOlder = (told: InvoiceUpdate, known: Row<'invoice'> | undefined): boolean =>
  Boolean(known?.erp_changed_at && told.erp_changed_at && known.erp_changed_at > told.erp_changed_at)

const refresh = async (tx: Tx, known: Row<'invoice'>, told: InvoiceUpdate): Promise<boolean> => {
  if (isOlder(told, known)) return false
  const news = Object.entries(told).filter(([name, value]) => !isSame(known[name as keyof InvoiceUpdate], value))
  const isSeenReleased = told.release_status_code === released && known.released_seen_at === null
  if (news.length === 0 && !isSeenReleased) return false
  await tx
    .updateTable('invoice')
    .where('id', '=', known.id)
    .set({ ...Object.fromEntries(news), ...(isSeenReleased && { released_seen_at: new Date() }) })
    .execute()
  return news.some(([name]) => name !== 'erp_changed_at' && name !== 'erp_object_id' && name !== 'erp_order_id')
}

const isSame = (one: unknown, other: unknown): boolean =>
  one instanceof Date && other instanceof Date ? one.getTime() === other.getTime() : one === other

/**
 * Marks the invoices that a released cancellation cancels and unmarks the others, whichever arrived first. A
 * cancellation covers a whole invoice: one of another account, currency or amount is ignored as a mistake.
 */
const resolveCancellations = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  await sql`
    update invoice set cancelled_by = settled.by
    from (
      select id, (
        select min(cancellation.id) from invoice cancellation
        where cancellation.cancels = original.id and cancellation.cancels <> ''
          and cancellation.is_cancellation and cancellation.release_status_code = '3'
          and cancellation.buyer_party_id = original.buyer_party_id
          and cancellation.currency_code = original.currency_code
          and abs(cancellation.total_gross_amount) = abs(original.total_gross_amount)
      ) as by
      from invoice original
      where id = any(${[...new Set(ids)]}::text[]) and not is_cancellation
    ) settled
    where invoice.id = settled.id and invoice.cancelled_by is distinct from settled.by`.execute(tx)
}

type Line = Row<'invoice_line'>

const rowsPerStatement = 1_000

/** Replaces the lines of invoices that the ERP reports differently; unreported lines stay. */
const storeInvoiceLines = async (tx: Tx, invoices: readonly ErpInvoice[]): Promise<void> => {
  const told = new Map(
    invoices.flatMap(({ id, isCredit, lines }) =>
      lines ? [[id, lines.map(asRow(id, isCredit === true))] as const] : [],
    ),
  )
  if (told.size === 0) return
  const known = await tx
    .selectFrom('invoice_line')
    .selectAll()
    .where('invoice_id', 'in', [...told.keys()])
    .orderBy('invoice_id')
    .orderBy('line_no')
    .execute()
  const knownOf = Map.groupBy(known, ({ invoice_id }) => invoice_id)
  const news = [...told].filter(([id, lines]) => wordsOf(lines) !== wordsOf(knownOf.get(id) ?? []))
  if (news.length === 0) return
  await removeLines(
    tx,
    news.flatMap(([id]) => knownOf.get(id) ?? []),
  )
  const rows: NewRow<'invoice_line'>[] = news.flatMap(([, lines]) => lines)
  for (let start = 0; start < rows.length; start += rowsPerStatement)
    await tx
      .insertInto('invoice_line')
      .values(rows.slice(start, start + rowsPerStatement))
      .execute()
}

/** The audit trail keeps the lines that the ERP replaces. */
const removeLines = async (tx: Tx, lines: readonly Line[]): Promise<void> => {
  if (lines.length === 0) return
  const replaced = Map.groupBy(lines, ({ invoice_id }) => invoice_id)
  await recordAll(
    tx,
    [...replaced].map(([entityId, before]) => ({
      actorId: null,
      action: 'invoice lines replaced',
      entity: 'invoice',
      entityId,
      before: { lines: before },
      request: null,
    })),
  )
  await deleteRecords(tx, async () => {
    await tx
      .deleteFrom('invoice_line')
      .where('invoice_id', 'in', [...replaced.keys()])
      .execute()
  })
}

const asRow =
  (invoiceId: string, isCredit: boolean) =>
  (line: ErpInvoiceLine, index: number): Line => ({
    invoice_id: invoiceId,
    line_no: index + 1,
    product_number: line.productId,
    name: line.description,
    quantity: line.quantity === null ? null : Math.round(line.quantity * 1_000) / 1_000,
    unit: line.unit,
    net_amount:
      line.netAmount === null ? null : toDollars(toCents(isCredit ? -Math.abs(line.netAmount) : line.netAmount)),
  })

const wordsOf = (lines: readonly Line[]): string =>
  JSON.stringify(lines.map((line) => [line.product_number, line.name, line.quantity, line.unit, line.net_amount]))
