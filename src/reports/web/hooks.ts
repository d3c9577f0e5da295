import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryOf } from '#web/api.ts'
import { type CustomerMatter, reports, shortestSearch } from '../contract.ts'
import type { BreakdownSort, Days, Dimension } from '../sales-shapes.ts'

/** Returning to the dashboard within half a minute shows the cached figures. */
const fresh = { staleTime: 30_000 }

export const useSummary = () => useQuery({ ...queryOf(reports.summary), ...fresh })
export const useOrdersByState = () => useQuery({ ...queryOf(reports.map), ...fresh })
export const useSales = (days: Days) =>
  useQuery({ ...queryOf(reports.sales, { query: { ...days } }), placeholderData: keepPreviousData, ...fresh })
export const useBreakdown = (wanted: Days & { by: Dimension; sort: BreakdownSort }) =>
  useQuery({
    ...queryOf(reports.breakdown, { query: wanted }),
    placeholderData: keepPreviousData,
    ...fresh,
    // A job counts changed days within seconds.
    refetchInterval: ({ state }) => ((state.data?.uncounted ?? 0) > 1 ? 3_000 : false),
  })
export const useInvoiceOverviews = () => useQuery({ ...queryOf(reports.invoices), ...fresh })
export const useAttention = () => useQuery({ ...queryOf(reports.attention), ...fresh })
export const useMySummary = (id: string) =>
  useQuery({ ...queryOf(reports.mySummary, { params: { id } }), enabled: id !== '' })

export const useMyCustomers = (show: CustomerMatter) =>
  useQuery({ ...queryOf(reports.myCustomers, { query: { show } }), placeholderData: keepPreviousData, ...fresh })

export const useTopProducts = (year: number) =>
  useQuery({ ...queryOf(reports.topProducts, { params: { id: year } }), placeholderData: keepPreviousData, ...fresh })
export const useTopCustomers = (year: number) =>
  useQuery({ ...queryOf(reports.topCustomers, { params: { id: year } }), placeholderData: keepPreviousData, ...fresh })

/** Searches only once enough letters are typed. */
export const useProductNames = (query: string) =>
  useQuery({
    ...queryOf(reports.productNames, { query: { query } }),
    enabled: query.trim().length >= shortestSearch,
    placeholderData: keepPreviousData,
    ...fresh,
  })

export const useProductSales = (ndc: string) =>
  useQuery({ ...queryOf(reports.productSales, { params: { id: ndc } }), enabled: ndc !== '', ...fresh })
