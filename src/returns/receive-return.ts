import { sql } from 'kysely'
import { moveStock } from '#catalog/stock/correct-stock.ts'
import { noteCatalogChange } from '#catalog/note-change.ts'
import type { Config } from '#platform/config.ts'
import type { Db, Row, Tx } from '#platform/db/tables.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import { businessDay } from '#shared/business-day.ts'
import { findStop } from '#recalls/find-stop.ts'
import { findShippedSerials } from '#traceability/find-serials.ts'
import { checkRestock, isNotInHand, receivedLosses } from './check-return.ts'
import { closeByCreditNotes } from './close-returns.ts'
import type { returns } from './contract.ts'
import { mailReturn } from './mail-return.ts'
import { receivedConditions } from './return-shapes.ts'
import { marksOf, returnName } from './return-words.ts'
import type { ReportControlledLoss } from './request-return.ts'
import { stepReturn, writeReturn } from './resolve-return.ts'

type Receipt = CallOf<typeof returns.receive>
type ReceivedLine = Receipt['body']['lines'][number]
type Settings = Pick<Config, 'PUBLIC_URL' | 'BUSINESS_TIME_ZONE'>

/**
 * Records what arrived, restocks what the rules allow, and closes the return if its credit note is here already.
 * Controlled pieces that are missing or damaged alert compliance.
 */
export const receiveReturn = (
  db: Db,
  { config, onControlledLoss }: { config: Settings; onControlledLoss: ReportControlledLoss },
  call: Receipt,
): Promise<void> => {
  const when = {
    id: call.params.id,
    opened: call.body.__v,
    from: ['authorized'],
    refusal: 'Only an authorized return can be received.',
  } as const
  return stepReturn(db, call, when, async ({ tx, before, record }) => {
    const lines = await tx
      .selectFrom('return_line')
      .selectAll()
      .where('return_id', '=', before.id)
      .orderBy('line_no')
      .execute()
    const expected = lines.filter(({ reason }) => !isNotInHand(reason))
    if (expected.length === 0)
      throw new Refusal(409, 'Nothing comes back with this report, so nothing can be received. Credit it instead.')
    const received = expected.map((line) => ({ line, receipt: receiptOf(call.body.lines, line) }))
    if (received.length !== call.body.lines.length) throw new Refusal(400, 'Enter each line once.')
    const today = businessDay(config.BUSINESS_TIME_ZONE)
    for (const { line, receipt } of received) {
      await refuseRestock(tx, before.business_id, { line, receipt, today })
      await tx
        .updateTable('return_line')
        .set({
          received_quantity: receipt.quantity,
          received_condition: receipt.condition,
          restocked_quantity: receipt.restock,
          serials: receipt.restock > 0 ? receipt.serials : [],
          verified_against: receipt.restock > 0 ? receipt.verifiedAgainst : '',
        })
        .where('return_id', '=', before.id)
        .where('line_no', '=', line.line_no)
        .execute()
    }
    await writeReturn(tx, before.id, { state: 'received', received_at: sql<Date>`now()` })
    await record('return received', ['return', before.id], {
      after: { number: before.number, lines: call.body.lines },
    })
    await mailReturn(tx, before.id, { event: 'received', publicUrl: config.PUBLIC_URL })
    await closeByCreditNotes(tx, { orders: [before.order_id], invoices: [before.invoice_id] }, config.PUBLIC_URL)
    const note = returnName({ number: before.number, isAuthorized: true })
    await restock(tx, received, { actorId: call.user._id, note })
    for (const arrival of received) for (const loss of lossesOf(before, arrival)) await onControlledLoss(tx, loss, call)
  })
}

const receiptOf = (receipts: readonly ReceivedLine[], { line_no: lineNo, name, quantity }: Row<'return_line'>) => {
  const [receipt, again] = receipts.filter((one) => one.lineNo === lineNo)
  if (!receipt || again) throw new Refusal(400, `${name}: enter what was received.`)
  if (receipt.quantity > quantity)
    throw new Refusal(422, `${name}: at most ${quantity} can be received; the rest needs a request of its own.`)
  if (receipt.restock > receipt.quantity) throw new Refusal(422, `${name}: more restocked than received.`)
  return receipt
}

