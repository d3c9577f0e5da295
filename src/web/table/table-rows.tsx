import { VisuallyHidden } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import type { ComponentPropsWithRef } from 'react'
import { cardRoles } from './card-roles.ts'
import styles from './data-table.module.css'
import headStyles from './table-rows.module.css'
import type { Column, Table } from './use-table.ts'

interface RowsProps<R> {
  rows: R[]
  columns: readonly Column<R>[]
  rowKey: (row: R) => string
  isMuted: ((row: R) => boolean) | undefined
}

export function Rows<R>({ rows, columns, rowKey, isMuted }: RowsProps<R>) {
  return rows.map((row) => (
    <tr key={rowKey(row)} {...cardRoles.row} className={styles.row} data-muted={isMuted?.(row) || undefined}>
      {columns.map((column) => (
        <td key={column.key} {...cellOf(column)}>
          {column.cell(row)}
        </td>
      ))}
    </tr>
  ))
}

const cellOf = <R,>({ title, align, isName, isActions }: Column<R>) => ({
  ...cardRoles.cell,
  'data-label': isName || isActions ? undefined : title,
  'data-align': align,
  'data-name': isName,
  'data-actions': isActions,
})

/** The link of a row, at most one per row: has a real URL, and a click anywhere in the row follows it. */
export const RowLink = createLink(({ children, ...props }: ComponentPropsWithRef<'a'>) => (
  <a {...props} className={styles.link}>
    {children}
  </a>
))

const widths = ['70%', '55%', '80%', '62%']

/** As high as the expected rows, to avoid layout shift. */
export function SkeletonRows<R>({ columns, count }: { columns: readonly Column<R>[]; count: number }) {
  return Array.from({ length: count }, (_, row) => (
    <tr key={row} {...cardRoles.row} className={styles.row}>
      {columns.map((column, at) => (
        <td key={column.key} {...cellOf(column)}>
          <span className={styles.bone} style={{ width: widths[(row + at) % widths.length] }} />
        </td>
      ))}
    </tr>
  ))
}

interface Props<R, K extends string, S extends string> {
  column: Column<R, S>
  table: Table<K, S>
}

/** A column's title; a sort button if the server can sort by it. */
export function HeadCell<R, K extends string, S extends string>({ column, table }: Props<R, K, S>) {
  const { title, sort, align, width, isActions } = column
  const direction = directionOf(sort, table.state.sort)
  return (
    <th
      scope="col"
      {...cardRoles.title}
      className={headStyles.cell}
      data-align={align}
      data-actions={isActions}
      style={width ? { width } : undefined}
      aria-sort={sort ? (direction ?? 'none') : undefined}
    >
      {isActions && <VisuallyHidden>{title}</VisuallyHidden>}
      {!isActions && !sort && title}
      {sort && (
        <button type="button" className={headStyles.sort} data-sorted={direction} onClick={() => table.sortBy(sort)}>
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
  return <ArrowUpDown size={13} aria-hidden className={headStyles.idle} />
}
