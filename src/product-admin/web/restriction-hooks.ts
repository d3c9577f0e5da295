import { useQuery } from '@tanstack/react-query'
import { withProducts } from '#catalog/web/product-reads.ts'
import { queryOf, useChange } from '#web/api.ts'
import { productEditing, restrictions } from '../contract.ts'

const told = {
  refresh: [restrictions.list, restrictions.ofProduct, restrictions.ofCategory, productEditing.list, ...withProducts],
  success: ({ message }: { message: string }) => message,
}

export const useRestrictions = () => useQuery(queryOf(restrictions.list))
export const useProductRestriction = (id: string) => useQuery(queryOf(restrictions.ofProduct, { params: { id } }))
export const useCategoryRestriction = (name: string) => useQuery(queryOf(restrictions.ofCategory, { query: { name } }))

export const useRestrictProduct = () => useChange(restrictions.setProduct, told)
export const useRestrictCategory = () => useChange(restrictions.setCategory, told)
