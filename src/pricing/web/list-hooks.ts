import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { withProducts } from '#catalog/web/product-reads.ts'
import { editedQueryOf, queryOf, useChange } from '#web/api.ts'
import { type EntrySort, priceLists } from '../contract.ts'

const lists = [priceLists.list, priceLists.byId, priceLists.entries, priceLists.simulate, ...withProducts]

export const usePriceLists = () => useQuery(queryOf(priceLists.list))
export const usePriceList = (id: string) => useQuery(editedQueryOf(priceLists.byId, { params: { id } }))
export const useEntries = (id: string, query: string, page: number, sort: EntrySort) =>
  useQuery({
    ...queryOf(priceLists.entries, { params: { id }, query: { query, page, sort } }),
    placeholderData: keepPreviousData,
  })

export const useMakeList = (made: (id: string) => void) =>
  useChange(priceLists.make, { refresh: lists, onSuccess: ({ _id }) => made(_id) })
export const useChangeList = (done: () => void) => useChange(priceLists.change, { refresh: lists, onSuccess: done })
export const useRemoveList = (done: () => void) =>
  useChange(priceLists.remove, { refresh: [priceLists.list, ...withProducts], onSuccess: done })
export const useSetEntry = (done: () => void) => useChange(priceLists.setEntry, { refresh: lists, onSuccess: done })
