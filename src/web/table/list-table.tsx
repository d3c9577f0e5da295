import { VisuallyHidden } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import { EmptyState } from '../ui/empty-state.tsx'
import { cardRoles } from './card-roles.ts'
import cards from './phone-cards.module.css'
import lines from './phone-lines.module.css'
import styles from './list-table.module.css'

export interface ListColumn<R> {
  /** The React key, if several columns have the same title. */
  key?: string
  title: string
  cell: (row: R) => ReactNode
  /** The server's sort key; without one the column cannot be sorted. */
  sort?: string
  /** For money and quantities. */
  align?: 'right'
  /** Numbers, codes and addresses, which are easily misread in two lines. */
  isUnbroken?: boolean
  /** A CSS width such as `8rem`; columns without one share the rest. Give long text a `title`. */
  width?: string
  /** Before the title, such as a checkbox for all rows. */
  head?: ReactNode
  /** The row's name: its header, and first on a card. */
  isName?: boolean
  /** Buttons and links: untitled, and beside the name on a card. */
  isActions?: boolean
  /** Takes a whole line of a card. */
  isWide?: boolean
  /**
   * On phones: beside the name, or below it at the start, in the middle or at the end. Rows of a table with places have
   * two lines and show only the columns with a place.
   */
  phone?: 'beside' | 'start' | 'middle' | 'end'
  /** On phones the title stands before the value. */
  isTitledOnPhone?: boolean
  /** Not on paper. */
  isOnScreenOnly?: boolean
}

export interface Empty {
  /** A lucide icon, 28 px. */
  icon?: ReactNode
  title: string
  /** Why it is empty, and what to do next. */
  text?: ReactNode
}

interface Sorting {
  /** `total`, or `-total` for descending. */
  current: string
  sortBy: (sort: string) => void
}

interface Props<R> {
  /** The table's name for screen readers. */
  caption: string
  columns: readonly ListColumn<R>[]
  /** Undefined while they load: a skeleton of as many rows as `expected`. */
  rows: readonly R[] | undefined
  rowKey: (row: R) => string | number
  /** Shown instead of a table without rows. */
  empty?: Empty
  /** Dimmed rows, such as canceled orders. */
  isMuted?: ((row: R) => boolean) | undefined
  /** Dims the rows until the next ones arrive. */
  isStale?: boolean
  expected?: number
  sorting?: Sorting
  /** A second row of the head, such as filters; the head then stays visible when the page scrolls. */
  filterRow?: ReactNode
  /** Below the rows, inside the frame. */
  children?: ReactNode
}

/** The portal's list: a table whose rows have two lines on phones, or become cards there unless they fit. In a panel, a block or a dialog it has no frame. */
export function ListTable<R>(props: Props<R>) {
  const { caption, columns, rows, rowKey, empty, isMuted, isStale = false, expected = 4, sorting, filterRow } = props
  if (empty && rows?.length === 0)
    return (
      <EmptyState icon={empty.icon} title={empty.title}>
        {empty.text}
      </EmptyState>
    )
  return (
    <div className={styles.scroll}>
      <table
        {...cardRoles.table}
        className={`${styles.table} ${onPhones(columns)}`}
        aria-busy={!rows || isStale}
        data-stale={isStale || undefined}
      >
        <caption>
          <VisuallyHidden>{caption}</VisuallyHidden>
        </caption>
        <thead {...cardRoles.group} className={styles.head} data-sticky={filterRow !== undefined || undefined}>
          <tr {...cardRoles.row}>
            {columns.map((column) => (
              <HeadCell key={keyOf(column)} column={column} sorting={sorting} />
            ))}
          </tr>
          {filterRow}
        </thead>
        <tbody {...cardRoles.group}>
          {rows?.map((row) => (
            <tr key={rowKey(row)} {...cardRoles.row} className={styles.row} data-muted={isMuted?.(row) || undefined}>
              {columns.map((column) => (
                <Cell key={keyOf(column)} column={column}>
                  {column.cell(row)}
                </Cell>
              ))}
            </tr>
          )) ?? <SkeletonRows columns={columns} count={expected} />}
        </tbody>
      </table>
      {props.children}
    </div>
  )
}

