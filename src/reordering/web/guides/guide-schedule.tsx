import { Button, Group, NativeSelect, Text } from '@mantine/core'
import { type SyntheticEvent, useState } from 'react'
import { monthDayWords, weekdayName, weekdayWords } from '#shared/day-words.ts'
import { fullName } from '#shared/full-name.ts'
import { DayField } from '#web/form/day-field.tsx'
import { FormActions } from '#web/form/form-actions.tsx'
import forms from '#web/form/form.module.css'
import { errorOf } from '#web/form/use-checked-form.ts'
import { ForBuyers } from '#web/for-buyers.tsx'
import { ConfirmButton } from '#web/ui/confirm-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Status } from '#web/ui/status.tsx'
import { type GuideSchedule, repeatChoices, guideScheduleWords } from '../../guides/schedule-shapes.ts'
import { useRemoveSchedule, useSaveSchedule, useSkipOrder } from './hooks.ts'

interface Props {
  guideId: string
  schedule: GuideSchedule
}

/** The standing order of a guide, with its acts. */
export function StandingOrderPanel({ guideId, schedule }: Props) {
  const { isPaused, nextDay, user, __v } = schedule
  const skip = useSkipOrder()
  const save = useSaveSchedule()
  const remove = useRemoveSchedule()
  const [isChanging, setIsChanging] = useState(false)
  const params = { id: guideId }
  const pause = () => {
    const everyWeeks = repeatOf(schedule.everyWeeks)
    save.mutate({ params, body: { everyWeeks, nextDay, isPaused: true, __v } })
  }
  return (
    <Panel title="Standing order">
      <p>
        {guideScheduleWords(schedule)}.{' '}
        {isPaused ? <Status tone="notice">Paused</Status> : `Next: ${weekdayWords(nextDay)}.`}
      </p>
      <Text c="dimmed" fz="sm">
        {isPaused
          ? 'No emails are sent until you resume it.'
          : `We email ${fullName(user)} that day to review and place it. Nothing is ordered automatically.`}
      </Text>
      <ForBuyers>
        <Group gap="xs" mt="sm">
          {isPaused ? (
            <Button variant="default" onClick={() => setIsChanging(true)}>
              Resume
            </Button>
          ) : (
            <>
              <Button
                variant="default"
                loading={skip.isPending}
                onClick={() => skip.mutate({ params, body: { day: nextDay } })}
              >
                Skip {monthDayWords(nextDay)}
              </Button>
              <Button variant="default" loading={save.isPending} onClick={pause}>
                Pause
              </Button>
              <Button variant="default" onClick={() => setIsChanging(true)}>
                Change
              </Button>
            </>
          )}
          <ConfirmButton
            label="Delete standing order"
            question="Delete this standing order?"
            isDestructive
            isPending={remove.isPending}
            confirm={() => remove.mutate({ params })}
          >
            <p>The order guide and its lines stay.</p>
          </ConfirmButton>
        </Group>
      </ForBuyers>
      <ScheduleDialog guideId={guideId} schedule={schedule} isOpen={isChanging} close={() => setIsChanging(false)} />
    </Panel>
  )
}

/** The button that sets up a standing order, for guides without one. */
export function NewScheduleForm({ guideId }: { guideId: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        Set up standing order
      </Button>
      <ScheduleDialog guideId={guideId} schedule={null} isOpen={isOpen} close={() => setIsOpen(false)} />
    </>
  )
}

interface DialogProps {
  guideId: string
  schedule: GuideSchedule | null
  isOpen: boolean
  close: () => void
}

function ScheduleDialog({ guideId, schedule, isOpen, close }: DialogProps) {
  const title =
    schedule === null ? 'Set up standing order' : schedule.isPaused ? 'Resume standing order' : 'Change standing order'
  return (
    <Dialog isOpen={isOpen} title={title} close={close}>
      <ScheduleForm key={schedule?.__v} guideId={guideId} schedule={schedule} close={close} />
    </Dialog>
  )
}

function ScheduleForm({ guideId, schedule, close }: Omit<DialogProps, 'isOpen'>) {
  const [everyWeeks, setEveryWeeks] = useState(String(schedule?.everyWeeks ?? 1))
  // A day that has passed while it was paused is no longer proposed.
  const [nextDay, setNextDay] = useState(schedule && !schedule.isPaused ? schedule.nextDay : '')
  const save = useSaveSchedule(close)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (nextDay === '') return
    const body = { everyWeeks: repeatOf(Number(everyWeeks)), nextDay, __v: schedule?.__v ?? 0 }
    save.mutate({ params: { id: guideId }, body })
  }
  return (
    <form className={forms.form} onSubmit={submit}>
      <NativeSelect
        label="Repeat"
        data={repeatChoices}
        value={everyWeeks}
        onChange={(event) => setEveryWeeks(event.currentTarget.value)}
      />
      <DayField
        label="Next order"
        required
        description={
          nextDay
            ? `Always on a ${weekdayName(nextDay)}. Without deliveries that day, we email you on the last delivery day before.`
            : 'The standing order repeats on this weekday.'
        }
        value={nextDay}
        error={errorOf(save, 'nextDay')}
        onChange={(event) => setNextDay(event.currentTarget.value)}
      />
      <FormActions cancel={close}>
        <Button type="submit" loading={save.isPending}>
          Save
        </Button>
      </FormActions>
    </form>
  )
}

const repeatOf = (weeks: number): 1 | 2 | 4 => (weeks === 2 || weeks === 4 ? weeks : 1)
