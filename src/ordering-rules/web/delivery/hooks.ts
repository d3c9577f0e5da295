import { useQuery } from '@tanstack/react-query'
import { queryOf, useChange } from '#web/api.ts'
import { useUser } from '#web/session.ts'
import { delivery } from '../../delivery/contract.ts'

/** Visitors cannot order, so they get no delivery dates. */
export const useArrivals = () => useQuery({ ...queryOf(delivery.arrivals), enabled: useUser() !== null })

export const useDeliverySettings = () => useQuery(queryOf(delivery.settings))

const stale = {
  refresh: [delivery.settings, delivery.arrivals],
}

export const useSetMethod = () => useChange(delivery.setMethod, stale)
export const useSetHoliday = () => useChange(delivery.keepHoliday, stale)
export const useSetDay = (saved: () => void) => useChange(delivery.setDay, { ...stale, onSuccess: saved })
export const useRemoveDay = () => useChange(delivery.removeDay, stale)
