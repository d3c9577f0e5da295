import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { UseQueryResult } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useDeferredValue, useEffect } from 'react'
import type { Count } from '#shared/filters.ts'
import type { TableName } from '#shared/table-names.ts'
import { grouped } from '#shared/number-words.ts'
import { useUser } from '../session.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { LoadFailed } from '../ui/query-states.tsx'
import styles from './data-table.module.css'
import { FilterRow } from './table-filters.tsx'
import { useFilterDraft } from './use-filter-draft.ts'
import pagerStyles from './pager.module.css'
import { type Empty, ListTable } from './list-table.tsx'
import { PhoneToolbar, TableToolbar } from './table-toolbar.tsx'
import { type Column, type ColumnFilter, type Counted, hiddenColumns, type Table, tablePageSizes } from './use-table.ts'

interface Props<R, K extends string, S extends string> {
  /** Identifies the saved views. */
  name: TableName
  /** The table's caption, also announced as `Orders, 37 results`. */
  caption: string
  columns: readonly Column<R, S>[]
  rowKey: (row: R) => string
  /** From `useTable(address)`: the state in the address and how to change it. */
  table: Table<K, S>
  /** The current page of rows for `table.sent`, read with `countedQueryOf`. */
  query: UseQueryResult<Counted<R>>
  /** Saves the filtered rows as CSV; without it there is no button. */
  csv?: () => Promise<void>
  /** The same as an Excel workbook. */
  xlsx?: () => Promise<void>
  /** Saves the lines of the filtered rows as a workbook. */
  linesXlsx?: () => Promise<void>
  /** Shown when the list is empty without any filter. */
  empty: Empty
  /** Further buttons of the toolbar. */
  children?: ReactNode
  /** Buttons for the selected rows. */
  selection?: ReactNode
  /** Filters without a column. Declare them outside the component. */
  more?: readonly ColumnFilter[]
  /** Opens all filters by a button, on pages with figures above the list. */
  areFiltersFolded?: boolean
  /** Dimmed rows, such as cancelled orders. */
  isMuted?: (row: R) => boolean
}

/**
 * A `ListTable` that the server sorts, filters and pages, with a column chooser, saved views and CSV.
 *
 * Create the address once per list from the contract's `listShape` (`const address = tableAddress(orderList)`), then in
 * the page: `const table = useTable(address)`, `const query = useQuery(countedQueryOf(orders.all, { query: table.sent }))`,
 * `<DataTable name="orders" caption="Orders" columns={columns} rowKey={(row) => row._id} table={table} query={query} … />`.
 * Declare `columns` outside the component or memoize them. A `RowLink` in one cell makes the whole row its link; other
 * links and buttons in the row stay above it. The server sends the count in the header `countHeader` (`writeCount`).
 */
export function DataTable<R, K extends string, S extends string>(props: Props<R, K, S>) {
  const {
    name,
    caption,
    columns,
    rowKey,
    table,
    query,
    csv,
    xlsx,
    linesXlsx,
    empty,
    children,
    selection,
    more = none,
    areFiltersFolded = false,
    isMuted,
  } = props
  const isNarrow = useIsWithin(767)
  const fields = [...columns.flatMap(({ filter }) => filter ?? []), ...more]
  const filters = useFilterDraft(table.state.query, fields, (filter) =>
    table.filter(filter as typeof table.state.query),
  )
  const hidden = hiddenColumns(table.state)
  // An admin's rail takes 216 pixels.
  const isRailed = useUser()?.isAdmin ?? false
  const isTight = useIsWithin(isRailed ? 1655 : 1439)
  const isTighter = useIsWithin(isRailed ? 1439 : 1279)
  const fits = ({ isRoomy, isSpare, phone }: Column<R, S>) =>
    isNarrow && phone ? true : !(isRoomy && isTight) && !(isSpare && isTighter)
  const shown = columns.filter((column) => !hidden.includes(column.key) && fits(column))
  const above = areFiltersFolded
    ? fields
    : [...columns.flatMap((column) => (!fits(column) && column.filter) || []), ...more]
  const isFiltered = Object.keys(table.state.query).length > 0
  const { data, error, isPlaceholderData, refetch } = query
  // Defer rendering of many rows, so that slow phones stay responsive. The count is deferred with them, to match the
  // rows on screen.
  const drawn = useDeferredValue(data)
  const rows = drawn?.rows
  const isStale = isPlaceholderData || drawn !== data

  const { page, pageSize } = table.state
  const count = data?.count
  const lastPage = count && !count.isMore && !isStale ? Math.max(1, Math.ceil(count.number / pageSize)) : null
  const { goTo } = table
  useEffect(() => {
    // An old link, or rows that were deleted.
    if (lastPage !== null && page > lastPage) goTo(lastPage, true)
  }, [lastPage, page, goTo])

  const toolbar = {
    name,
    caption,
    columns,
    table,
    filters,
    count: drawn?.count ?? null,
    files: [['CSV', csv] as const, ['XLSX', xlsx] as const, ['Lines (XLSX)', linesXlsx] as const],
    selection,
    children,
  }
  return (
    <div className={styles.frame} data-tight={isTight || undefined}>
      {isNarrow ? <PhoneToolbar {...toolbar} fields={fields} /> : <TableToolbar {...toolbar} fields={above} />}
      {error && !data ? (
        <LoadFailed error={error} retry={() => void refetch()} />
      ) : (
        <ListTable
          caption={caption}
          columns={shown}
          rows={rows}
          rowKey={rowKey}
          isMuted={isMuted}
          isStale={isStale}
          expected={12}
          // The keys of the columns are the list's.
          sorting={{ current: table.state.sort, sortBy: (sort) => table.sortBy(sort as S) }}
          filterRow={
            isNarrow || areFiltersFolded ? null : (
              <FilterRow columns={shown} filters={filters} isFiltered={isFiltered} />
            )
          }
        >
          {rows?.length === 0 && (
            <NoRows
              {...empty}
              isFiltered={isFiltered}
              page={table.state.page}
              reset={filters.reset}
              goTo={table.goTo}
            />
          )}
        </ListTable>
      )}
      {rows && <Pager table={table} shown={rows.length} count={drawn?.count ?? null} />}
    </div>
  )
}

