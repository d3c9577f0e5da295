import { Button, NativeSelect } from '@mantine/core'
import { type SyntheticEvent, useState } from 'react'
import styles from '#pricing/web/prices.module.css'
import { FormActions } from '#web/form/form-actions.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { TableHead } from '#web/ui/table-head.tsx'
import { weekdayWords } from '#shared/day-words.ts'
import { businessToday } from '#web/business-day.ts'
import { DayField } from '#web/form/day-field.tsx'
import { LimitedInput } from '#web/form/limited-text.tsx'
import type { DeliverySettings } from '../../delivery/contract.ts'
import { pastDayMessage } from '../../delivery/delivery-shapes.ts'
import { useRemoveDay, useSetDay } from './hooks.ts'

/** Days that differ from the weekday and holiday rules. */
export function DaysPanel({ days }: Pick<DeliverySettings, 'days'>) {
  const remove = useRemoveDay()
  return (
    <Panel title="Exceptions for single days">
      {days.length > 0 && (
        <table className={styles.table} aria-label="Single days">
          <TableHead titles={['Day', 'Shipping and delivery', 'Name', 'Remove']} />
          <tbody>
            {days.map(({ day, isOpen, name }) => (
              <tr key={day}>
                <td>
                  {weekdayWords(day)}, {day.slice(0, 4)}
                </td>
                <td>{isOpen ? 'Open' : 'Closed'}</td>
                <td>{name || 'No name'}</td>
                <td>
                  <Button
                    size="compact-xs"
                    variant="default"
                    disabled={remove.isPending}
                    aria-label={`Remove ${weekdayWords(day)}`}
                    onClick={() => remove.mutate({ params: { day } })}
                  >
                    Remove
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div style={{ marginTop: days.length > 0 ? '1rem' : 0 }}>
        <NewDay />
      </div>
    </Panel>
  )
}

/** An error message for the day, or null. */
const wrongDay = (day: string): string | null => {
  if (!day) return 'Choose a day.'
  return day < businessToday() ? pastDayMessage : null
}

function NewDay() {
  const [day, setDay] = useState('')
  const [name, setName] = useState('')
  const [what, setWhat] = useState('closed')
  const [isTried, setIsTried] = useState(false)
  const set = useSetDay(() => {
    setDay('')
    setName('')
    setIsTried(false)
  })
  const wrong = wrongDay(day)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (!wrong) set.mutate({ params: { day }, body: { isOpen: what === 'open', name } })
  }
  return (
    <form className={styles.dialog} noValidate onSubmit={submit} aria-label="New day">
      <DayField
        label="Day"
        maw={320}
        value={day}
        error={isTried && wrong}
        onChange={(event) => setDay(event.currentTarget.value)}
      />
      <NativeSelect
        label="Shipping and delivery"
        maw={320}
        data={[
          { value: 'closed', label: 'Closed: no shipping, no delivery' },
          { value: 'open', label: 'Open: shipping and delivery' },
        ]}
        value={what}
        onChange={(event) => setWhat(event.currentTarget.value)}
      />
      <LimitedInput
        label="Name"
        most={100}
        maw={320}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <FormActions>
        <Button type="submit" variant="default" loading={set.isPending}>
          Save day
        </Button>
      </FormActions>
    </form>
  )
}
