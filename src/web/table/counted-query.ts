import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { countHeader, readCount, type Count } from '#shared/filters.ts'
import type { Endpoint, Reply, Sent } from '#shared/endpoint.ts'
import { call } from '../api.ts'
import type { ApiError } from '../api-error.ts'

/** A page of a list and how many rows the whole list has, where the server said it. */
export interface Counted<R> {
  rows: R[]
  count: Count | null
}

type RowOf<E extends Endpoint> = Reply<E> extends (infer R)[] ? R : never

/** A list call for `useQuery`: its rows, and the count that comes in a header. The last page stays until the next is there. */
export const countedQueryOf = <E extends Endpoint>(endpoint: E, sent: Sent<E>) =>
  queryOptions<Counted<RowOf<E>>, ApiError, Counted<RowOf<E>>, readonly [string, Sent<E>, 'counted']>({
    queryKey: [endpoint.path, sent, 'counted'],
    queryFn: async ({ signal }) => {
      let count: Count | null = null
      const onHeaders = (headers: Headers) => {
        count = readCount(headers.get(countHeader))
      }
      const rows = await call<Endpoint>(endpoint, sent as Sent<Endpoint>, { signal, onHeaders })
      return { rows: rows as RowOf<E>[], count } // the server's reply guard made it so
    },
    placeholderData: keepPreviousData,
  })
