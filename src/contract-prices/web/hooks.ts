import { useQuery } from '@tanstack/react-query'
import { catalogue } from '#catalogue/contract.ts'
import { withProducts } from '#catalogue/web/product-reads.ts'
import { maintenance } from '#product-editing/maintenance-shapes.ts'
import { queryOf, useChange } from '#web/api.ts'

export const useCustomerPrices = (id: string, query: string, page: number) =>
  useQuery(queryOf(maintenance.customerPrices, { params: { id }, query: { query, page } }))

export const useSetCustomerPrice = (done: () => void) =>
  useChange(maintenance.setCustomerPrice, {
    refresh: [maintenance.customerPrices, ...withProducts],
    success: ({ message }) => message,
    onSuccess: done,
  })

export const useImportCustomerPrices = () =>
  useChange(maintenance.importCustomerPrices, { refresh: [maintenance.customerPrices, ...withProducts] })

export const useImportProductPrices = () => useChange(maintenance.importProductPrices, { refresh: withProducts })

/** Products to choose from, as an admin finds them. */
export const useProductChoice = (query: string, isEnabled: boolean) =>
  useQuery({
    ...queryOf(catalogue.searchAsAdmin, { query: { query, viewCount: '12' } }),
    enabled: isEnabled && query !== '',
    staleTime: 30_000,
  })
