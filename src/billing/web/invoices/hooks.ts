import { useQuery } from '@tanstack/react-query'
import { orderingForHeader } from '#shared/endpoint.ts'
import { callAddress } from '#web/api-address.ts'
import { queryOf, useChange } from '#web/api.ts'
import { download } from '#web/download.ts'
import { customer } from '#web/ordering-for.ts'
import { countedQueryOf, type Table } from '#web/table/use-table.ts'
import { type invoiceList, invoices } from '../../invoices/contract.ts'

export type InvoiceTable = Table<(typeof invoiceList.filters)[number], (typeof invoiceList.sorts)[number]>

const partsOf = ({ sent: { query, ...page } }: InvoiceTable) => ({
  params: { filter: JSON.stringify(query) },
  query: page,
})

export const useInvoices = (table: InvoiceTable) => useQuery(countedQueryOf(invoices.list, partsOf(table)))

export const saveInvoices = ({ sent: { query, sort } }: InvoiceTable): Promise<void> =>
  download(
    callAddress(invoices.csv.path, { params: { filter: JSON.stringify(query) }, query: { sort } }),
    'invoices.csv',
  )

export const useInvoice = (id: string) => useQuery(queryOf(invoices.byId, { params: { id } }))

export const useSubmitQuestion = (done: () => void) =>
  useChange(invoices.ask, { refresh: [invoices.byId], onSuccess: done })

export const useResolveQuestion = (done: () => void) =>
  useChange(invoices.settleQuestion, {
    refresh: [invoices.openQuestions, invoices.byId],
    onSuccess: done,
  })

export const useStatementByMail = () => useQuery(queryOf(invoices.statementByMail))

export const useChooseStatementByMail = () =>
  useChange(invoices.chooseStatementByMail, {
    refresh: [invoices.statementByMail],
  })

export const documentAddress = (id: string): string => {
  const address = callAddress(invoices.pdf.path, { params: { id } })
  // A new tab cannot send the header that names the sales rep's customer, so the address has it.
  const chosen = customer()
  return chosen ? `${address}?${orderingForHeader}=${chosen._id}` : address
}

export const saveArchive = (ids: readonly string[]): Promise<void> =>
  download(callAddress(invoices.archive.path, { query: { ids: ids.join(',') } }), 'invoices.zip')

interface Statement {
  /** An account number or a user's id. */
  of: string
  month: string
}

export const saveStatement = ({ of, month }: Statement, kind: 'pdf' | 'csv'): Promise<void> =>
  download(
    callAddress((kind === 'pdf' ? invoices.statement : invoices.statementCsv).path, {
      params: { id: of },
      query: { month },
    }),
    `statement-${month}.${kind}`,
  )
