import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import { VisuallyHidden } from '@mantine/core'
import { cardRoles } from './card-roles.ts'
import type { Column } from './columns.ts'
import styles from './head-cell.module.css'
import type { Table } from './use-table.ts'

interface Props<R, K extends string, S extends string> {
  column: Column<R, S>
  table: Table<K, S>
}

/** A column's title; a button where the server can sort by it. */
export function HeadCell<R, K extends string, S extends string>({ column, table }: Props<R, K, S>) {
  const { title, sort, align, width, isActions } = column
  const direction = directionOf(sort, table.state.sort)
  return (
    <th
      scope="col"
      {...cardRoles.title}
      className={styles.cell}
      data-align={align}
      data-actions={isActions}
      style={width ? { width } : undefined}
      aria-sort={sort ? (direction ?? 'none') : undefined}
    >
      {isActions && <VisuallyHidden>{title}</VisuallyHidden>}
      {!isActions && !sort && title}
      {sort && (
        <button type="button" className={styles.sort} data-sorted={direction} onClick={() => table.sortBy(sort)}>
          <span>{title}</span>
          <SortMark direction={direction} />
        </button>
      )}
    </th>
  )
}

type Direction = 'ascending' | 'descending' | undefined

const directionOf = (sort: string | undefined, current: string): Direction => {
  if (sort === undefined) return undefined
  if (current === sort) return 'ascending'
  return current === `-${sort}` ? 'descending' : undefined
}

function SortMark({ direction }: { direction: Direction }) {
  if (direction === 'ascending') return <ArrowUp size={13} aria-hidden />
  if (direction === 'descending') return <ArrowDown size={13} aria-hidden />
  return <ArrowUpDown size={13} aria-hidden className={styles.idle} />
}
