import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { withProducts } from '#catalog/web/product-reads.ts'
import { users } from '#customers/contract.ts'
import type { Table } from '#web/table/use-table.ts'
import { contractPrices, type customerPriceList } from '../contract.ts'
import { queryOf, useChange } from '#web/api.ts'

type PriceTable = Table<(typeof customerPriceList.filters)[number], (typeof customerPriceList.sorts)[number]>

export const useCustomerPrices = (id: string, { sent }: PriceTable) =>
  useQuery({
    ...queryOf(contractPrices.customerPrices, { params: { id }, query: sent }),
    placeholderData: keepPreviousData,
    select: ({ customer, prices, count }) => ({ customer, rows: prices, count: { number: count, isMore: false } }),
  })

export const useSetCustomerPrice = (done: () => void) =>
  useChange(contractPrices.setCustomerPrice, {
    refresh: [contractPrices.customerPrices, users.record, ...withProducts],
    onSuccess: done,
  })
