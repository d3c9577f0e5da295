import { useQuery } from '@tanstack/react-query'
import { queryOf, useChange } from '#web/api.ts'
import { orderMethods } from '../../methods/contract.ts'

export const useMethodRules = () => useQuery(queryOf(orderMethods.rules))

export const useChangeRule = () =>
  useChange(orderMethods.change, {
    refresh: [orderMethods.rules, orderMethods.open],
  })
