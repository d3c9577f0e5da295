import type { UseQueryResult } from '@tanstack/react-query'
import { useMediaQuery } from '@mantine/hooks'
import { useDeferredValue, type ReactNode } from 'react'
import { LoadFailed } from '../ui/query-states.tsx'
import { cardRoles } from './card-roles.ts'
import type { Column } from './columns.ts'
import type { Counted } from './counted-query.ts'
import styles from './data-table.module.css'
import { FilterPanel, FilterRow } from './filter-row.tsx'
import { HeadCell } from './head-cell.tsx'
import { NoRows } from './no-rows.tsx'
import { Pager } from './pager.tsx'
import { SkeletonRows } from './skeleton-rows.tsx'
import { TableToolbar } from './table-toolbar.tsx'
import { useFilterDraft } from './use-filter-draft.ts'
import { hiddenColumns, type Table } from './use-table.ts'

interface Props<R, K extends string, S extends string> {
  /** Stable name of the list, such as `orders`: saved views are kept under it. */
  name: string
  /** What the rows are: the table's caption, and `Orders, 37 results` for whoever listens. */
  caption: string
  columns: readonly Column<R, S>[]
  rowKey: (row: R) => string
  /** From `useTable(address)`: the state in the address and how to change it. */
  table: Table<K, S>
  /** The page of rows that belongs to `table.sent`, read with `countedQueryOf`. */
  query: UseQueryResult<Counted<R>>
  /** Saves the filtered set as a file; the button is there when this is. */
  csv?: () => Promise<void>
  /** Said when there is nothing at all, not even without a filter. */
  empty: { icon?: ReactNode; title: string; text?: ReactNode }
  /** Further buttons of the toolbar. */
  children?: ReactNode
  /** Dimmed rows, such as cancelled orders. */
  isMuted?: (row: R) => boolean
}

/**
 * The one table of the portal: filter row, server sort and paging, column chooser, saved views, CSV, cards on phones.
 *
 * Make the address once per list from the contract's `listShape` (`const address = tableAddress(orderList)`), then in
 * the page: `const table = useTable(address)`, `const query = useQuery(countedQueryOf(orders.all, { query: table.sent }))`,
 * `<DataTable name="orders" caption="Orders" columns={columns} rowKey={(row) => row._id} table={table} query={query} … />`.
 * Declare `columns` outside the component or memoise them. A `RowLink` in one cell makes the whole row its link; other
 * links and buttons in the row stay above it. The server counts in the header of `countHeader` (`writeCount`).
 */
export function DataTable<R, K extends string, S extends string>(props: Props<R, K, S>) {
  const { name, caption, columns, table, query, csv, empty, children } = props
  const isNarrow = useMediaQuery('(max-width: 767px)', undefined, { getInitialValueInEffect: false }) ?? false
  const filters = useFilterDraft(table.state.query, (filter) => table.filter(filter as typeof table.state.query))
  const hidden = hiddenColumns(table.state)
  const shown = columns.filter(({ key }) => !hidden.includes(key))
  const isFiltered = Object.keys(table.state.query).length > 0
  const { data, error, isPlaceholderData, refetch } = query
  // Rows are many: a slow phone draws them in small steps.
  const rows = useDeferredValue(data?.rows)
  const isStale = isPlaceholderData || rows !== data?.rows

  return (
    <div className={styles.frame}>
      <TableToolbar name={name} caption={caption} columns={columns} table={table} count={data?.count ?? null} csv={csv}>
        {children}
      </TableToolbar>
      {isNarrow && <FilterPanel columns={columns} filters={filters} table={table} />}
      {error && !data ? (
        <LoadFailed error={error} retry={() => void refetch()} />
      ) : (
        <div className={styles.scroll}>
          <table
            className={styles.table}
            {...cardRoles.table}
            aria-busy={!rows || isStale}
            data-stale={isStale || undefined}
          >
            <caption className={styles.caption}>{caption}</caption>
            <thead {...cardRoles.group} className={styles.head}>
              <tr {...cardRoles.row}>
                {shown.map((column) => (
                  <HeadCell key={column.key} column={column} table={table} />
                ))}
              </tr>
              {!isNarrow && <FilterRow columns={shown} filters={filters} isFiltered={isFiltered} />}
            </thead>
            <tbody {...cardRoles.group}>
              {rows ? <Rows {...props} columns={shown} rows={rows} /> : <SkeletonRows columns={shown} />}
            </tbody>
          </table>
          {rows?.length === 0 && (
            <NoRows
              {...empty}
              isFiltered={isFiltered}
              page={table.state.page}
              reset={filters.reset}
              goTo={table.goTo}
            />
          )}
        </div>
      )}
      {rows && <Pager table={table} shown={rows.length} count={data?.count ?? null} />}
    </div>
  )
}

function Rows<R, K extends string, S extends string>(props: Props<R, K, S> & { rows: R[] }) {
  const { rows, columns, rowKey, isMuted } = props
  return rows.map((row) => (
    <tr key={rowKey(row)} {...cardRoles.row} className={styles.row} data-muted={isMuted?.(row) || undefined}>
      {columns.map(({ key, title, cell, align, isName, isActions }) => (
        <td
          key={key}
          {...cardRoles.cell}
          data-label={isName || isActions ? undefined : title}
          data-align={align}
          data-name={isName}
          data-actions={isActions}
        >
          {cell(row)}
        </td>
      ))}
    </tr>
  ))
}
