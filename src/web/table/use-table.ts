import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import type { Endpoint, Reply, Sent } from '#shared/endpoint.ts'
import type { DayContext } from '#shared/read-days.ts'
import {
  type Count,
  countHeader,
  type Filter,
  lenientFilter,
  type ListShape,
  readCount,
  type SortOrder,
  sortSchema,
} from '#shared/filters.ts'
import type { ApiError } from '../api-error.ts'
import { call } from '../api.ts'
import { useAddress } from '../use-address.ts'

export interface Table<K extends string = string, S extends string = string> {
  state: TableState<K, S>
  /** Ready to be sent as the query of a list call. */
  sent: { query: Filter<K>; page: number; pageSize: number; sort: SortOrder<S> }
  filter: (query: Filter<K>) => void
  /** Sorts by this; a second time, the other way round. */
  sortBy: (sort: S) => void
  setSort: (sort: SortOrder<S>) => void
  /** A correction takes the place of the page in the history. */
  goTo: (page: number, isCorrection?: boolean) => void
  setPageSize: (pageSize: number) => void
  toggleColumn: (key: string) => void
  /** The whole state at once, as a saved view keeps it. */
  restore: (state: Partial<TableState<K, S>>) => void
}

/** A table's state in the address, so that back, reload and a mailed link show the same rows. */
export const useTable = <K extends string, S extends string>(address: TableAddress<K, S>): Table<K, S> => {
  const [state, change] = useAddress(address)
  const { query, page, pageSize, sort } = state
  const set = (patch: Partial<TableState<K, S>>) => change({ page: 1, ...patch }, { keepScroll: true })
  return {
    state,
    sent: { query, page, pageSize, sort },
    filter: (next) =>
      change({ page: 1, query: next } as Partial<TableState<K, S>>, { replace: true, keepScroll: true }),
    sortBy: (by) => set({ sort: sort === by ? `-${by}` : by } as Partial<TableState<K, S>>),
    setSort: (next) => set({ sort: next } as Partial<TableState<K, S>>),
    goTo: (next, isCorrection = false) =>
      change({ page: next } as Partial<TableState<K, S>>, { replace: isCorrection }),
    setPageSize: (next) => set({ pageSize: next } as Partial<TableState<K, S>>),
    toggleColumn: (key) => set({ page, hide: toggled(state.hide, key) } as Partial<TableState<K, S>>),
    restore: set,
  }
}

export const hiddenColumns = ({ hide }: Pick<TableState, 'hide'>): readonly string[] => hide.split(',').filter(Boolean)

/** One column must be named even when none is hidden, or the address would mean the default. */
const noColumn = '-'

const toggled = (hide: string, key: string): string => {
  const hidden = hide.split(',').filter((one) => one !== '' && one !== noColumn)
  const next = hidden.includes(key) ? hidden.filter((one) => one !== key) : [...hidden, key]
  return next.join(',') || noColumn
}

export const tablePageSizes = [25, 50, 100, 200] as const

/** Everything a table shows, as the address carries it; `hide` names the columns that are left out. */
export interface TableState<K extends string = string, S extends string = string> {
  query: Filter<K>
  page: number
  pageSize: number
  sort: SortOrder<S>
  hide: string
  [more: string]: unknown
}

type TableAddress<K extends string, S extends string> = z.ZodMiniType<TableState<K, S>>

/**
 * The schema for `useTable`, made once per list beside its page: `?query={"status":"2"}&page=2&sort=-total`.
 * A value that cannot be read is its default. `hidden` names the columns that are shown only on request.
 */
export const tableAddress = <K extends string, S extends string>(
  { filters, sorts, sort }: ListShape<K, S>,
  hidden: readonly string[] = [],
): TableAddress<K, S> => {
  const schema = z.object({
    query: z._default(lenientFilter(filters), {}),
    page: z.catch(z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(1_000_000)), 1), 1),
    pageSize: z.catch(z._default(z.pipe(z.coerce.number(), z.literal([...tablePageSizes])), 50), 50),
    sort: z.catch(sortSchema<string>(sorts, sort), sort),
    hide: z.catch(z._default(z.string().check(z.maxLength(300)), hidden.join(',')), hidden.join(',')),
  })
  // The object holds exactly the fields of TableState; only the enum's literal type is lost on the way.
  return schema as unknown as TableAddress<K, S>
}

export interface Column<R, S extends string = string> {
  /** Names the column in the address and in saved views; never change it. */
  key: string
  title: string
  cell: (row: R) => ReactNode
  /** The server's name of this order; a column without one cannot be sorted. */
  sort?: S
  /** The field in the filter row below the title. */
  filter?: ColumnFilter
  /** Money and quantities stand right. */
  align?: 'right'
  /** Such as `8rem`; columns without one share the rest. Longer text ends in an ellipsis, so give the cell a `title`. */
  width?: string
  /** What the row is called: first on a card, and never hidden. */
  isName?: boolean
  /** Buttons and links: no title on a card, never hidden. */
  isActions?: boolean
}

export interface ColumnFilter {
  /** The key in the JSON filter. */
  key: string
  /** `Order ID`: read aloud as `Filter by Order ID`. */
  label: string
  kind?: 'text' | 'number' | 'amount' | 'days'
  /** Of days: which year one without a year means. */
  lean?: DayContext['lean']
  placeholder?: string
  /** Makes it a select, with `All` first: value and label. */
  options?: readonly (readonly [value: string, label: string])[]
}

/** A column, whatever its rows are. */
export type ColumnTitle = Pick<Column<unknown>, 'key' | 'title' | 'isName' | 'isActions'>

export const canBeHidden = ({ isName, isActions }: ColumnTitle): boolean => !isName && !isActions

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
