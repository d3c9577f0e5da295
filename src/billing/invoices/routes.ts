import type { FastifyReply } from 'fastify'
import { countHeader, writeCount } from '#shared/filters.ts'
import type { Condition } from '#platform/db/conditions.ts'
import type { CallOf } from '#platform/http/serve.ts'
import type { App } from '#platform/feature.ts'
import { printDocument } from '#platform/pdf/print-document.ts'
import { csvFile } from '#platform/http/csv.ts'
import { documentToken } from '#identity/document-cookie.ts'
import { type OnQuestion, resolveQuestion, submitQuestion } from './submit-question.ts'
import { type InvoiceFilter, invoices } from './contract.ts'
import { creditOf } from './read-credit.ts'
import { composeStatement, statementCsv } from './compose-statement.ts'
import { type FetchPdf, makeDocuments, archiveDocuments } from './fetch-document.ts'
import { openQuestions } from './list-questions.ts'
import { idsOfInvoices, invoiceCsv, invoicesOf, pageOfInvoices } from './list-invoices.ts'
import { invoicesOfMonth, type PaymentsOfMonth } from './read-statement.ts'
import { wantsStatement, setStatementPreference } from './mail-statements.ts'
import { type FindNamed, namedProduct } from '#orders/history/match-orders.ts'
import { visibleAccount, isInvoiceOf } from '#customers/business/own-records.ts'
import type { PaymentOfOrder } from './compare-order.ts'
import { businessNames, invoiceById, invoiceDetail, visibleInvoices } from './queries.ts'
import { ifSoon, isTab, progressPage, makeRefuseInTab } from './show-progress.ts'
import { cacheYearTotals } from './total-last-year.ts'
import { totalAllInvoices, totalInvoices } from './total-invoices.ts'
import type { Db } from '#platform/db/tables.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { notFound } from '#platform/http/refusal.ts'
import { accountNumber } from '#shared/account-number.ts'
import { businessDay } from '#shared/business-day.ts'
import { isUuid } from '#shared/wire.ts'

interface InvoiceMeans {
  fetchPdf: FetchPdf
  paymentOfOrder: PaymentOfOrder
  paymentsOfMonth: PaymentsOfMonth
  findNamed: FindNamed
  onQuestion: OnQuestion
}

