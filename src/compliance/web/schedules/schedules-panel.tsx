import { Button, NativeSelect, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { dayWords } from '#shared/day-words.ts'
import { grouped } from '#shared/number-words.ts'
import { queryOf, useChange } from '#web/api.ts'
import { FormActions } from '#web/form/form-actions.tsx'
import formStyles from '#web/form/form.module.css'
import { DateField, TextField } from '#web/form/text-field.tsx'
import { isAboutFields, useCheckedForm } from '#web/form/use-checked-form.ts'
import { useUnsaved } from '#web/form/use-unsaved.tsx'
import { useIsReadOnly } from '#web/read-only.ts'
import { type ListColumn, ListTable } from '#web/table/list-table.tsx'
import { ActButton } from '#web/ui/act-button.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { schedules, type StateSchedule, StateScheduleFields, stateSchedules } from '../../schedules/contract.ts'

const refresh = [schedules.list]
const words = (schedule: string): string => schedule.replace(/^C/, 'Schedule ')

/** Schedules that only a State has, with a form for another one. */
export function SchedulesPanel() {
  const mayEdit = !useIsReadOnly()
  const [isAdding, setIsAdding] = useState(false)
  const [leaving, setLeaving] = useState<StateSchedule | null>(null)
  const remove = useChange(schedules.remove, { refresh, refreshesAlways: true, onSuccess: () => setLeaving(null) })
  return (
    <Panel title="Schedules of States">
      <Stack>
        <Text c="dimmed" fz="md">
          New orders go by the stricter of the federal schedule and the one of the ship-to State.
        </Text>
        <QueryStates query={useQuery(queryOf(schedules.list))}>
          {(rows) => (
            <ListTable
              caption="Schedules of States"
              rows={rows}
              rowKey={({ _id }) => _id}
              columns={[
                ...columns,
                ...(mayEdit ? [{ title: 'Actions', isActions: true, cell: removing(setLeaving) }] : []),
              ]}
              empty={{
                title: 'No schedules of States',
                text: 'Record each substance that a State controls and federal law does not.',
              }}
            />
          )}
        </QueryStates>
        {isAdding && <ScheduleForm close={() => setIsAdding(false)} />}
        {!isAdding && mayEdit && (
          <div>
            <ActButton variant="default" onClick={() => setIsAdding(true)}>
              Add a schedule
            </ActButton>
          </div>
        )}
      </Stack>
      <Confirm
        isOpen={leaving !== null}
        question={leaving ? `Remove ${words(leaving.schedule)} of ${leaving.substance} in ${leaving.state}?` : ''}
        answer="Remove"
        isDestructive
        isPending={remove.isPending}
        confirm={() => leaving && remove.mutate({ params: { id: leaving._id } })}
        close={() => setLeaving(null)}
      >
        <p>New orders go by the federal schedule. Orders placed before keep this one.</p>
      </Confirm>
    </Panel>
  )
}

const removing = (remove: (rule: StateSchedule) => void) => (rule: StateSchedule) => (
  <ActButton
    size="compact-sm"
    variant="default"
    aria-label={`Remove ${rule.substance} in ${rule.state}`}
    onClick={() => remove(rule)}
  >
    Remove
  </ActButton>
)

const columns: ListColumn<StateSchedule>[] = [
  { title: 'Substance', isName: true, cell: ({ substance }) => substance },
  { title: 'State', width: '5rem', phone: 'start', cell: ({ state }) => state },
  {
    title: 'Schedule',
    width: '8rem',
    phone: 'middle',
    isUnbroken: true,
    cell: ({ schedule }) => words(schedule),
  },
  { title: 'From', width: '8rem', isUnbroken: true, cell: ({ effectiveOn }) => dayWords(effectiveOn) },
  { title: 'Products', width: '6rem', align: 'right', cell: ({ products }) => grouped(products) },
  {
    title: 'Source',
    phone: 'end',
    cell: ({ source }) => (
      <Text span fz="inherit" lineClamp={2} title={source}>
        {source}
      </Text>
    ),
  },
]

const typed = { state: '', substance: '', schedule: 'CV', source: '', effectiveOn: '' }

function ScheduleForm({ close }: { close: () => void }) {
  const add = useChange(schedules.add, { refresh, quiet: isAboutFields })
  const { form, onSubmit, showRefusal } = useCheckedForm({ initialValues: typed, schema: StateScheduleFields })
  const unsaved = useUnsaved(() => JSON.stringify(form.getValues()) !== JSON.stringify(typed))
  const send = onSubmit((values) => {
    const schedule = stateSchedules.find((each) => each === values.schedule) ?? 'CV'
    add.mutate({ body: { ...values, schedule } }, { onSuccess: () => unsaved.saved(close), onError: showRefusal })
  })
  const field = (name: keyof typeof typed, label: string) => ({
    form,
    name,
    label,
    required: true,
    autoComplete: 'off',
  })
  return (
    <form className={formStyles.form} noValidate aria-label="New schedule of a State" onSubmit={send}>
      {unsaved.question}
      <div className={formStyles.fields}>
        <TextField {...field('state', 'State')} most={2} description="Two letters, such as KY." />
        <TextField
          {...field('substance', 'Substance')}
          most={200}
          description="As the generic name or the drug family of the products has it."
        />
        <NativeSelect
          key={form.key('schedule')}
          {...form.getInputProps('schedule')}
          name="schedule"
          label="Schedule"
          data={stateSchedules.map((value) => ({ value, label: words(value) }))}
        />
        <DateField {...field('effectiveOn', 'Effective from')} />
        <TextField {...field('source', 'Source')} description="The rule or page of the State." />
      </div>
      <FormActions cancel={close}>
        <Button type="submit" loading={add.isPending}>
          Add schedule
        </Button>
      </FormActions>
    </form>
  )
}
