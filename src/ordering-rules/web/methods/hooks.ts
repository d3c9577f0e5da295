import { useQuery } from '@tanstack/react-query'
import { queryOf, useChange } from '#web/api.ts'
import { useUser } from '#web/session.ts'
import { orderMethods } from '../../methods/contract.ts'

/** Visitors order nothing, so they choose nothing. */
export const useOpenMethods = () => useQuery({ ...queryOf(orderMethods.open), enabled: useUser() !== null })

export const useMethodRules = () => useQuery(queryOf(orderMethods.rules))

export const useChangeRule = (saved: () => void) =>
  useChange(orderMethods.change, {
    refresh: [orderMethods.rules, orderMethods.open],
    success: ({ message }) => message,
    onSuccess: saved,
  })