/** Whether the window is at most this wide; paper has room for all columns. */
const useIsWithin = (width: number): boolean =>
  useMediaQuery(`screen and (max-width: ${width}px)`, undefined, { getInitialValueInEffect: false }) ?? false

const none: readonly ColumnFilter[] = []

interface NoRowsProps extends Empty {
  isFiltered: boolean
  page: number
  reset: () => void
  goTo: (page: number) => void
}

/** Explains an empty page of rows and offers a way out. */
function NoRows({ icon, title, text, isFiltered, page, reset, goTo }: NoRowsProps) {
  return (
    <div className={styles.none}>
      {page > 1 ? (
        <EmptyState icon={icon} title="Nothing on this page">
          <Button variant="default" size="xs" onClick={() => goTo(1)}>
            Go to the first page
          </Button>
        </EmptyState>
      ) : isFiltered ? (
        <EmptyState icon={icon} title="Nothing matches these filters">
          <Button variant="default" size="xs" onClick={reset}>
            Clear filters
          </Button>
        </EmptyState>
      ) : (
        <EmptyState icon={icon} title={title}>
          {text}
        </EmptyState>
      )}
    </div>
  )
}

interface PagerProps<K extends string, S extends string> {
  table: Table<K, S>
  /** Rows on this page. */
  shown: number
  count: Count | null
}

function Pager<K extends string, S extends string>({ table, shown, count }: PagerProps<K, S>) {
  const { page, pageSize } = table.state
  const isFirst = page <= 1
  const isLast = count && !count.isMore ? page * pageSize >= count.number : shown < pageSize
  const smallest = tablePageSizes[0]
  if (isFirst && isLast && shown <= smallest) return null
  const go = (to: number, isPossible: boolean) => () => {
    if (isPossible) table.goTo(to)
  }
  return (
    <nav className={pagerStyles.pager} aria-label="Pages">
      <span className={pagerStyles.range}>{rangeOf(page, pageSize, shown, count)}</span>
      <label className={pagerStyles.size}>
        <span>Rows per page</span>
        <select value={pageSize} onChange={(event) => table.setPageSize(Number(event.currentTarget.value))}>
          {tablePageSizes.map((size) => (
            <option key={size}>{size}</option>
          ))}
        </select>
      </label>
      <span className={pagerStyles.buttons}>
        {/* Not `disabled`, so that keyboard users keep the focus on the last page. */}
        <button type="button" aria-disabled={isFirst} onClick={go(page - 1, !isFirst)}>
          <ChevronLeft size={15} aria-hidden />
          Previous
        </button>
        <button type="button" aria-disabled={isLast} onClick={go(page + 1, !isLast)}>
          Next
          <ChevronRight size={15} aria-hidden />
        </button>
      </span>
    </nav>
  )
}

const rangeOf = (page: number, pageSize: number, shown: number, count: Count | null): string => {
  if (shown === 0) return ''
  const first = (page - 1) * pageSize + 1
  const range = `${grouped(first)}–${grouped(first + shown - 1)}`
  if (!count || (count.isMore && first + shown - 1 > count.number)) return range
  return `${range} of ${count.isMore ? 'more than ' : ''}${grouped(count.number)}`
}
