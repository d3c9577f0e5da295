import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#web/api.ts'
import { payments } from '../../payments/contract.ts'

/** Asked for together with the order itself. */
export const usePaymentsAhead = (id: string) => useQuery(queryOf(payments.ofOrder, { params: { id } }))
