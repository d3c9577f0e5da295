import { type AnyRouter, useNavigate, useRouter } from '@tanstack/react-router'

/** How each page stood when it was left, by its path. */
const lastSearch = new Map<string, Record<string, unknown>>()
let pageBefore = ''

/** Notes where people come from, until the function that it returns is called. */
export const trackHistory = (router: AnyRouter): (() => void) => {
  let here = router.state.location.pathname
  const stops = [
    // Each step that the history has, also one that was left before its page had come.
    router.subscribe('onBeforeNavigate', ({ toLocation: { pathname } }) => {
      if (pathname === here) return
      pageBefore = here
      here = pathname
    }),
    router.subscribe('onResolved', ({ fromLocation, toLocation }) => {
      for (const at of [fromLocation, toLocation]) if (at) lastSearch.set(at.pathname, at.search)
    }),
  ]
  return () => stops.forEach((stop) => stop())
}

export const lastSearchOf = (path: string): Record<string, unknown> => lastSearch.get(path) ?? {}

/** Back to a list as it was left: its page and its filters, and where it was the page before, the place in it too. */
export const useWayBack = (list: '/admin/products' | '/admin/customers' | '/admin/users') => {
  const router = useRouter()
  const navigate = useNavigate()
  return () => {
    if (pageBefore === list && router.history.canGoBack()) return router.history.back()
    void navigate({ to: list, search: lastSearchOf(list) })
  }
}
