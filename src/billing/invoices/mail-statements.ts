import { sql } from 'kysely'
import { act, recorderIn } from '#platform/act.ts'
import { isInvoiceOf } from '#customers/business/own-records.ts'
import { queueMailWithFile } from '#mail/send-mail.ts'
import { businessDay } from '#shared/business-day.ts'
import { transaction } from '#platform/db/connect.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import type { App } from '#platform/feature.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { enqueue } from '#platform/jobs/queue.ts'
import { Postponed } from '#platform/jobs/worker.ts'
import { printDocument } from '#platform/pdf/print-document.ts'
import { monthlyStatementEmail } from './compose-emails.ts'
import type { invoices } from './contract.ts'
import { composeStatement } from './compose-statement.ts'
import { isOpenCredit, isOwed } from './read-settlement.ts'
import type { PaymentsOfMonth } from './read-statement.ts'
import { totalInvoices } from './total-invoices.ts'
import type { CallOf } from '#platform/http/serve.ts'

export const statementKind = 'invoices.mail-statement'

/** A portal that was down on the 1st catches up until this day; after that the statement would be outdated. */
const lastDay = 7

/**
 * In the first days of a month, queues last month's statement for every business with a user who subscribed before the
 * month began. The insert is idempotent for each business and month.
 */
export const queueStatements = (db: Db, timeZone: string, today = businessDay(timeZone)): Promise<number> =>
  transaction(db, async (tx) => {
    if (Number(today.slice(8)) > lastDay) return 0
    const first = `${today.slice(0, 7)}-01`
    const { rows } = await sql<{ business_id: string; month: string }>`
      insert into monthly_statement (business_id, month)
      select distinct business.id, (${first}::date - interval '1 month')::date
      from statement_wish
      join user_account on user_account.id = user_id
      join business on business.id = user_account.business_id
      where ${isReader} and business.deleted_at is null and account_number <> ''
        and chosen_at < ${first}::date::timestamp at time zone ${timeZone}
      on conflict do nothing
      returning business_id, to_char(month, 'YYYY-MM') as month`.execute(tx)
    await enqueue(
      tx,
      ...rows.map(({ business_id: businessId, month }) => ({
        kind: statementKind,
        payload: { businessId, month },
        key: `${businessId} ${month}`,
      })),
    )
    return rows.length
  })

const isReader = sql<boolean>`user_account.is_active and user_account.deleted_at is null
  and not user_account.is_admin and not user_account.is_sales_rep`

/** Prints a business's statement and mails it to its subscribers; a repeat after a crash mails nothing twice. */
export const mailStatement = async (
  { app, paymentsOfMonth }: { app: Pick<App, 'db' | 'brand' | 'config'>; paymentsOfMonth: PaymentsOfMonth },
  { businessId, month }: { businessId: string; month: string },
): Promise<void> => {
  const { db, config } = app
  const business = await waitingBusiness(db, businessId, month)
  if (!business) return
  const account = business.account_number
  const [totals, hasNews] = await Promise.all([
    totalInvoices(db, isInvoiceOf(account)),
    hasInvoices(db, account, month),
  ])
  if (!hasNews) return void (await transaction(db, (tx) => settle(tx, { businessId, month, mails: 0 })))
  const printed = await printDocument(app, 'monthly statements', () =>
    composeStatement(
      { db, timeZone: config.BUSINESS_TIME_ZONE, paymentsOfMonth },
      { account, company: business.name, month },
    ),
  ).catch((error: unknown) => {
    // Documents that users wait for have priority.
    throw error instanceof Refusal && error.status === 503 ? new Postponed(30, error.message) : error
  })
  await transaction(db, async (tx) => {
    const readers = await readersOf(tx, { businessId, month, timeZone: config.BUSINESS_TIME_ZONE })
    if (!(await settle(tx, { businessId, month, mails: readers.length }))) return
    for (const reader of readers)
      await queueMailWithFile(
        tx,
        monthlyStatementEmail(reader, { month, company: business.name, totals }, config.PUBLIC_URL),
        printed,
      )
    if (readers.length > 0)
      await recorderIn(tx)('statement mailed', ['business', businessId], { after: { month, mails: readers.length } })
  })
}

const waitingBusiness = (db: Db, businessId: string, month: string) =>
  db
    .selectFrom('monthly_statement')
    .innerJoin('business', 'business.id', 'business_id')
    .select(['name', 'account_number'])
    .where('business_id', '=', businessId)
    .where('month', '=', `${month}-01`)
    .where('settled_at', 'is', null)
    .where('deleted_at', 'is', null)
    .where('account_number', '!=', '')
    .executeTakeFirst()

/** True if anything is open or was invoiced in the month. */
const hasInvoices = async (db: Db, account: string, month: string): Promise<boolean> => {
  const first = `${month}-01`
  const found = await db
    .selectFrom('invoice')
    .select('id')
    .where(isInvoiceOf(account))
    .where(
      sql<boolean>`(${isOwed()} or ${isOpenCredit} or (invoice_date >= ${first}::date and invoice_date < ${first}::date + interval '1 month'))`,
    )
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** True for the one caller that marks the statement sent; others wait for its row lock and get false. */
const settle = async (
  tx: Tx,
  { businessId, month, mails }: { businessId: string; month: string; mails: number },
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('monthly_statement')
    .set({ settled_at: sql<Date>`now()`, mails })
    .where('business_id', '=', businessId)
    .where('month', '=', `${month}-01`)
    .where('settled_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

const readersOf = (tx: Tx, { businessId, month, timeZone }: Record<'businessId' | 'month' | 'timeZone', string>) =>
  tx
    .selectFrom('statement_wish')
    .innerJoin('user_account', 'user_account.id', 'user_id')
    .select(['email', 'user_account.name'])
    .where('user_account.business_id', '=', businessId)
    .where(isReader)
    .where(sql<boolean>`chosen_at < (${`${month}-01`}::date + interval '1 month') at time zone ${timeZone}`)
    .orderBy('user_account.id')
    .execute()

/** True if a user receives the monthly statement of their business by email. */
export const wantsStatement = async (db: Db, userId: string): Promise<boolean> => {
  const wish = await db.selectFrom('statement_wish').select('user_id').where('user_id', '=', userId).executeTakeFirst()
  return wish !== undefined
}

/** A new subscription counts from the next month. Turning it on twice keeps the first date. */
export const setStatementPreference = (
  db: Db,
  { body: { isWanted }, ...acting }: CallOf<typeof invoices.chooseStatementByMail>,
): Promise<void> =>
  act(db, acting, async ({ tx, actor: { _id: userId }, record }) => {
    const changed = isWanted
      ? await tx
          .insertInto('statement_wish')
          .values({ user_id: userId })
          .onConflict((conflict) => conflict.doNothing())
          .returning('user_id')
          .execute()
      : await tx.deleteFrom('statement_wish').where('user_id', '=', userId).returning('user_id').execute()
    if (changed.length === 0) return
    await record('statements by mail', ['account', userId], { before: { isWanted: !isWanted }, after: { isWanted } })
  })
