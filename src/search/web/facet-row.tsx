import { X } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import styles from './product-filters.module.css'
import { grouped } from '#shared/number-words.ts'

interface RowProps {
  label: string
  /** Number of products behind the filter; undefined if not counted. */
  count: number | undefined
  /** True if the filter is known to lead to no results. */
  isFaint?: boolean
  isChosen: boolean
  /** True if pressing the selected value clears it. */
  isToggle?: boolean
  choose: () => void
}

/** A facet value. The count is a separate element, so the accessible name is the value alone. */
export function FacetRow({ label, count, isFaint = false, isChosen, isToggle = false, choose }: RowProps) {
  const countId = useId()
  return (
    <li className={styles.row} data-faint={isFaint || undefined}>
      <button
        type="button"
        className={styles.choice}
        aria-current={(!isToggle && isChosen) || undefined}
        aria-pressed={isToggle ? isChosen : undefined}
        aria-describedby={count === undefined ? undefined : countId}
        onClick={choose}
      >
        {label}
        {isToggle && isChosen && <X size={14} aria-hidden />}
      </button>
      <Count id={countId} count={count} />
    </li>
  )
}

interface CountedProps {
  id: string
  count: number | undefined
  children: ReactNode
}

/** A switch with its product count. */
export function CountedValue({ id, count, children }: CountedProps) {
  return (
    <div className={styles.row}>
      {children}
      <Count id={id} count={count} />
    </div>
  )
}

function Count({ id, count }: Omit<CountedProps, 'children'>) {
  if (count === undefined) return null
  return (
    <span id={id} className={styles.count}>
      {grouped(count)}
      <span className={styles.unseen}> {count === 1 ? 'product' : 'products'}</span>
    </span>
  )
}
