import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#web/api.ts'
import { invoices } from '../../invoices/contract.ts'

/** The credit of a user's business; without a user, that of the caller or of the customer they order for. */
export const useCreditLimit = (of?: string) =>
  useQuery({ ...queryOf(invoices.creditLimit, { query: of ? { of } : {} }), staleTime: 60_000 })
