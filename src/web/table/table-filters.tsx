import { Button } from '@mantine/core'
import { Search, X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { bothWays, maxValueLength, type SortOrder } from '#shared/filters.ts'
import { readAmount } from '#shared/read-number.ts'
import { DayFilterField } from './day-filter-field.tsx'
import styles from './table-filters.module.css'
import { cardRoles } from './card-roles.ts'
import type { FilterDraft } from './use-filter-draft.ts'
import type { Column, ColumnFilter, Table } from './use-table.ts'

interface RowProps<R> {
  columns: readonly Column<R>[]
  filters: FilterDraft
  isFiltered: boolean
}

/** One filter field per column below the titles; Search and Reset are above the row actions. */
export function FilterRow<R>({ columns, filters, isFiltered }: RowProps<R>) {
  if (!columns.some(({ filter }) => filter)) return null
  const last = columns.findLast(({ isActions }) => isActions) ?? columns.findLast(({ filter }) => !filter)
  return (
    <tr {...cardRoles.row} className={styles.row} data-screen>
      {columns.map((column) => (
        <td key={column.key} {...cardRoles.cell} data-actions={column.isActions} data-screen={column.isOnScreenOnly}>
          {column.filter && <FilterField filter={column.filter} filters={filters} />}
          {column === last && (
            <span className={styles.buttons}>
              <button type="button" className={styles.button} onClick={filters.submit}>
                <Search size={14} aria-hidden />
                Search
              </button>
              <button type="button" className={styles.button} aria-disabled={!isFiltered} onClick={filters.reset}>
                Reset
              </button>
            </span>
          )}
        </td>
      ))}
    </tr>
  )
}

interface PanelProps<R, K extends string, S extends string> {
  columns: readonly Column<R, S>[]
  fields: readonly ColumnFilter[]
  filters: FilterDraft
  table: Table<K, S>
  close: () => void
  isPhone?: boolean
}

/** Filters above the rows, with the sort order on a phone. */
export function FilterPanel<R, K extends string, S extends string>(props: PanelProps<R, K, S>) {
  const { columns, fields, filters, table, close, isPhone = false } = props
  const size = isPhone ? { h: 42 } : { size: 'xs' }
  const search = () => {
    filters.submit()
    close()
  }
  return (
    <fieldset className={styles.panel} data-screen aria-label="More filters">
      {fields.map((filter) => (
        <div key={filter.key} className={styles.field}>
          <span aria-hidden="true">{filter.label}</span>
          <FilterField filter={filter} filters={filters} />
        </div>
      ))}
      {isPhone && (
        <div className={styles.field}>
          <span aria-hidden="true">Sort by</span>
          <SortSelect columns={columns} table={table} />
        </div>
      )}
      <div className={styles.foot}>
        <Button {...size} leftSection={<Search size={16} aria-hidden />} onClick={search}>
          Search
        </Button>
        <Button {...size} variant="default" leftSection={<X size={16} aria-hidden />} onClick={filters.reset}>
          Reset
        </Button>
      </div>
    </fieldset>
  )
}

function SortSelect<R, K extends string, S extends string>({
  columns,
  table,
}: Pick<PanelProps<R, K, S>, 'columns' | 'table'>) {
  const options = columns.flatMap(({ sort, title }) =>
    sort === undefined ? [] : bothWays([sort]).map((value) => ({ value, title, isUp: value === sort })),
  )
  if (options.length === 0) return null
  return (
    <select
      className={styles.input}
      aria-label="Sort by"
      value={table.state.sort}
      // the options are the orders of this list
      onChange={(event) => table.setSort(event.currentTarget.value as SortOrder<S>)}
    >
      {options.map(({ value, title, isUp }) => (
        <option key={value} value={value}>
          {title} {isUp ? '↑' : '↓'}
        </option>
      ))}
    </select>
  )
}

export function FilterField({ filter, filters }: { filter: ColumnFilter; filters: FilterDraft }) {
  const { key, label, kind = 'text', placeholder, options } = filter
  const value = filters.draft[key] ?? ''
  const common = {
    className: styles.input,
    'aria-label': `Filter by ${label}`,
    value,
    'data-used': value !== '' || undefined,
  }
  if (options)
    return (
      <select {...common} onChange={(event) => filters.choose(key, event.currentTarget.value)}>
        <option value="">All</option>
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    )
  if (kind === 'days') return <DayFilterField filter={filter} filters={filters} />
  const enter = (event: KeyboardEvent) => {
    if (event.key === 'Enter') filters.submit()
    if (event.key === 'Escape' && value !== '') filters.choose(key, '')
  }
  const wrong =
    kind === 'amount' && value !== '' && readAmount(value) === null
      ? 'Enter a number like 1,234.56'
      : value.trim().length > maxValueLength && `At most ${maxValueLength} characters`
  return (
    <>
      <input
        {...common}
        type={kind === 'number' ? 'number' : 'text'}
        inputMode={kind === 'amount' ? 'decimal' : undefined}
        aria-invalid={wrong ? true : undefined}
        step="any"
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder ?? label}
        onChange={(event) => filters.type(key, event.currentTarget.value)}
        onKeyDown={enter}
      />
      {wrong && (
        <span className={styles.wrong} role="alert">
          {wrong}
        </span>
      )}
    </>
  )
}
