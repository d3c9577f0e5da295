import { create } from 'zustand'
import type { ApiError } from './api-error.ts'

const useOutage = create<{ isAway: boolean }>(() => ({ isAway: false }))

/** Whether calls fail because the portal or its database is down. */
export const useIsAway = (): boolean => useOutage(({ isAway }) => isAway)

const waiting = new Set<() => void>()

/** Registers a callback for when the portal is back. */
export const onPortalBack = (goOn: () => void): void => void waiting.add(goOn)

/** If the error means an outage, starts polling until the portal is back. */
export const noteFailure = (failure: ApiError): void => {
  if (saysAway(failure)) noteAway()
}

/** Reports that the portal was unreachable. */
export const noteAway = (): void => {
  if (useOutage.getState().isAway) return
  useOutage.setState({ isAway: true })
  addEventListener('online', retryNow)
  retryLater()
}

/** No response, a proxy's gateway error, or the portal's own report that its database is down. */
const saysAway = ({ status, details }: ApiError): boolean =>
  status === 0 || details['databaseAway'] === true || ([502, 503, 504].includes(status) && !('message' in details))

const betweenMilliseconds = 2_000

let timer: ReturnType<typeof setTimeout> | undefined

/** Random jitter, so that clients do not return all at the same time. */
const retryLater = (): void => {
  clearTimeout(timer)
  timer = setTimeout(() => void ask(), betweenMilliseconds * (1 + Math.random()))
}

/** The browser is online again. */
const retryNow = (): void => void ask()

const ask = async (): Promise<void> => {
  const isBack = await fetch('/readyz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (!isBack) return retryLater()
  if (!useOutage.getState().isAway) return
  clearTimeout(timer)
  removeEventListener('online', retryNow)
  useOutage.setState({ isAway: false })
  for (const goOn of waiting) goOn()
}
