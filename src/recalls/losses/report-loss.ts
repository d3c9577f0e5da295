import { sql } from 'kysely'
import { ndcKey } from '#catalog/normalize-ndc.ts'
import type { OnQuestion } from '#billing/invoices/submit-question.ts'
import { activeAdmins } from '#identity/find-account.ts'
import { queueMail } from '#mail/send-mail.ts'
import { act, type ActedBy, recorderIn, refuseStale } from '#platform/act.ts'
import type { Config } from '#platform/config.ts'
import { newId } from '#platform/db/new-id.ts'
import type { Db, NewRow, Tx } from '#platform/db/tables.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import { businessDay } from '#shared/business-day.ts'
import { lossEmail } from '../compose-emails.ts'
import { lossDeadlines } from './compute-deadlines.ts'
import type { losses } from './contract.ts'

type Settings = Pick<Config, 'COMPLIANCE_EMAIL' | 'CONTACT_EMAIL' | 'PUBLIC_URL' | 'BUSINESS_TIME_ZONE'>

const kindOf: Partial<Record<Parameters<OnQuestion>[1]['reason'] | 'short', NewRow<'loss_report'>['kind']>> = {
  quantity: 'short',
  short: 'short',
  missing: 'not received',
  damaged: 'damaged',
}

interface ReturnedLoss {
  orderId: string | null
  invoiceId: string | null
  lineNo: number
  productId: string | null
  name: string
  schedule: string
  coldStatus: string
  reason: string
  quantity: number
  words: string
}

/** Reports pieces of a controlled line that a return request or its receipt names as not received, short or damaged. */
export const reportReturnLoss =
  (config: Settings) =>
  async (tx: Tx, loss: ReturnedLoss, by: Saving['by']): Promise<void> => {
    const { orderId, invoiceId, lineNo, productId, name, schedule, coldStatus, reason, quantity, words } = loss
    const kind = Object.hasOwn(kindOf, reason) ? kindOf[reason as keyof typeof kindOf] : undefined
    if (!kind) throw new Error(`A return for the reason “${reason}” is no loss.`)
    const line = { order_id: orderId, invoice_id: invoiceId, line_no: lineNo, quantity, note: words }
    const product = { product_id: productId, product_name: name, dea_schedule: schedule, cold_status: coldStatus }
    await saveLoss(tx, config, { by, loss: { ...line, ...product, kind }, isMore: true })
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
    const controlled = await controlledAmong(tx, lines)
    for (const line of lines) {
      const product = controlled(line.product_number)
      if (!product) continue
      await saveLoss(tx, config, {
        by,
        isMore: false,
        loss: {
          order_id: line.order_id,
          invoice_id: invoiceId,
          line_no: line.line_no,
          kind,
          quantity: Math.max(1, Math.ceil(line.quantity ?? 1)),
          note: words,
          product_id: product.id,
          product_name: product.name,
          dea_schedule: product.schedule,
          cold_status: product.coldStatus,
        },
      })
    }
  }

interface Controlled {
  id: string | null
  name: string
  schedule: string
  coldStatus: string
}

/**
 * Finds the controlled product of a billed number: with the schedule that its ordered line had at placement, else the
 * product’s own.
 */
const controlledAmong = async (tx: Tx, lines: readonly { product_number: string; order_id: string | null }[]) => {
  const numbers = [...new Set(lines.map(({ product_number: number }) => number).filter(Boolean))]
  const keys = numbers.map(ndcKey).filter(Boolean)
  const orderIds = lines.flatMap(({ order_id: orderId }) => orderId ?? [])
  const { rows } = await sql<Controlled & { number: string; key: string }>`
    select 0 as place, line.slug as number, coalesce(product.ndc_key, '') as key, product.id, line.name,
      coalesce(nullif(line.dea_schedule, ''), product.dea_schedule, '') as schedule,
      coalesce(line.cold_status, product.cold_status, '') as "coldStatus"
    from order_line line left join product on product.id = line.product_id
    where order_id = any(${orderIds}::uuid[])
    union all
    select 1, ndc_number, ndc_key, id, name, dea_schedule, cold_status from product
    where ndc_number = any(${numbers}::text[]) or ndc_key = any(${keys}::text[])
    order by place`.execute(tx)
  return (number: string): Controlled | undefined => {
    if (number === '') return undefined
    const key = ndcKey(number)
    // Ordered lines are first.
    const found = rows.find(
      (one) => one.number === number || (key !== '' && [one.key, ndcKey(one.number)].includes(key)),
    )
    return found?.schedule ? found : undefined
  }
}

type Loss = Omit<NewRow<'loss_report'>, 'id' | 'reported_by' | 'dea_due' | 'form_due'>

interface Saving {
  loss: Loss
  /** Other pieces than those of an open report of the same kind; else it is the same loss again. */
  isMore: boolean
  by: ActedBy & { user: { _id: string } }
}

/**
 * Alarms compliance in the same transaction. While a report of the same line and kind is open, more pieces are added
 * to it with another alarm, and the clocks of the first stay.
 */
const saveLoss = async (tx: Tx, config: Settings, { loss, isMore, by }: Saving): Promise<void> => {
  const { deaDue, formDue } = lossDeadlines(businessDay(config.BUSINESS_TIME_ZONE))
  const source = loss.invoice_id ? ('invoice_id' as const) : ('order_id' as const)
  const saved = await tx
    .insertInto('loss_report')
    .values({ id: newId(), ...loss, reported_by: by.user._id, dea_due: deaDue, form_due: formDue })
    .onConflict((conflict) => {
      const open = conflict
        .columns([source, 'line_no', 'kind'])
        .where('closed_at', 'is', null)
        .where('invoice_id', source === 'invoice_id' ? 'is not' : 'is', null)
      if (!isMore) return open.doNothing()
      return open.doUpdateSet({
        quantity: sql<number>`loss_report.quantity + excluded.quantity`,
        note: sql<string>`concat_ws(E'\n', nullif(loss_report.note, ''), nullif(excluded.note, ''))`,
        version: sql<number>`loss_report.version + 1`,
      })
    })
    .returning(['id', 'quantity', 'dea_due', 'form_due'])
    .executeTakeFirst()
  if (!saved) return
  await recorderIn(tx, by)('loss reported', ['loss report', saved.id], {
    after: { kind: loss.kind, quantity: saved.quantity, product: loss.product_name, schedule: loss.dea_schedule },
  })
  const alarm = { ...loss, quantity: saved.quantity, deaDue: saved.dea_due, formDue: saved.form_due }
  for (const to of await complianceAddresses(tx, config)) await queueMail(tx, lossEmail(to, alarm, config.PUBLIC_URL))
}

/** Every admin if no address is set. */
const complianceAddresses = async (tx: Tx, { COMPLIANCE_EMAIL, CONTACT_EMAIL }: Settings): Promise<string[]> => {
  const address = COMPLIANCE_EMAIL || CONTACT_EMAIL
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
