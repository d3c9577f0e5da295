import { type KeyboardEvent, useId, useState } from 'react'
import { isDayBeginning } from '#shared/read-days.ts'
import styles from './day-filter-field.module.css'
import { dayReadings } from './read-typed-days.ts'
import fields from './table-filters.module.css'
import type { FilterDraft } from './use-filter-draft.ts'
import type { ColumnFilter } from './use-table.ts'

interface Props {
  filter: ColumnFilter
  filters: FilterDraft
}

const maxOffered = 3

/** Accepts typed dates; shows how they were understood, or asks which reading was meant. */
export function DayFilterField({ filter: { key, label, placeholder, lean }, filters }: Props) {
  const id = useId()
  const [isLeft, setIsLeft] = useState(false)
  const value = filters.draft[key] ?? ''
  const isRead = value.trim() !== '' && !isDayBeginning(value.trim())
  const readings = isRead ? dayReadings(value, lean) : []
  const isAsked = readings.length > 1
  const isUnread = isRead && readings.length === 0 && isLeft
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      setIsLeft(true)
      filters.submit()
    }
    if (event.key === 'Escape' && value !== '') filters.choose(key, '')
  }
  const type = (text: string) => {
    setIsLeft(false)
    filters.type(key, text)
  }
  return (
    <span className={styles.field}>
      <input
        className={fields.input}
        aria-label={`Filter by ${label}`}
        aria-describedby={id}
        aria-invalid={isUnread || undefined}
        data-used={value !== '' || undefined}
        value={value}
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder ?? '11/25 or last week'}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={() => setIsLeft(true)}
        onKeyDown={press}
      />
      <output id={id} className={isRead ? styles.reading : styles.nothing}>
        {isUnread && 'Not a date. Try 11/25/26, Nov 25 or last week.'}
        {isAsked && 'Which one?'}
        {readings.length === 1 && readings[0] !== value.trim() && readings[0]}
      </output>
      {isAsked && (
        // A new key per text remounts the choices while the user types.
        <span key={value} className={styles.choices}>
          {readings.slice(0, maxOffered).map((reading) => (
            <button key={reading} type="button" onClick={() => filters.choose(key, reading)}>
              {reading}
            </button>
          ))}
        </span>
      )}
    </span>
  )
}
