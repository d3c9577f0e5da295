import { useMatches } from '@tanstack/react-router'
import { type PageEntry, type PageAddress, routesOf } from './menu-entries.ts'

/** The router marks only the exact address itself, because tabs and details share the beginning of theirs. */
export const whenExact = { activeOptions: { exact: true, includeSearch: true }, activeProps: {} } as const

/** Which entry and tab the open page belongs to. */
export const useCurrentPage = () => {
  const match = useMatches().at(-1)
  const here: string | undefined = match?.routeId
  const tab: unknown = match?.search['tab']
  return {
    /** The value of `aria-current`. */
    markOf: (entry: PageEntry): 'page' | 'true' | undefined => {
      if (here === entry.to && tab === undefined) return 'page'
      return routesOf(entry).some((route) => route === here) ? 'true' : undefined
    },
    isAt: ({ to }: PageAddress): boolean => here === to,
  }
}
