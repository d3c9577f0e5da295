import { openDaysOf } from '../../delivery/delivery-shapes.ts'
import { useArrivals } from './hooks.ts'

/** The days that can be requested for delivery of these items; undefined until known. */
export const useOpenDays = (
  items: readonly { coldStatus: string }[],
  method: string | null,
): readonly string[] | undefined => {
  const { data } = useArrivals()
  if (!data || method === null) return undefined
  const isCold = ({ coldStatus }: { coldStatus: string }) => coldStatus !== ''
  return openDaysOf(data, { method, hasWarm: !items.every(isCold), hasCold: items.some(isCold) })
}
