import { sql } from 'kysely'
import { activeAdmins } from '#identity/find-account.ts'
import { act, type ActedBy } from '#platform/act.ts'
import { queueMail } from '#mail/send-mail.ts'
import type { Config } from '#platform/config.ts'
import type { Db, Row, Tx } from '#platform/db/tables.ts'
import { newId } from '#platform/db/new-id.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import { inCurrency } from '#shared/money.ts'
import { questionSubmittedEmail, questionResolvedEmail } from './compose-emails.ts'
import type { invoices } from './contract.ts'
import { invoiceById } from './queries.ts'
import { alreadySubmittedMessage } from './question-shapes.ts'

type Settings = Pick<Config, 'CONTACT_EMAIL' | 'PUBLIC_URL'>

/** Missing, short or damaged goods may be controlled, which compliance must know immediately; it is in a room above. */
export type OnQuestion = (
  tx: Tx,
  question: Pick<Row<'invoice_question'>, 'invoice_id' | 'line_no' | 'reason' | 'words'>,
  by: ActedBy & { user: { _id: string } },
) => Promise<void>

/** Saves a question about a visible invoice and notifies the wholesaler. An identical open one is refused. */
export const submitQuestion = (
  db: Db,
  { config, onQuestion }: { config: Settings; onQuestion: OnQuestion },
  call: CallOf<typeof invoices.ask>,
): Promise<void> =>
  act(db, call, async ({ tx, actor: caller, record }) => {
    const { id: invoiceId } = call.params
    const question = call.body
    // Sales reps can read a customer's invoices but not dispute them, so `orderingFor` is ignored here.
    const amount = amountOf(await invoiceById(tx, { ...caller, orderingFor: null }, invoiceId))
    const line = question.lineNo === null ? '' : await nameOfLine(tx, invoiceId, question.lineNo)
    const facts = {
      invoice_id: invoiceId,
      line_no: question.lineNo,
      reason: question.reason,
      words: question.words,
    }
    await tx
      .insertInto('invoice_question')
      .values({ id: newId(), asked_by: caller._id, ...facts })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirstOrThrow(() => new Refusal(409, alreadySubmittedMessage))
    await onQuestion(tx, facts, call)
    await record('invoice question asked', ['invoice', invoiceId], {
      after: { reason: question.reason, ...(line && { line }), words: question.words },
    })
    const asker = { name: `${caller.name} ${caller.lastName}`.trim(), company: caller.companyName, email: caller.email }
    for (const to of await wholesaler(tx, config))
      await queueMail(
        tx,
        questionSubmittedEmail(to, { ...question, invoiceId, line, amount, asker }, config.PUBLIC_URL),
      )
  })

const amountOf = ({ total_net_amount, currency_code }: Pick<Row<'invoice'>, 'total_net_amount' | 'currency_code'>) =>
  inCurrency(total_net_amount, currency_code)

const nameOfLine = async (tx: Tx, invoiceId: string, lineNo: number): Promise<string> => {
  const line = await tx
    .selectFrom('invoice_line')
    .select(['name', 'product_number'])
    .where('invoice_id', '=', invoiceId)
    .where('line_no', '=', lineNo)
    .executeTakeFirstOrThrow(() => new Refusal(400, 'This line is not on the invoice.'))
  return line.name || line.product_number
}

/** The contact email address, or every admin if none is set. */
const wholesaler = async (tx: Tx, { CONTACT_EMAIL }: Settings): Promise<string[]> =>
  CONTACT_EMAIL ? [CONTACT_EMAIL] : (await activeAdmins(tx)).map(({ email }) => email)

/** Closes a question with the wholesaler's answer and notifies the user who asked. */
export const resolveQuestion = (
  db: Db,
  { PUBLIC_URL }: Settings,
  { params, body: { answer }, ...acting }: CallOf<typeof invoices.settleQuestion>,
): Promise<void> =>
  act(db, acting, async ({ tx, actor, record }) => {
    const question = await tx
      .updateTable('invoice_question')
      .set({ settled_at: sql<Date>`now()`, settled_by: actor._id, answer })
      .where('id', '=', params.id)
      .where('settled_at', 'is', null)
      .returning(['invoice_id', 'asked_by', 'words'])
      .executeTakeFirst()
    if (!question) throw await whyNot(tx, params.id)
    await record('invoice question settled', ['invoice', question.invoice_id], {
      before: { words: question.words },
      after: { answer },
    })
    const asker = await tx
      .selectFrom('user_account')
      .select(['email', 'name'])
      .where('id', '=', question.asked_by)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    const invoice = await tx
      .selectFrom('invoice')
      .select(['total_net_amount', 'currency_code'])
      .where('id', '=', question.invoice_id)
      .executeTakeFirstOrThrow()
    if (asker && question.asked_by !== actor._id)
      await queueMail(tx, questionResolvedEmail(asker, { ...question, answer, amount: amountOf(invoice) }, PUBLIC_URL))
  })

const whyNot = async (tx: Tx, id: string): Promise<Refusal> => {
  const known = await tx.selectFrom('invoice_question').select('id').where('id', '=', id).executeTakeFirst()
  return known ? new Refusal(409, 'This question is already settled.') : notFound('Question')
}
