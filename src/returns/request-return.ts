import { nameWithMarks } from '#catalog/line-words.ts'
import { productKey } from '#billing/invoices/compare-lines.ts'
import { act, type ActedBy } from '#platform/act.ts'
import type { Config } from '#platform/config.ts'
import { newId } from '#platform/db/new-id.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import { businessDay } from '#shared/business-day.ts'
import { evaluateReturn, isLoss, missingIn, type ReturnAnswer, type ReturnRules } from './check-return.ts'
import type { NewReturnLine, returns } from './contract.ts'
import { mailDesk, mailReturn } from './mail-return.ts'
import { readReturnable, type ReturnSource, type SourceLine } from './read-returnable.ts'
import { marksOf } from './return-words.ts'
import type { Desk, ReturnReason, ReturnSchedule } from './return-shapes.ts'

/** Pieces of a controlled line that were not received, short or damaged; compliance must be alerted in the same transaction. */
interface ControlledLoss {
  orderId: string | null
  invoiceId: string | null
  lineNo: number
  productId: string | null
  name: string
  schedule: Exclude<ReturnSchedule, 'none' | 'unknown'>
  coldStatus: string
  reason: ReturnReason
  quantity: number
  words: string
}

export type ReportControlledLoss = (
  tx: Tx,
  loss: ControlledLoss,
  by: ActedBy & { user: { _id: string } },
) => Promise<void>

export type ReturnSettings = Pick<
  Config,
  'RETURN_DAYS' | 'REVERSE_DISTRIBUTOR' | 'BUSINESS_TIME_ZONE' | 'PUBLIC_URL' | 'CONTACT_EMAIL' | 'COMPLIANCE_EMAIL'
>

export const returnRulesOf = (config: ReturnSettings): ReturnRules => ({
  today: businessDay(config.BUSINESS_TIME_ZONE),
  returnDays: config.RETURN_DAYS,
  reverseDistributor: config.REVERSE_DISTRIBUTOR,
})

interface CheckedLine {
  asked: NewReturnLine
  source: SourceLine
  answer: ReturnAnswer
}

interface Requested {
  _id: string
  number: number
  desk: Desk
}

/** Creates one request for each desk that decides about the lines; all or nothing. */
export const requestReturn = (
  db: Db,
  { config, onControlledLoss }: { config: ReturnSettings; onControlledLoss: ReportControlledLoss },
  call: CallOf<typeof returns.request>,
): Promise<Requested[]> =>
  act(db, call, async ({ tx, actor, record }) => {
    const { contact, lines, ...named } = call.body
    const source = await readReturnable(tx, actor, named, true)
    if (source.problem) throw new Refusal(409, source.problem)
    const checked = checkLines(lines, source, returnRulesOf(config))
    refuseTooMuch(checked)
    const requested: Requested[] = []
    for (const [desk, ofDesk] of Map.groupBy(checked, ({ answer }) => answer.desk)) {
      const _id = newId()
      const { number } = await tx
        .insertInto('return_request')
        .values({
          id: _id,
          business_id: source.businessId,
          order_id: source.order?._id ?? null,
          invoice_id: source.invoice,
          desk,
          contact,
          requested_by: actor._id,
        })
        .returning('number')
        .executeTakeFirstOrThrow()
      await tx
        .insertInto('return_line')
        .values(ofDesk.map((line, at) => ({ return_id: _id, line_no: at + 1, ...columnsOf(line) })))
        .execute()
      requested.push({ _id, number, desk })
      await record('return requested', ['return', _id], {
        after: { number, desk, lines: ofDesk.map(({ asked, source: { name } }) => ({ name, ...asked })) },
      })
      for (const loss of lossesIn(source, ofDesk)) await onControlledLoss(tx, loss, call)
      await mailReturn(tx, _id, { event: 'requested', publicUrl: config.PUBLIC_URL })
      await mailDesk(tx, config, {
        id: _id,
        number,
        desk,
        businessId: source.businessId,
        lines: ofDesk.map(({ asked, source: { name, ...facts } }) => ({
          name: nameWithMarks(name, marksOf(facts)),
          quantity: asked.quantity,
          reason: asked.reason,
        })),
      })
    }
    return requested
  })

const checkLines = (lines: readonly NewReturnLine[], { lines: known }: ReturnSource, rules: ReturnRules) =>
  lines.map((asked, at): CheckedLine => {
    const source = known.find(({ lineNo }) => lineNo === asked.lineNo)
    if (!source) throw new Refusal(409, 'A line has changed since you opened this page. Reload it.', { line: at })
    const missing = missingIn(asked, source)
    if (missing) throw new Refusal(422, `${source.name}: ${missing.message}`, { line: at, field: missing.field })
    const answer = evaluateReturn(asked, source, rules)
    if (answer.isRefused) throw new Refusal(422, `${source.name}: ${answer.why} ${answer.next}`, { line: at })
    return { asked, source, answer }
  })

const refuseTooMuch = (checked: readonly CheckedLine[]): void => {
  for (const ofLine of Map.groupBy(checked, ({ asked }) => asked.lineNo).values())
    refuseMoreThan(ofLine, ({ left }) => left)
  // Lines of one product share what is left.
  for (const ofProduct of Map.groupBy(checked, ({ source }) => productKey(source.number)).values())
    refuseMoreThan(ofProduct, ({ leftOfProduct }) => leftOfProduct)
}

const refuseMoreThan = (checked: readonly CheckedLine[], leftOf: (source: SourceLine) => number): void => {
  const quantity = checked.reduce((sum, { asked }) => sum + asked.quantity, 0)
  const source = checked[0]?.source
  if (!source || quantity <= leftOf(source)) return
  const left = leftOf(source)
  const rest = left === 0 ? 'nothing is left to return' : `only ${left} can still be returned`
  throw new Refusal(409, `${source.name}: ${rest}. Open requests count.`, { left })
}

const columnsOf = ({ asked, source, answer }: CheckedLine) => ({
  source_line: asked.lineNo,
  product_id: source.productId,
  number: source.number,
  name: source.name,
  quantity: asked.quantity,
  reason: asked.reason,
  words: asked.words,
  lot: asked.lot,
  expiry: asked.expiry,
  condition: asked.condition,
  schedule: source.schedule,
  storage: source.storage,
  needs_trace: source.needsTrace,
  why: answer.why,
  next_step: answer.next,
})

const lossesIn = ({ order, invoice }: ReturnSource, lines: readonly CheckedLine[]) =>
  lines.flatMap(({ asked, source }): ControlledLoss[] => {
    const { schedule, lineNo, productId, name } = source
    if (schedule === 'none' || schedule === 'unknown' || !isLoss(asked.reason)) return []
    return [
      {
        orderId: order?._id ?? null,
        invoiceId: invoice,
        lineNo,
        productId,
        name,
        schedule,
        coldStatus: marksOf(source).coldStatus,
        reason: asked.reason,
        quantity: asked.quantity,
        words: asked.words,
      },
    ]
  })
