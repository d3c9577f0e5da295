import { Button } from '@mantine/core'
import { CalendarSync } from 'lucide-react'
import { type SyntheticEvent, useState } from 'react'
import { FormActions } from '#web/form/form-actions.tsx'
import forms from '#web/form/form.module.css'
import { LimitedInput } from '#web/form/limited-text.tsx'
import { errorOf } from '#web/form/use-checked-form.ts'
import { useMayOrder } from '#web/for-buyers.tsx'
import { useUser } from '#web/session.ts'
import type { SaveToGuideProps } from '#web/slots.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { useMakeGuide } from './hooks.ts'
import { draftOf, ScheduleFields } from './schedule-fields.tsx'

/** Makes an order guide of the lines and its standing order in one step; for users who can order. */
export function MakeStanding({ lines, isQuiet }: SaveToGuideProps) {
  const user = useUser()
  const mayOrder = useMayOrder()
  const [isOpen, setIsOpen] = useState(false)
  if (!user || user.isAdmin || !mayOrder) return null
  return (
    <>
      <Button
        variant={isQuiet ? 'subtle' : 'default'}
        leftSection={<CalendarSync size={16} aria-hidden />}
        disabled={lines.length === 0}
        onClick={() => setIsOpen(true)}
      >
        Make a standing order
      </Button>
      <Dialog isOpen={isOpen} title="Make a standing order" close={() => setIsOpen(false)}>
        <StandingForm lines={lines} close={() => setIsOpen(false)} />
      </Dialog>
    </>
  )
}

function StandingForm({ lines, close }: Pick<SaveToGuideProps, 'lines'> & { close: () => void }) {
  const [name, setName] = useState('')
  const [schedule, setSchedule] = useState(() => draftOf(null))
  const make = useMakeGuide(close)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (name.trim() && schedule.nextDay) make.mutate({ body: { name: name.trim(), lines: [...lines], schedule } })
  }
  return (
    <form className={forms.form} aria-label="Make a standing order" onSubmit={submit}>
      <LimitedInput
        label="Name"
        description="Saved as an order guide. On its day we email you to review and place it; nothing is ordered automatically."
        required
        most={80}
        autoComplete="off"
        value={name}
        error={errorOf(make, 'name')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <ScheduleFields
        value={schedule}
        change={(patch) => setSchedule((now) => ({ ...now, ...patch }))}
        dayError={errorOf(make, 'nextDay')}
      />
      <FormActions cancel={close}>
        <Button type="submit" loading={make.isPending}>
          Save
        </Button>
      </FormActions>
    </form>
  )
}
