import { Button, NativeSelect, TextInput } from '@mantine/core'
import { type SyntheticEvent, useState } from 'react'
import styles from '#web/form/form.module.css'
import { readPieces } from '#shared/read-number.ts'
import { SavedCheckbox } from '#web/form/saved-checkbox.tsx'
import { ForEditors } from '#web/for-editors.tsx'
import { FormActions } from '#web/form/form-actions.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { weekdayWords } from '#shared/day-words.ts'
import type { DeliverySettings } from '../../delivery/contract.ts'
import { pastDayMessage, type ShippingMethod } from '../../delivery/delivery-shapes.ts'
import { holidayNames } from '../../delivery/holiday-shapes.ts'
import { useDeliverySettings, useRemoveDay, useSetDay, useSetHoliday, useSetMethod } from './hooks.ts'
import { EditTable } from '#web/table/edit-table.tsx'
import { ListTable } from '#web/table/list-table.tsx'
import { useUnsaved } from '#web/form/use-unsaved.tsx'
import { businessToday } from '#web/business-day.ts'
import { DayField } from '#web/form/day-field.tsx'
import { LimitedInput } from '#web/form/limited-text.tsx'
import { ActButton } from '#web/ui/act-button.tsx'

/** Settings that determine delivery dates. */
export function DeliveryPage() {
  const settings = useDeliverySettings()
  return (
    <div className={styles.page}>
      <PageHeading
        title="Delivery"
        lead="Used to show delivery dates to buyers. Leave a field blank to hide the date."
      />
      <QueryStates query={settings}>
        {({ timeZone, methods, holidays, days }) => (
          <div className={styles.form}>
            <MethodTable methods={methods} zone={timeZone} />
            <HolidaysPanel holidays={holidays} />
            <DaysPanel days={days} />
          </div>
        )}
      </QueryStates>
    </div>
  )
}

type Method = DeliverySettings['methods'][number]

const clock = new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone: 'UTC' })

/** `4:00 PM`, for 16:00. */
const clockWords = (time: string): string => clock.format(new Date(`1970-01-01T${time}Z`)).replaceAll('\u202f', ' ')

function MethodTable({ methods, zone }: { methods: Method[]; zone: string }) {
  return (
    <EditTable
      caption="Delivery times"
      rows={methods}
      rowKey={({ method }) => method}
      nameOf={({ method }) => method}
      columns={[
        { title: 'Method', isName: true, cell: ({ method }) => method },
        { title: `Cut-off (${zone})`, cell: ({ cutOff }) => (cutOff ? clockWords(cutOff) : 'Not set') },
        { title: 'Transit days', align: 'right', cell: ({ transitDays }) => transitDays ?? 'Not set' },
      ]}
      form={(row, close) => <MethodForm of={row} zone={zone} close={close} />}
    />
  )
}

function MethodForm({ of, zone, close }: { of: Method; zone: string; close: () => void }) {
  const [cutOff, setCutOff] = useState(of.cutOff ?? '')
  const [typed, setTyped] = useState(String(of.transitDays ?? ''))
  const [isTried, setIsTried] = useState(false)
  const unsaved = useUnsaved(() => cutOff !== (of.cutOff ?? '') || typed.trim() !== String(of.transitDays ?? ''))
  const set = useSetMethod()
  const transitDays = typed.trim() === '' ? null : readPieces(typed)
  const isWrong = typed.trim() !== '' && (transitDays === null || transitDays < 1 || transitDays > 30)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (isWrong) return
    // The server returns shipping methods only.
    const method = of.method as ShippingMethod
    set.mutate(
      { params: { method }, body: { cutOff: cutOff || null, transitDays } },
      { onSuccess: () => unsaved.saved(close) },
    )
  }
  return (
    <form className={styles.form} noValidate onSubmit={submit} aria-label={of.method}>
      {unsaved.question}
      <TextInput
        type="time"
        label="Cut-off"
        description={`Time in ${zone}. Leave blank if unknown.`}
        value={cutOff}
        onChange={(event) => setCutOff(event.currentTarget.value)}
      />
      <TextInput
        label="Transit days"
        description="Delivery days. Leave blank if unknown."
        inputMode="numeric"
        value={typed}
        error={isTried && isWrong ? 'Enter a whole number from 1 to 30, or leave it blank.' : undefined}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <FormActions cancel={close}>
        <Button type="submit" loading={set.isPending} aria-label={`Save ${of.method}`}>
          Save
        </Button>
      </FormActions>
    </form>
  )
}

function HolidaysPanel({ holidays }: Pick<DeliverySettings, 'holidays'>) {
  return (
    <Panel title="Holidays without shipping and delivery">
      <div className={styles.fields}>
        {holidays.map((holiday) => (
          <HolidayChoice key={holiday.rule} {...holiday} />
        ))}
      </div>
    </Panel>
  )
}

function HolidayChoice({ rule, isKept, next }: DeliverySettings['holidays'][number]) {
  const keep = useSetHoliday()
  return (
    <SavedCheckbox
      label={`${holidayNames[rule]}, next ${weekdayWords(next)}`}
      isOn={isKept}
      disabled={keep.isPending}
      save={(isOn, ending) => keep.mutate({ params: { rule }, body: { isKept: isOn } }, ending)}
    />
  )
}

/** Days that differ from the weekday and holiday rules. */
function DaysPanel({ days }: Pick<DeliverySettings, 'days'>) {
  const remove = useRemoveDay()
  return (
    <Panel title="Exceptions for single days">
      {days.length > 0 && (
        <ListTable
          caption="Single days"
          rows={days}
          rowKey={({ day }) => day}
          columns={[
            { title: 'Day', isName: true, cell: ({ day }) => `${weekdayWords(day)}, ${day.slice(0, 4)}` },
            { title: 'Shipping and delivery', cell: ({ isOpen }) => (isOpen ? 'Open' : 'Closed') },
            { title: 'Name', cell: ({ name }) => name || 'No name' },
            {
              title: 'Remove',
              isActions: true,
              cell: ({ day }) => (
                <ActButton
                  size="compact-xs"
                  variant="default"
                  disabled={remove.isPending}
                  aria-label={`Remove ${weekdayWords(day)}`}
                  onClick={() => remove.mutate({ params: { day } })}
                >
                  Remove
                </ActButton>
              ),
            },
          ]}
        />
      )}
      {days.length === 0 && <p className={styles.note}>No exceptions yet.</p>}
      <ForEditors>
        <div style={{ marginTop: '1rem' }}>
          <NewDay />
        </div>
      </ForEditors>
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
    <form className={styles.form} noValidate onSubmit={submit} aria-label="New day">
      <div className={styles.fields}>
        <DayField
          label="Day"
          value={day}
          error={isTried && wrong}
          onChange={(event) => setDay(event.currentTarget.value)}
        />
        <NativeSelect
          label="Shipping and delivery"
          data={[
            { value: 'closed', label: 'Closed: no shipping, no delivery' },
            { value: 'open', label: 'Open: shipping and delivery' },
          ]}
          value={what}
          onChange={(event) => setWhat(event.currentTarget.value)}
        />
        <LimitedInput label="Name" most={100} value={name} onChange={(event) => setName(event.currentTarget.value)} />
      </div>
      <FormActions>
        <Button type="submit" variant="default" loading={set.isPending}>
          Save day
        </Button>
      </FormActions>
    </form>
  )
}