interface Arrival {
  line: Row<'return_line'>
  receipt: ReceivedLine
}

const lossesOf = (
  request: Pick<Row<'return_request'>, 'number' | 'order_id' | 'invoice_id'>,
  { line, receipt }: Arrival,
): Parameters<ReportControlledLoss>[1][] => {
  const { schedule, storage } = line
  if (schedule === 'none' || schedule === 'unknown') return []
  const condition = receipt.quantity > 0 ? `, ${receivedConditions[receipt.condition].toLowerCase()}` : ''
  const words = `At the receipt of RMA-${request.number}: ${receipt.quantity} of ${line.quantity} received${condition}.`
  return receivedLosses(line, receipt).map((loss) => ({
    ...loss,
    orderId: request.order_id,
    invoiceId: request.invoice_id,
    lineNo: line.source_line,
    productId: line.product_id,
    name: line.name,
    schedule,
    coldStatus: marksOf({ schedule, storage }).coldStatus,
    words,
  }))
}

const refuseRestock = async (tx: Tx, businessId: string, { line, receipt, today }: Arrival & { today: string }) => {
  if (receipt.restock === 0) return
  const refusal = checkRestock(
    {
      reason: line.reason,
      schedule: line.schedule,
      storage: line.storage,
      needsTrace: line.needs_trace,
      expiry: line.expiry,
      customerCondition: line.condition,
      condition: receipt.condition,
      restocked: receipt.restock,
      serials: receipt.serials,
      verifiedAgainst: receipt.verifiedAgainst,
    },
    today,
  )
  if (refusal) throw new Refusal(422, `${line.name}: ${refusal}`)
  if (line.product_id === null)
    throw new Refusal(422, `${line.name}: Not restocked: the portal does not have this product.`)
  if (line.needs_trace === false) return
  const asked = { businessId, productId: line.product_id, serials: receipt.serials }
  const shipped = await findShippedSerials(tx, asked)
  const foreign = receipt.serials.filter((serial) => !shipped.has(serial))
  if (foreign.length > 0)
    throw new Refusal(
      422,
      `${line.name}: serial number ${foreign[0]} is not in the transaction data of this customer’s deliveries, so it can’t be restocked.`,
    )
  for (const [serial, lot] of shipped)
    if (lot !== '' && line.lot !== '' && !isSameLot(lot, line.lot))
      throw new Refusal(
        422,
        `${line.name}: serial number ${serial} was shipped as lot ${lot}, but the request names lot ${line.lot}. Set these packages apart.`,
      )
}

const isSameLot = (one: string, other: string): boolean => one.trim().toUpperCase() === other.trim().toUpperCase()

/** By product id, so that two receipts cannot deadlock. */
const restock = async (tx: Tx, received: readonly Arrival[], by: { actorId: string; note: string }) => {
  const pieces = new Map<string, number>()
  for (const { line, receipt } of received)
    if (line.product_id !== null && receipt.restock > 0)
      pieces.set(line.product_id, (pieces.get(line.product_id) ?? 0) + receipt.restock)
  if (pieces.size === 0) return
  const products = await tx
    .selectFrom('product')
    .select(['id', 'name', 'count_in_stock', 'deleted_at'])
    .where('id', 'in', [...pieces.keys()])
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const { id, name, count_in_stock: count, deleted_at: deletedAt } of products) {
    if (deletedAt) throw new Refusal(409, `${name} was deleted, so it can’t be restocked.`)
    for (const { line, receipt } of received) {
      if (line.product_id !== id || receipt.restock === 0) continue
      const stop = await findStop(tx, { productId: id, lot: line.lot })
      if (stop) throw new Refusal(422, `${name}: Not restocked: ${stop}. Set these packages apart.`)
    }
    await moveStock(tx, { productId: id, count, quantity: pieces.get(id) ?? 0, ...by })
  }
  await noteCatalogChange(tx, [...pieces.keys()])
}
