import { keepPreviousData, queryOptions } from '@tanstack/react-query'
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
import type { ListColumn } from './list-table.tsx'

export interface Table<K extends string = string, S extends string = string> {
  state: TableState<K, S>
  /** The query of a list call. */
  sent: { query: Filter<K>; page: number; pageSize: number; sort: SortOrder<S> }
  filter: (query: Filter<K>) => void
  /** Sorts by this; the second time, in the other direction. */
  sortBy: (sort: S) => void
  setSort: (sort: SortOrder<S>) => void
  /** A correction replaces the history entry. */
  goTo: (page: number, isCorrection?: boolean) => void
  setPageSize: (pageSize: number) => void
  toggleColumn: (key: string) => void
  /** Applies a whole state, from a saved view. */
  restore: (state: Partial<TableState<K, S>>) => void
}

/** A table's state in the address, so that Back, reload and a shared link show the same rows. */
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

/** Marks "no hidden columns", because an empty value would mean the default. */
const noColumn = '-'

const toggled = (hide: string, key: string): string => {
  const hidden = hide.split(',').filter((one) => one !== '' && one !== noColumn)
  const next = hidden.includes(key) ? hidden.filter((one) => one !== key) : [...hidden, key]
  return next.join(',') || noColumn
}

export const tablePageSizes = [25, 50, 100, 200] as const

/** The state of a table in the address; `hide` lists the hidden columns. */
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
 * The schema for `useTable`, created once per list next to its page: `?query={"status":"2"}&page=2&sort=-total`.
 * Invalid values fall back to the default. `hidden` lists the columns hidden by default; a tab of a record starts with
 * fewer rows.
 */
export const tableAddress = <K extends string, S extends string>(
  { filters, sorts, sort }: ListShape<K, S>,
  hidden: readonly string[] = [],
  usual: (typeof tablePageSizes)[number] = 50,
): TableAddress<K, S> => {
  const schema = z.object({
    query: z._default(lenientFilter(filters), {}),
    page: z.catch(z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(1_000_000)), 1), 1),
    pageSize: z.catch(z._default(z.pipe(z.coerce.number(), z.literal([...tablePageSizes])), usual), usual),
    sort: z.catch(sortSchema<string>(sorts, sort), sort),
    hide: z.catch(z._default(z.string().check(z.maxLength(300)), hidden.join(',')), hidden.join(',')),
  })
  // The object has exactly the fields of TableState; only the enum's literal type is lost.
  return schema as unknown as TableAddress<K, S>
}

/** A column of a `DataTable`. Users can hide it, unless it has the row's name or actions. */
export interface Column<R, S extends string = string> extends ListColumn<R> {
  /** The column's id in the address and in saved views; never change it. */
  key: string
  sort?: S
  /** Only in wide windows; in others its filter stands above the table. */
  isRoomy?: boolean
  /** The same, but only windows below 1280 pixels are too narrow, or 1440 beside an admin's rail. */
  isSpare?: boolean
  /** The filter field below the title. */
  filter?: ColumnFilter
}

export interface ColumnFilter {
  /** The key in the JSON filter. */
  key: string
  /** The label, such as `Order ID`, announced as `Filter by Order ID`. */
  label: string
  kind?: 'text' | 'number' | 'amount' | 'days'
  /** For dates: the year of a date without one. */
  lean?: DayContext['lean']
  placeholder?: string
  /** Makes it a select of values and labels, with `All` first. */
  options?: readonly (readonly [value: string, label: string])[]
}

/** A column of any row type. */
export type ColumnTitle = Pick<Column<unknown>, 'key' | 'title' | 'isName' | 'isActions'>

export const canBeHidden = ({ isName, isActions }: ColumnTitle): boolean => !isName && !isActions

/** A page of rows and the total count, if the server sent it. */
export interface Counted<R> {
  rows: R[]
  count: Count | null
}

type RowOf<E extends Endpoint> = Reply<E> extends (infer R)[] ? R : never

/** Query options of a list call with rows and count; the previous page stays visible until the next arrives. */
export const countedQueryOf = <E extends Endpoint>(endpoint: E, sent: Sent<E>) =>
  queryOptions<Counted<RowOf<E>>, ApiError, Counted<RowOf<E>>, readonly [string, Sent<E>, 'counted']>({
    queryKey: [endpoint.path, sent, 'counted'],
    queryFn: async ({ signal }) => {
      let count: Count | null = null
      const onHeaders = (headers: Headers) => {
        count = readCount(headers.get(countHeader))
      }
      const rows = await call<Endpoint>(endpoint, sent as Sent<Endpoint>, { signal, onHeaders })
      return { rows: rows as RowOf<E>[], count } // guaranteed by the server's reply schema
    },
    placeholderData: keepPreviousData,
  })
