import { NativeSelect } from '@mantine/core'
import { useShipTos } from '#colleagues/web/ship-to/use-ship-tos.ts'
import { weekdayName } from '#shared/day-words.ts'
import { DayField } from '#web/form/day-field.tsx'
import { useCustomer } from '#web/ordering-for.ts'
import { useUser } from '#web/session.ts'
import { useBlockSubmit } from '#web/ui/block-submit.ts'
import { type FirstSchedule, type GuideSchedule, repeatChoices, repeatOf } from '../../guides/schedule-shapes.ts'

interface Props {
  value: FirstSchedule
  change: (patch: Partial<FirstSchedule>) => void
  dayError: string | undefined
}

/** What a standing order consists of besides its lines. */
export function ScheduleFields({ value: { everyWeeks, nextDay, shipToId }, change, dayError }: Props) {
  return (
    <>
      <NativeSelect
        label="Repeat"
        data={repeatChoices}
        value={String(everyWeeks)}
        onChange={(event) => change({ everyWeeks: repeatOf(Number(event.currentTarget.value)) })}
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
        error={dayError}
        onChange={(event) => change({ nextDay: event.currentTarget.value })}
      />
      <ShipToField id={shipToId} choose={(chosen) => change({ shipToId: chosen })} />
    </>
  )
}

/** Nothing for a business with one address. */
function ShipToField({ id, choose }: { id: string | null; choose: (id: string | null) => void }) {
  const user = useUser()
  const customer = useCustomer()
  const { data, isSuccess } = useShipTos(customer?._id ?? user?._id)
  const verified = (data ?? []).filter(({ isVerified }) => isVerified)
  const isMissing = id !== null && !verified.some(({ _id }) => _id === id)
  const isGone = isMissing && isSuccess
  const blocked = useBlockSubmit(isGone)
  if (id === null && verified.length === 0) return null
  return (
    <NativeSelect
      {...blocked}
      label="Ship to"
      value={id ?? ''}
      error={isGone && 'This address is no longer available. Choose another one.'}
      data={[
        { value: '', label: 'Our main address' },
        ...(isMissing ? [{ value: id, label: isGone ? 'No longer available' : 'Loading…' }] : []),
        ...verified.map(({ _id, name, city }) => ({ value: _id, label: `${name}, ${city}` })),
      ]}
      onChange={(event) => choose(event.currentTarget.value || null)}
    />
  )
}

/** A day that has passed while it was paused is no longer proposed. */
export const draftOf = (schedule: GuideSchedule | null): FirstSchedule => ({
  everyWeeks: repeatOf(schedule?.everyWeeks ?? 1),
  nextDay: schedule && !schedule.isPaused ? schedule.nextDay : '',
  shipToId: schedule?.shipTo?._id ?? null,
})
