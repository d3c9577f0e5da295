import { useQuery } from '@tanstack/react-query'
import { withProducts } from '#catalogue/web/product-reads.ts'
import { inventory } from '../contract.ts'
import { queryOf, useChange } from '#web/api.ts'

export const useLedger = (id: string) => useQuery(queryOf(inventory.stock, { params: { id }, query: {} }))

export const useCorrectStock = (corrected: () => void) =>
  useChange(inventory.correctStock, {
    refresh: [...withProducts, inventory.stock],
    success: 'Stock corrected',
    onSuccess: corrected,
  })
