import { X } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import styles from './product-filters.module.css'
import { grouped } from '#shared/number-words.ts'

interface RowProps {
  label: string
  /** The number of products behind the filter; undefined when not counted. */
  count: number | undefined
  /** True for what leads to nothing by what is known. */
  isFaint?: boolean
  isChosen: boolean
  /** True where the chosen one is taken off by pressing it again. */
  isToggle?: boolean
  choose: () => void
}

/** A value to filter by, with its count beside it, so that the name stays the name. */
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

/** A switch with the count that it would leave. */
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
