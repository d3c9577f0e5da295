import { stringifySearch } from './search-text.ts'

interface Parts {
  params?: unknown
  query?: unknown
}

/** The URL of a call: `/api/orders/:id` with encoded parameters and query string. */
export const callAddress = (path: string, { params, query }: Parts): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(valueOf(params, name)))) +
  stringifySearch({ ...(query as Record<string, unknown> | undefined) }) // the schema makes a query an object of values

const valueOf = (params: unknown, name: string): unknown => {
  const value = (params as Record<string, unknown> | undefined)?.[name] // see above
  if (value === undefined || value === '') throw new Error(`The call requires ${name}.`)
  return value
}
