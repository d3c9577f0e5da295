import { useQuery } from '@tanstack/react-query'
import { withProducts } from '#catalog/web/product-reads.ts'
import { users } from '#customers/contract.ts'
import { contractPrices } from '../contract.ts'
import { queryOf, useChange } from '#web/api.ts'

export const pricesAPage = 25

export const useCustomerPrices = (id: string, query: string, page: number) =>
  useQuery(queryOf(contractPrices.customerPrices, { params: { id }, query: { query, page, pageSize: pricesAPage } }))

export const useSetCustomerPrice = (done: () => void) =>
  useChange(contractPrices.setCustomerPrice, {
    refresh: [contractPrices.customerPrices, users.record, ...withProducts],
    onSuccess: done,
  })
