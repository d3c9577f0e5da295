import { SegmentedControl } from '@mantine/core'
import '@mantine/core/styles/FloatingIndicator.css'
import '@mantine/core/styles/SegmentedControl.css'
import { useState } from 'react'
import { DayField } from '#web/form/day-field.tsx'
import { businessToday } from '#web/business-day.ts'
import { type Days, doubtOfDays, type SalesRange, salesRanges } from '../sales-shapes.ts'
import styles from './sales-panel.module.css'

export interface PeriodProps {
  /** Null for days of the user's choice. */
  range: SalesRange | null
  days: Days
  setRange: (range: SalesRange) => void
  setDays: (days: Days) => void
}

export const rangeWords: Record<SalesRange, string> = { 30: '30 days', 90: '90 days', 365: '12 months' }

/** An offered period, or two dates, which count once both are valid. */
export function PeriodChooser({ range, days, setRange, setDays }: PeriodProps) {
  const [isOpen, setIsOpen] = useState(false)
  const isFree = range === null || isOpen
  return (
    <div className={styles.period}>
      <SegmentedControl
        aria-label="Range"
        size="xs"
        data={[
          ...salesRanges.map((one) => ({ value: String(one), label: rangeWords[one] })),
          { value: 'dates', label: 'Dates' },
        ]}
        value={isFree ? 'dates' : String(range)}
        onChange={(value) => {
          setIsOpen(value === 'dates')
          if (value !== 'dates') setRange(Number(value) as SalesRange) // the other choices are the ranges
        }}
      />
      {isFree && <DatesFields key={`${days.from} ${days.to}`} days={days} setDays={setDays} />}
    </div>
  )
}

function DatesFields({ days, setDays }: Pick<PeriodProps, 'days' | 'setDays'>) {
  const [typed, setTyped] = useState(days)
  const doubt = typed.from && typed.to ? doubtOfDays(typed, businessToday()) : null
  const [isTold, setIsTold] = useState(false)
  const apply = () => {
    setIsTold(true)
    const isChanged = typed.from !== days.from || typed.to !== days.to
    if (typed.from && typed.to && !doubt && isChanged) setDays(typed)
  }
  const field = (name: 'from' | 'to', label: string) => (
    <DayField
      size="xs"
      label={label}
      value={typed[name]}
      error={isTold && (typed[name] === '' ? 'Choose a day.' : doubt?.field === name && doubt.text)}
      onChange={(event) => setTyped({ ...typed, [name]: event.currentTarget.value })}
      onBlur={apply}
    />
  )
  return (
    <form
      className={styles.dates}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
    >
      {field('from', 'From')}
      {field('to', 'To')}
      <button type="submit" hidden>
        Show
      </button>
    </form>
  )
}
