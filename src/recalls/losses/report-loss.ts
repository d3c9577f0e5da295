import { sql } from 'kysely'
import { ndcKey } from '#catalog/normalize-ndc.ts'
import type { OnQuestion } from '#billing/invoices/submit-question.ts'
import { isOwnOrder, visibleOwner } from '#customers/business/own-records.ts'
import { activeAdmins } from '#identity/find-account.ts'
import { queueMail } from '#mail/send-mail.ts'
import { act, type ActedBy, recorderIn, refuseStale } from '#platform/act.ts'
import type { Config } from '#platform/config.ts'
import { anyOf } from '#platform/db/conditions.ts'
import { newId } from '#platform/db/new-id.ts'
import type { Db, NewRow, Tx } from '#platform/db/tables.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import { businessDay } from '#shared/business-day.ts'
import { lossEmail } from '../compose-emails.ts'
import { lossDeadlines } from './compute-deadlines.ts'
import type { losses } from './contract.ts'

type Settings = Pick<Config, 'COMPLIANCE_EMAIL' | 'CONTACT_EMAIL' | 'PUBLIC_URL' | 'BUSINESS_TIME_ZONE'>

/** Reports a line of a visible order; an open report of the same kind is refused. */
export const reportLoss = (db: Db, config: Settings, call: CallOf<typeof losses.report>): Promise<void> =>
  act(db, call, async ({ tx }) => {
    const { id: orderId } = call.params
    const { line: position, kind, quantity, note } = call.body
    await refuseUnseenOrder(tx, call.user, orderId)
    const line = await lineAt(tx, orderId, position)
    if (quantity > line.quantity)
      throw new Refusal(400, `This line has ${line.quantity} pieces.`, { field: 'quantity' })
    const loss = { order_id: orderId, line_no: line.lineNo, kind, quantity, note, ...line.product }
    if (!(await saveLoss(tx, config, { loss, by: call })))
      throw new Refusal(409, 'This was reported already. We are working on it.')
  })

/** Someone else's order is not found. */
export const refuseUnseenOrder = async (db: Db | Tx, caller: Caller, orderId: string): Promise<void> => {
  await db
    .selectFrom('sales_order')
    .select('id')
    .where('id', '=', orderId)
    .where(anyOf([sql<boolean>`${caller.isAdmin}::boolean`, isOwnOrder(visibleOwner(caller))]))
    .executeTakeFirstOrThrow(() => notFound('Order'))
}

interface ReportedLine {
  lineNo: number
  quantity: number
  product: Pick<NewRow<'loss_report'>, 'product_id' | 'product_name' | 'dea_schedule'>
}

const lineAt = async (tx: Tx, orderId: string, position: number): Promise<ReportedLine> => {
  const { rows } = await sql<ReportedLine>`
    select line_no as "lineNo", quantity - cancelled_quantity as quantity,
      json_build_object('product_id', product_id, 'product_name', line.name,
        'dea_schedule', coalesce(line.dea_schedule, product.dea_schedule, '')) as product
    from order_line line left join product on product.id = product_id
    where order_id = ${orderId} order by line_no offset ${position - 1} limit 1`.execute(tx)
  if (!rows[0]) throw new Refusal(400, 'This line is not in the order.', { field: 'line' })
  return rows[0]
}

const kindOf: Partial<Record<Parameters<OnQuestion>[1]['reason'], NewRow<'loss_report'>['kind']>> = {
  quantity: 'short',
  missing: 'not received',
  damaged: 'damaged',
}

