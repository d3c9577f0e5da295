import { useQuery } from '@tanstack/react-query'
import { withProducts } from '#catalog/web/product-reads.ts'
import { call, editedQueryOf, queryOf, useChange } from '#web/api.ts'
import { useCustomer } from '#web/ordering-for.ts'
import { useUser } from '#web/session.ts'
import type { Allocated } from '../../limits/allocation-shapes.ts'
import { allocations } from '../../limits/contract.ts'

export const useAllocations = (page: number) => useQuery(queryOf(allocations.list, { query: { page } }))

export const useProductAllocation = (id: string, page: number) =>
  useQuery(editedQueryOf(allocations.ofProduct, { params: { id }, query: { page } }))

const stale = [allocations.list, allocations.ofProduct, ...withProducts]

export const useSetAllocation = (saved: () => void) => useChange(allocations.set, { refresh: stale, onSuccess: saved })

export const useRemoveAllocation = () => useChange(allocations.remove, { refresh: stale })

export const useSetException = (saved: () => void) =>
  useChange(allocations.except, { refresh: stale, onSuccess: saved })

/** The user's remaining allocation of a product. Requests of all products on a page are batched. */
export const useAllocated = (productId: string) => {
  const user = useUser()
  const customer = useCustomer()
  return useQuery({
    queryKey: [allocations.left.path, customer?._id ?? user?._id, productId],
    queryFn: () => fetchTogether(productId),
    enabled: user !== null,
    staleTime: 30_000,
  })
}

let waiting: string[] = []
let asked: Promise<Record<string, Allocated>> | null = null

const fetchTogether = async (id: string): Promise<Allocated | null> => {
  waiting.push(id)
  asked ??= new Promise((notify, fail) => {
    setTimeout(() => {
      const ids = [...new Set(waiting)]
      waiting = []
      asked = null
      call(allocations.left, { body: { ids } }).then(notify, fail)
    })
  })
  return (await asked)[id] ?? null
}
