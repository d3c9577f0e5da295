import { useQuery } from '@tanstack/react-query'
import { withProducts } from '#catalog/web/product-reads.ts'
import { editedQueryOf, queryOf, useChange } from '#web/api.ts'
import { productEditing, restrictions } from '../contract.ts'

export interface RestrictionKey {
  kind: 'product' | 'category'
  subject: string
}

export const useRestrictions = () => useQuery(queryOf(restrictions.list))
export const useRestriction = (params: RestrictionKey) => useQuery(editedQueryOf(restrictions.find, { params }))
export const useRestrict = () =>
  useChange(restrictions.set, {
    refresh: [restrictions.list, restrictions.find, productEditing.list, ...withProducts],
  })
