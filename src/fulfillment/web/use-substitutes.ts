import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#web/api.ts'
import { fulfillment } from '../contract.ts'

export const useSubstitutes = (orderId: string) =>
  useQuery({ ...queryOf(fulfillment.substitutes, { params: { id: orderId } }), refetchInterval: 20_000 })
