import { useQuery } from '@tanstack/react-query'
import { withProducts } from '#catalog/web/product-reads.ts'
import { queryOf, useChange } from '#web/api.ts'
import { businessGroups, priceLists } from '../contract.ts'

const groups = [businessGroups.list, businessGroups.byId, priceLists.list, priceLists.simulate, ...withProducts]
const told = { success: ({ message }: { message: string }) => message }

export const useGroups = () => useQuery(queryOf(businessGroups.list))
export const useGroup = (id: string) => useQuery(queryOf(businessGroups.byId, { params: { id } }))

export const useMakeGroup = (made: (id: string) => void) =>
  useChange(businessGroups.make, { ...told, refresh: groups, onSuccess: ({ _id }) => made(_id) })
export const useChangeGroup = (done: () => void) =>
  useChange(businessGroups.change, { ...told, refresh: groups, onSuccess: done })
export const useRemoveGroup = (done: () => void) =>
  useChange(businessGroups.remove, { ...told, refresh: [businessGroups.list], onSuccess: done })
