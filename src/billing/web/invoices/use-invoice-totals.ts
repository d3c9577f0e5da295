import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryOf } from '#web/api.ts'
import { invoices } from '../../invoices/contract.ts'

/** What the reader's account owes. */
export const useInvoiceTotals = () =>
  useQuery({ ...queryOf(invoices.totals, { query: {} }), placeholderData: keepPreviousData })
