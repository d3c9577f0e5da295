import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#web/api.ts'
import { invoices } from '../../invoices/contract.ts'

/** Of a user’s business; without one of the own, or of whom is ordered for. */
export const useCreditLimit = (of?: string) =>
  useQuery({ ...queryOf(invoices.creditLimit, { query: of ? { of } : {} }), staleTime: 60_000 })
