import { Button, Group, Text } from '@mantine/core'
import { type SyntheticEvent, useState } from 'react'
import { monthDayWords, weekdayWords } from '#shared/day-words.ts'
import { fullName } from '#shared/full-name.ts'
import { FormActions } from '#web/form/form-actions.tsx'
import forms from '#web/form/form.module.css'
import { errorOf } from '#web/form/use-checked-form.ts'
import { ForBuyers } from '#web/for-buyers.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { ConfirmButton } from '#web/ui/confirm-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Status } from '#web/ui/status.tsx'
import { type GuideSchedule, guideScheduleWords } from '../../guides/schedule-shapes.ts'
import { useRemoveSchedule, useSaveSchedule, useSkipOrder } from './hooks.ts'
import { draftOf, ScheduleFields } from './schedule-fields.tsx'

interface Props {
  guideId: string
  schedule: GuideSchedule
}

/** The standing order of a guide, with its acts. */
export function StandingOrderPanel({ guideId, schedule }: Props) {
  const { isPaused, nextDay, shipTo, user, __v } = schedule
  const skip = useSkipOrder()
  const save = useSaveSchedule()
  const remove = useRemoveSchedule()
  const [isChanging, setIsChanging] = useState(false)
  const params = { id: guideId }
  const pause = () => {
    save.mutate({ params, body: { ...draftOf(schedule), nextDay, isPaused: true, __v } })
  }
  return (
    <Panel title="Standing order">
      <p>
        {guideScheduleWords(schedule)}.{' '}
        {isPaused ? <Status tone="notice">Paused</Status> : `Next: ${weekdayWords(nextDay)}.`}{' '}
        {shipTo?.isAvailable && `Ships to ${shipTo.name}.`}
      </p>
      {shipTo?.isAvailable === false && (
        <Callout tone="warning">
          {shipTo.name} is no longer available. Change the standing order and choose another address.
        </Callout>
      )}
      {!user.mayOrder && (
        <Callout tone="warning">
          {fullName(user)} can no longer order. {isPaused ? 'Resume' : 'Change'} the standing order to receive its
          emails yourself.
        </Callout>
      )}
      <Text c="dimmed" fz="sm">
        {isPaused
          ? 'No emails are sent until you resume it.'
          : !user.mayOrder
            ? 'It will be paused that day.'
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
  const [draft, setDraft] = useState(() => draftOf(schedule))
  const save = useSaveSchedule(close)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (draft.nextDay === '') return
    save.mutate({ params: { id: guideId }, body: { ...draft, __v: schedule?.__v ?? 0 } })
  }
  return (
    <form className={forms.form} onSubmit={submit}>
      <ScheduleFields
        value={draft}
        change={(patch) => setDraft((now) => ({ ...now, ...patch }))}
        dayError={errorOf(save, 'nextDay')}
      />
      <FormActions cancel={close}>
        <Button type="submit" loading={save.isPending}>
          Save
        </Button>
      </FormActions>
    </form>
  )
}
