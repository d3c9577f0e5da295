import { type AnyRouter, useNavigate, useRouter } from '@tanstack/react-router'

/** The query string of each page when it was left, by path. */
const lastSearch = new Map<string, Record<string, unknown>>()
let pageBefore = ''

/** Tracks the previous page until the returned function is called. */
export const trackHistory = (router: AnyRouter): (() => void) => {
  let here = router.state.location.pathname
  const stops = [
    // Every history step, including pages left before they were rendered.
    router.subscribe('onBeforeNavigate', ({ toLocation: { pathname }, hrefChanged }) => {
      // Another tab of the same page is a step too.
      if (pathname === here && !hrefChanged) return
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

/** Goes back to a list with its filters and page, and the scroll position if the list was the previous page. */
export const useWayBack = (list: '/admin/products' | '/admin/customers' | '/admin/users') => {
  const router = useRouter()
  const navigate = useNavigate()
  return () => {
    if (pageBefore === list && router.history.canGoBack()) return router.history.back()
    void navigate({ to: list, search: lastSearchOf(list) })
  }
}
