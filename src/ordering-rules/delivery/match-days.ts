import type { Arrivals } from './contract.ts'

interface Items {
  method: string
  hasWarm: boolean
  hasCold: boolean
}

/** The delivery days that can be requested for all items of an order; refrigerated items have days of their own. */
export const openDaysOf = (
  { openDays, coldOpenDays }: Pick<Arrivals, 'openDays' | 'coldOpenDays'>,
  { method, hasWarm, hasCold }: Items,
): string[] => {
  if (!hasCold) return openDays[method] ?? []
  const warm = new Set(openDays[method])
  return coldOpenDays.filter((day) => !hasWarm || warm.has(day))
}
