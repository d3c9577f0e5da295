import { useQuery } from '@tanstack/react-query'
import { withProducts } from '#catalogue/web/product-reads.ts'
import { maintenance } from '#product-editing/maintenance-shapes.ts'
import { queryOf, useChange } from '#web/api.ts'

export const useLedger = (id: string) => useQuery(queryOf(maintenance.stock, { params: { id }, query: {} }))

export const useCorrectStock = (corrected: () => void) =>
  useChange(maintenance.correctStock, {
    refresh: [...withProducts, maintenance.stock],
    success: 'Stock corrected',
    onSuccess: corrected,
  })
