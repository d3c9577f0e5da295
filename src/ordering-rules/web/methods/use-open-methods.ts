import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#web/api.ts'
import { useUser } from '#web/session.ts'
import { orderMethods } from '../../methods/contract.ts'

/** Visitors cannot order, so they choose no methods. */
export const useOpenMethods = () => useQuery({ ...queryOf(orderMethods.open), enabled: useUser() !== null })
