import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { Count } from '#shared/filters.ts'
import styles from './pager.module.css'
import { tablePageSizes } from './table-address.ts'
import type { Table } from './use-table.ts'

interface Props<K extends string, S extends string> {
  table: Table<K, S>
  /** Rows on this page. */
  shown: number
  count: Count | null
}

export function Pager<K extends string, S extends string>({ table, shown, count }: Props<K, S>) {
  const { page, pageSize } = table.state
  const isFirst = page <= 1
  const isLast = count && !count.isMore ? page * pageSize >= count.number : shown < pageSize
  const smallest = tablePageSizes[0]
  if (isFirst && isLast && shown <= smallest) return null
  const go = (to: number, isPossible: boolean) => () => {
    if (isPossible) table.goTo(to)
  }
  return (
    <nav className={styles.pager} aria-label="Pages">
      <span className={styles.range}>{rangeOf(page, pageSize, shown, count)}</span>
      <label className={styles.size}>
        Rows per page
        <select value={pageSize} onChange={(event) => table.setPageSize(Number(event.currentTarget.value))}>
          {tablePageSizes.map((size) => (
            <option key={size}>{size}</option>
          ))}
        </select>
      </label>
      <span className={styles.buttons}>
        {/* Not `disabled`: whoever pages by keyboard keeps the focus at the last page. */}
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
  const range = `${first.toLocaleString('en-US')}–${(first + shown - 1).toLocaleString('en-US')}`
  if (!count || (count.isMore && first + shown - 1 > count.number)) return range
  return `${range} of ${count.isMore ? 'more than ' : ''}${count.number.toLocaleString('en-US')}`
}
