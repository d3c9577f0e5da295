import { create } from 'zustand'
import type { ApiError } from './api-error.ts'

const useOutage = create<{ isAway: boolean }>(() => ({ isAway: false }))

/** Whether calls fail because the portal or its database is gone for a while. */
export const useIsAway = (): boolean => useOutage(({ isAway }) => isAway)

const waiting = new Set<() => void>()

/** Is told when the portal answers again. */
export const onPortalBack = (goOn: () => void): void => void waiting.add(goOn)

/** What a call threw: where it says that the portal is away, it is asked from now on until it is back. */
export const noteFailure = (failure: ApiError): void => {
  if (saysAway(failure)) noteAway()
}

/** The portal could not be reached. */
export const noteAway = (): void => {
  if (useOutage.getState().isAway) return
  useOutage.setState({ isAway: true })
  addEventListener('online', retryNow)
  retryLater()
}

/** No answer, one of a proxy that found nobody, or the portal's own word that its database is gone. */
const saysAway = ({ status, details }: ApiError): boolean =>
  status === 0 || details['databaseAway'] === true || ([502, 503, 504].includes(status) && !('message' in details))

const betweenMilliseconds = 2_000

let timer: ReturnType<typeof setTimeout> | undefined

/** Spread, so that not all pages come back in the same moment. */
const retryLater = (): void => {
  clearTimeout(timer)
  timer = setTimeout(() => void ask(), betweenMilliseconds * (1 + Math.random()))
}

/** The browser has its network again. */
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
