import { useQuery } from '@tanstack/react-query'
import { queryOf, useChange } from '#web/api.ts'
import { inventory } from '../../stock/contract.ts'

export const useStockRequests = () => useQuery({ ...queryOf(inventory.requests), staleTime: 60_000 })

const changeOptions = { refresh: [inventory.requests] }

export const useRequestStock = () => useChange(inventory.request, changeOptions)

export const useEndRequest = () => useChange(inventory.endRequest, changeOptions)
