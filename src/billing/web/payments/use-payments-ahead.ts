import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#web/api.ts'
import { payments } from '../../payments/contract.ts'

/** Prefetches the payments together with the order. */
export const usePaymentsAhead = (id: string) => useQuery(queryOf(payments.ofOrder, { params: { id } }))