/** Reports the controlled lines of an invoice that a customer asks about; other lines stay a question. */
export const reportInvoiceLoss =
  (config: Settings): OnQuestion =>
  async (tx, { invoice_id: invoiceId, line_no: lineNo, reason, words }, by) => {
    const kind = kindOf[reason]
    if (!kind) return
    const lines = await tx
      .selectFrom('invoice_line')
      .innerJoin('invoice', 'invoice.id', 'invoice_id')
      .select(['line_no', 'product_number', 'quantity', 'order_id'])
      .where('invoice_id', '=', invoiceId)
      .$if(lineNo !== null, (query) => query.where('line_no', '=', lineNo))
      .execute()
    const numbers = lines.map(({ product_number: number }) => number).filter(Boolean)
    if (numbers.length === 0) return
    const controlled = await tx
      .selectFrom('product')
      .select(['id', 'name', 'dea_schedule', 'ndc_key', 'ndc_number'])
      .where('dea_schedule', '<>', '')
      .where(({ or, eb }) => or([eb('ndc_number', 'in', numbers), eb('ndc_key', 'in', numbers.map(keyOf))]))
      .execute()
    for (const line of lines) {
      const { product_number: number } = line
      const product = controlled.find((one) => one.ndc_number === number || one.ndc_key === keyOf(number))
      if (!product) continue
      await saveLoss(tx, config, {
        by,
        loss: {
          order_id: line.order_id,
          invoice_id: invoiceId,
          line_no: line.line_no,
          kind,
          quantity: Math.max(1, Math.ceil(line.quantity ?? 1)),
          note: words,
          product_id: product.id,
          product_name: product.name,
          dea_schedule: product.dea_schedule,
        },
      })
    }
  }

/** A number that is no NDC matches no key. */
const keyOf = (number: string): string => ndcKey(number) || '-'

type Loss = Omit<NewRow<'loss_report'>, 'id' | 'is_controlled' | 'reported_by'>

interface Saving {
  loss: Loss
  by: ActedBy & { user: { _id: string } }
}

/** False if the same is reported and open. Controlled lines alarm compliance in the same transaction. */
const saveLoss = async (tx: Tx, config: Settings, { loss, by }: Saving): Promise<boolean> => {
  const isControlled = loss.dea_schedule !== ''
  const { deaDue, formDue } = lossDeadlines(businessDay(config.BUSINESS_TIME_ZONE))
  const saved = await tx
    .insertInto('loss_report')
    .values({
      id: newId(),
      ...loss,
      is_controlled: isControlled,
      reported_by: by.user._id,
      ...(isControlled && { dea_due: deaDue, form_due: formDue }),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!saved) return false
  await recorderIn(tx, by)('loss reported', ['loss report', saved.id], {
    after: { kind: loss.kind, quantity: loss.quantity, product: loss.product_name, schedule: loss.dea_schedule },
  })
  const notified = isControlled ? { ...loss, deaDue, formDue } : { ...loss, deaDue: null, formDue }
  for (const to of await deskOf(tx, config, isControlled))
    await queueMail(tx, lossEmail(to, notified, config.PUBLIC_URL))
  return true
}

/** Compliance for controlled products, else customer service; every admin if neither address is set. */
const deskOf = async (
  tx: Tx,
  { COMPLIANCE_EMAIL, CONTACT_EMAIL }: Settings,
  isControlled: boolean,
): Promise<string[]> => {
  const address = (isControlled && COMPLIANCE_EMAIL) || CONTACT_EMAIL
  return address ? [address] : (await activeAdmins(tx)).map(({ email }) => email)
}

/** Records the steps of a loss. Closing needs a conclusion, which says what became of the goods. */
export const updateLoss = (db: Db, call: CallOf<typeof losses.followUp>): Promise<void> =>
  act(db, call, async ({ tx, actor, record }) => {
    const { __v, deaNotifiedOn, formFiledOn, formNumber, conclusion, isClosed } = call.body
    const loss = await tx
      .selectFrom('loss_report')
      .selectAll()
      .where('id', '=', call.params.id)
      .forUpdate()
      .executeTakeFirstOrThrow(() => notFound('Loss report'))
    refuseStale('This report', { opened: __v, version: loss.version })
    if (loss.closed_at) throw new Refusal(409, 'This report is closed.')
    if (isClosed && conclusion === '') throw new Refusal(400, 'Enter the conclusion.', { field: 'conclusion' })
    const steps = {
      dea_notified_on: deaNotifiedOn,
      form_filed_on: formFiledOn,
      form_number: formNumber,
      conclusion,
    }
    await tx
      .updateTable('loss_report')
      .set({
        ...steps,
        version: sql<number>`version + 1`,
        ...(isClosed && { closed_at: sql<Date>`now()`, closed_by: actor._id }),
      })
      .where('id', '=', loss.id)
      .execute()
    await record(isClosed ? 'loss closed' : 'loss followed up', ['loss report', loss.id], { after: steps })
  })
