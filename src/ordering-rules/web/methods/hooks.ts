import { useQuery } from '@tanstack/react-query'
import { queryOf, useChange } from '#web/api.ts'
import { orderMethods } from '../../methods/contract.ts'

export const useMethodRules = () => useQuery(queryOf(orderMethods.rules))

export const useChangeRule = (saved: () => void) =>
  useChange(orderMethods.change, {
    refresh: [orderMethods.rules, orderMethods.open],
    success: ({ message }) => message,
    onSuccess: saved,
  })
