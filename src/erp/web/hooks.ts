import { useQuery } from '@tanstack/react-query'
import { queryOf, useChange } from '#web/api.ts'
import { erpCalls } from '../contract.ts'

const secondsBetweenLooks = 5

/** The page shows what happens while it happens. */
export const useErpState = () => useQuery({ ...queryOf(erpCalls.state), refetchInterval: secondsBetweenLooks * 1_000 })

export const useErpAges = () => useQuery({ ...queryOf(erpCalls.ages), staleTime: 60_000, refetchInterval: 120_000 })

export const useErpCheck = () => useChange(erpCalls.check)

export const useClearAlarm = () =>
  useChange(erpCalls.clearException, { success: ({ message }) => message, refresh: [erpCalls.state] })