export const invoiceRoutes = (
  app: App,
  { fetchPdf, paymentOfOrder, paymentsOfMonth, findNamed, onQuestion }: InvoiceMeans,
): void => {
  const { serve, serveFile, db, brand, config } = app
  const documents = makeDocuments(db, fetchPdf)
  const yearOfAll = cacheYearTotals(db)
  const timeZone = config.BUSINESS_TIME_ZONE
  const today = () => businessDay(timeZone)

  const wantedBy = async (user: Caller, filter: InvoiceFilter) => ({
    filter,
    ownAccount: visibleAccount(user),
    today: today(),
    product: await namedProduct(findNamed, filter.product),
  })

  const sendPage = async (
    { query, user }: Pick<CallOf<typeof invoices.all>, 'query' | 'user'>,
    reply: FastifyReply,
    { whose, filter = {} }: { whose: Condition | null; filter?: InvoiceFilter },
  ) => {
    const { rows, count } = await pageOfInvoices(db, { ...(await wantedBy(user, filter)), whose, ...query })
    void reply.header(countHeader, writeCount(count))
    return rows
  }

  serve(invoices.list, (call, reply) =>
    sendPage(call, reply, { whose: visibleInvoices(call.user), filter: call.params.filter }),
  )

  serveFile(invoices.csv, async ({ params: { filter }, query, user }) => {
    const wanted = await wantedBy(user, filter)
    return csvFile('invoices.csv', {
      columns: invoiceCsv(user.isAdmin),
      ids: await idsOfInvoices(db, { ...wanted, whose: visibleInvoices(user), ...query }),
      read: (ids) => invoicesOf(db, ids, today()),
    })
  })

  serve(invoices.all, (call, reply) => sendPage(call, reply, { whose: null }))

  serve(invoices.ofCustomer, async ({ params, user, query: { payment, ...query } }, reply) => {
    const { number } = await accountOf(db, user, params.id)
    const filter = payment === undefined ? {} : { payment }
    return sendPage({ query, user }, reply, { whose: isInvoiceOf(number), filter })
  })

  serve(invoices.byId, ({ params, user }) =>
    invoiceDetail(db, { caller: user, id: params.id, today: today(), paymentOfOrder }),
  )

  serveFile(
    invoices.pdf,
    async ({ params, user, raw }) => {
      const coming = documents(await invoiceById(db, user, params.id))
      const content = isTab(raw) ? await ifSoon(coming) : await coming
      if (!content) return progressPage(brand(), params.id)
      return {
        type: 'application/pdf',
        name: `invoice-${params.id}.pdf`,
        isInline: true,
        content,
        // The browser's PDF viewer needs these sources.
        headers: { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'" },
      }
    },
    { tokenOf: documentToken(config), refuse: makeRefuseInTab(brand) },
  )

  serveFile(invoices.archive, ({ query: { ids }, user }) => archiveDocuments(db, documents, { caller: user, ids }))

  serve(invoices.ask, (call) => submitQuestion(db, { config, onQuestion }, call))

  serve(invoices.openQuestions, async () => (await openQuestions(db)).rows)

  serve(invoices.settleQuestion, (call) => resolveQuestion(db, config, call))

  serve(invoices.totals, async ({ query: { account }, user }) => {
    if (user.isAdmin && account === '') return totalAllInvoices(db, yearOfAll())
    return totalInvoices(db, isInvoiceOf((await accountOf(db, user, account || user._id)).number))
  })

  serveFile(invoices.statement, ({ params, query: { month }, user }) =>
    printDocument(app, user._id, async () => {
      const { number, company } = await accountOf(db, user, params.id)
      return composeStatement({ db, timeZone, paymentsOfMonth }, { account: number, company, month })
    }),
  )

  serve(invoices.creditLimit, async ({ query: { of }, user }) => {
    if (of !== undefined) return creditOf(db, await businessFor(db, user, of))
    const isStaff = user.isAdmin || user.isSalesRep
    return creditOf(db, isStaff ? (user.orderingFor?.businessId ?? null) : user.businessId)
  })

  serve(invoices.statementByMail, async ({ user }) => ({ isWanted: await wantsStatement(db, user._id) }))

  serve(invoices.chooseStatementByMail, async (call) => {
    await setStatementPreference(db, call)
    return {
      message: call.body.isWanted ? 'Monthly statement email turned on' : 'Monthly statement email turned off',
    }
  })

  serveFile(invoices.statementCsv, async ({ params, query: { month }, user }) => {
    const { number } = await accountOf(db, user, params.id)
    const rows = await invoicesOfMonth(db, { account: number, month })
    const byId = new Map(rows.map((row) => [row.id, row]))
    return csvFile(`statement-${month}-${number}.csv`, {
      columns: statementCsv(today()),
      ids: [...byId.keys()],
      read: async (ids) => ids.flatMap((id) => byId.get(id) ?? []),
    })
  })
}

interface Account {
  number: string
  company: string
}

/** An account by its number or a user's id: the caller's own, a rep's customer, any for admins; else not found. */
const accountOf = async (db: Db, caller: Caller, id: string): Promise<Account> => {
  const [number, seen, customer] = [accountNumber(id), visibleAccount(caller), caller.orderingFor]
  if (seen !== '' && (id === caller._id || number === seen || (seen === customer?.accountID && id === customer._id)))
    return { number: seen, company: seen === customer?.accountID ? customer.companyName : caller.companyName }
  if (!caller.isAdmin) throw notFound('Account')
  if (!isUuid(id)) return { number, company: (await businessNames(db, [number])).get(number) ?? '' }
  const user = await db
    .selectFrom('user_account')
    .leftJoin('business', 'business.id', 'business_id')
    .select(['account_number', 'business.name as company'])
    .where('user_account.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('Account'))
  return { number: user.account_number ?? '', company: user.company ?? '' }
}

/** The business of a user; for admins only. */
const businessFor = async (db: Db, caller: Caller, id: string): Promise<string | null> => {
  if (!caller.isAdmin) throw notFound('User')
  const user = await db
    .selectFrom('user_account')
    .select('business_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('User'))
  return user.business_id
}