/** One or two figures beside a name stay a table. */
const onPhones = (columns: readonly ListColumn<never>[]): string | undefined => {
  if (columns.some(({ phone }) => phone)) return lines.lines
  return columns.length <= 3 && columns.every(({ isName, align }) => isName || align) ? '' : cards.cards
}

const keyOf = ({ key, title }: ListColumn<never>) => key ?? title

function Cell({ column, children }: { column: ListColumn<never>; children: ReactNode }) {
  const { title, align, width, isName, isActions, isWide, phone, isTitledOnPhone, isOnScreenOnly, isUnbroken } = column
  if (isName)
    return (
      <th
        scope="row"
        {...cardRoles.name}
        data-name={width ? 'narrow' : ''}
        data-align={align}
        data-unbroken={isUnbroken}
      >
        {children}
      </th>
    )
  if (isActions)
    return (
      <td {...cardRoles.cell} data-actions>
        <div className={styles.actions}>{children}</div>
      </td>
    )
  return (
    <td
      {...cardRoles.cell}
      data-label={title}
      data-align={align}
      data-wide={isWide}
      data-unbroken={isUnbroken}
      data-phone={phone}
      data-titled={isTitledOnPhone}
      data-screen={isOnScreenOnly}
    >
      {children}
    </td>
  )
}

/** The link of a row, at most one per row: has a real URL, and a click anywhere in the row follows it. */
export const RowLink = createLink(({ children, ...props }: ComponentPropsWithRef<'a'>) => (
  <a {...props} className={styles.link} data-row-link>
    <span>{children}</span>
  </a>
))

const widths = ['70%', '55%', '80%', '62%']

/** As high as the expected rows, to avoid layout shift. */
function SkeletonRows({ columns, count }: { columns: readonly ListColumn<never>[]; count: number }) {
  return Array.from({ length: count }, (_, row) => (
    <tr key={row} {...cardRoles.row} className={styles.row}>
      {columns.map((column, at) => (
        <Cell key={keyOf(column)} column={column}>
          <span className={styles.bone} style={{ width: widths[(row + at) % widths.length] }} />
        </Cell>
      ))}
    </tr>
  ))
}

/** A column's title; a sort button if the server can sort by it. */
function HeadCell({ column, sorting }: { column: ListColumn<never>; sorting: Sorting | undefined }) {
  const { title, head, align, width, isActions, isOnScreenOnly } = column
  const sort = sorting && column.sort
  const direction = directionOf(sort, sorting?.current)
  return (
    <th
      scope="col"
      {...cardRoles.title}
      className={styles.title}
      data-align={align}
      data-actions={isActions}
      data-screen={isOnScreenOnly}
      style={width ? { width } : undefined}
      aria-sort={sort ? (direction ?? 'none') : undefined}
    >
      {head}
      {isActions && <VisuallyHidden>{title}</VisuallyHidden>}
      {!isActions && !sort && title}
      {sort && (
        <button type="button" className={styles.sort} data-sorted={direction} onClick={() => sorting?.sortBy(sort)}>
          <span>{title}</span>
          <SortMark direction={direction} />
        </button>
      )}
    </th>
  )
}

type Direction = 'ascending' | 'descending' | undefined

const directionOf = (sort: string | undefined, current: string | undefined): Direction => {
  if (sort === undefined) return undefined
  if (current === sort) return 'ascending'
  return current === `-${sort}` ? 'descending' : undefined
}

function SortMark({ direction }: { direction: Direction }) {
  if (direction === 'ascending') return <ArrowUp size={13} aria-hidden />
  if (direction === 'descending') return <ArrowDown size={13} aria-hidden />
  return <ArrowUpDown size={13} aria-hidden className={styles.idle} />
}
