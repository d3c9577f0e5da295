import { stringifySearch } from './search-text.ts'

interface Parts {
  params?: unknown
  query?: unknown
}

/** The address of a call: `/api/orders/:id` with its parameters filled in, encoded, and its query written out. */
export const callAddress = (path: string, { params, query }: Parts): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(valueOf(params, name)))) +
  stringifySearch({ ...(query as Record<string, unknown> | undefined) }) // a query is an object of values by its schema

const valueOf = (params: unknown, name: string): unknown => {
  const value = (params as Record<string, unknown> | undefined)?.[name] // likewise
  if (value === undefined || value === '') throw new Error(`The call requires ${name}.`)
  return value
}
