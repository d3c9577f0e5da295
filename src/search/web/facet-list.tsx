import { TextInput } from '@mantine/core'
import { ChevronDown, X } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { everything, type Facets } from '#catalog/contract.ts'
import { foldText } from '#shared/fold-text.ts'
import { grouped } from '#shared/number-words.ts'
import text from '#web/ui/text.module.css'
import styles from './product-filters.module.css'

const first = 8
const maxWithoutField = 12

interface Props {
  title: string
  /** Placeholder noun of the search field for long lists, such as `manufacturers`; no field if omitted. */
  plural?: string
  values: Facets['form'] | undefined
  isPending: boolean
  chosen: string
  choose: (value: string) => void
}

/** Facet values, most frequent first. Without counts, only the selected value, so that it can be cleared. */
export function FacetList({ title, plural, values, isPending, chosen, choose }: Props) {
  const [isLong, setIsLong] = useState(false)
  const [typed, setTyped] = useState('')
  const all = withChosen(values ?? [], chosen)
  if (all.length === 0 && !isPending) return null

  const hasField = plural !== undefined && (isPending || all.length > maxWithoutField)
  const wanted = hasField ? foldText(typed.trim()) : ''
  const matching = all.filter(({ value }) => foldText(value).includes(wanted))
  const shown = isLong || wanted ? matching : firstOf(matching, chosen)
  return (
    <details className={styles.group} open>
      <summary>
        <h2>{title}</h2>
        <ChevronDown size={14} aria-hidden />
      </summary>
      {hasField && (
        <TextInput
          size="xs"
          type="search"
          placeholder={`Filter ${plural}`}
          aria-label={`Filter ${plural}`}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      <ul className={styles.list} aria-label={title}>
        {shown.map(({ value, count }) => (
          <FacetRow
            key={value}
            label={value}
            count={count}
            isChosen={value === chosen}
            isToggle
            choose={() => choose(value === chosen ? everything : value)}
          />
        ))}
        {isPending && <Bones count={first} />}
        {wanted && matching.length === 0 && <li className={styles.nothing}>No match for “{typed.trim()}”.</li>}
      </ul>
      {isPending && <span className={styles.more} />}
      {!wanted && all.length > first && (
        <button type="button" className={styles.more} aria-expanded={isLong} onClick={() => setIsLong(!isLong)}>
          {isLong ? 'Show fewer' : `Show ${grouped(all.length - shown.length)} more`}
        </button>
      )}
    </details>
  )
}

/** Placeholder rows with the height of loaded ones. */
export function Bones({ count }: { count: number }) {
  return Array.from({ length: count }, (_, at) => (
    <li key={at} className={styles.bone}>
      <Skeleton width={`${55 + ((at * 17) % 40)}%`} />
    </li>
  ))
}

interface Value {
  value: string
  count: number | undefined
}

const withChosen = (values: Facets['form'], chosen: string): Value[] =>
  chosen === everything || values.some(({ value }) => value === chosen)
    ? values
    : [{ value: chosen, count: undefined }, ...values]

const firstOf = (values: Value[], chosen: string): Value[] =>
  values.filter(({ value }, at) => at < first || value === chosen)

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
      <span className={text.unseen}> {count === 1 ? 'product' : 'products'}</span>
    </span>
  )
}
