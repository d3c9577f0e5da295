import { useAddress } from '../use-address.ts'
import type { Filter, Sort } from '#shared/filters.ts'
import type { TableAddress, TableState } from './table-address.ts'

export interface Table<K extends string = string, S extends string = string> {
  state: TableState<K, S>
  /** Ready to be sent as the query of a list call. */
  sent: { query: Filter<K>; page: number; pageSize: number; sort: Sort<S> }
  filter: (query: Filter<K>) => void
  /** Sorts by this; a second time, the other way round. */
  sortBy: (sort: S) => void
  setSort: (sort: Sort<S>) => void
  goTo: (page: number) => void
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
    goTo: (next) => change({ page: next } as Partial<TableState<K, S>>),
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
