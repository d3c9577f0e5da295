import { countHeader, writeCount } from '#shared/filters.ts'
import type { App } from '#platform/feature.ts'
import { printDocument } from '#platform/pdf/print-document.ts'
import { csvOf } from '#platform/http/csv.ts'
import { documentToken } from '#accounts/document-cookie.ts'
import { invoices } from './contract.ts'
import { composeStatement, invoicesOfMonth, statementLine, statementTitles } from './compose-statement.ts'
import { type FetchPdf, makeDocuments } from './fetch-document.ts'
import { accountOf } from './find-account.ts'
import { idsOfInvoices, invoiceCsvLine, invoiceCsvTitles, invoicesOf, pageOfInvoices } from './list-invoices.ts'
import { visibleInvoices } from './own-invoices.ts'
import { isInvoiceOf } from '#businesses/own-records.ts'
import { invoiceById, invoiceDetail } from './queries.ts'
import { ifSoon, isTab, progressPage, refuseInTab } from './show-progress.ts'
import { totalInvoices } from './total-invoices.ts'

export const invoiceRoutes = ({ serve, serveFile, db }: App, fetchPdf: FetchPdf): void => {
  const documents = makeDocuments(db, fetchPdf)

  serve(invoices.list, async ({ params: { filter }, query, user }, reply) => {
    const { rows, count } = await pageOfInvoices(db, { whose: visibleInvoices(user), filter, ...query })
    void reply.header(countHeader, writeCount(count))
    return rows
  })

  serveFile(invoices.csv, async ({ params: { filter }, query, user }) => ({
    type: 'text/csv; charset=utf-8',
    name: 'invoices.csv',
    content: csvOf({
      titles: invoiceCsvTitles,
      ids: await idsOfInvoices(db, { whose: visibleInvoices(user), filter, ...query }),
      read: (ids) => invoicesOf(db, ids),
      values: invoiceCsvLine,
    }),
  }))

  serve(invoices.all, async ({ query }, reply) => {
    const { rows, count } = await pageOfInvoices(db, { whose: null, filter: {}, ...query })
    void reply.header(countHeader, writeCount(count))
    return rows
  })

  serve(invoices.ofCustomer, async ({ params, query, user }, reply) => {
    const { number } = await accountOf(db, user, params.id)
    const { rows, count } = await pageOfInvoices(db, { whose: isInvoiceOf(number), filter: {}, ...query })
    void reply.header(countHeader, writeCount(count))
    return rows
  })

  serve(invoices.byId, ({ params, user }) => invoiceDetail(db, user, params.id))

  serveFile(
    invoices.pdf,
    async ({ params, user, raw }) => {
      const coming = documents(await invoiceById(db, user, params.id))
      const content = isTab(raw) ? await ifSoon(coming) : await coming
      if (!content) return progressPage(params.id)
      return {
        type: 'application/pdf',
        name: `invoice-${params.id}.pdf`,
        isInline: true,
        content,
        // What the browser's own viewer needs.
        headers: { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'" },
      }
    },
    { tokenOf: documentToken, refuse: refuseInTab },
  )

  serve(invoices.totals, async ({ query: { account }, user }) => {
    const isAll = user.isAdmin && account === ''
    return totalInvoices(db, isAll ? null : isInvoiceOf((await accountOf(db, user, account || user._id)).number))
  })

  serveFile(invoices.statement, ({ params, query: { month }, user }) =>
    printDocument(user._id, async () => {
      const { number, company } = await accountOf(db, user, params.id)
      return composeStatement(db, { account: number, company, month })
    }),
  )

  serveFile(invoices.statementCsv, async ({ params, query: { month }, user }) => {
    const { number } = await accountOf(db, user, params.id)
    const rows = await invoicesOfMonth(db, { account: number, month })
    const byId = new Map(rows.map((row) => [row.id, row]))
    return {
      type: 'text/csv; charset=utf-8',
      name: `statement-${month}-${number}.csv`,
      content: csvOf({
        titles: statementTitles,
        ids: [...byId.keys()],
        read: async (ids) => ids.flatMap((id) => byId.get(id) ?? []),
        values: statementLine,
      }),
    }
  })
}
