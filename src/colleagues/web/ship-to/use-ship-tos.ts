import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#web/api.ts'
import { shipTos } from '../../ship-to/contract.ts'

/** Additional ship-to addresses of a user’s business; disabled while no user is given. */
export const useShipTos = (userId: string | undefined) =>
  useQuery({
    ...queryOf(shipTos.list, { params: { id: userId ?? '' } }),
    enabled: userId !== undefined,
    staleTime: 60_000,
  })
