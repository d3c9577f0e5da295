import { Button, Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { DrugName } from '#catalog/web/drug-name.tsx'
import { LineMarks } from '#catalog/web/line-marks.tsx'
import { grouped } from '#shared/number-words.ts'
import { useChange } from '#web/api.ts'
import { useMayOrder } from '#web/for-buyers.tsx'
import { ConfirmButton } from '#web/ui/confirm-button.tsx'
import { MomentText } from '#web/ui/day.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Status } from '#web/ui/status.tsx'
import { fulfillment } from '../contract.ts'
import type { AskedSubstitute } from '../substitute-shapes.ts'
import { useSubstitutes } from './use-substitutes.ts'
import styles from './substitutes-panel.module.css'

/** The substitutes that need the buyer's yes, with the answers; nothing if there are none. */
export function SubstitutesPanel({ orderId }: { orderId: string }) {
  const { data = [] } = useSubstitutes(orderId)
  if (data.length === 0) return null
  return (
    <Panel title="Substitutes">
      <ul className={styles.list}>
        {data.map((asked) => (
          <li key={asked.id}>
            <p>
              <strong>
                {grouped(asked.quantity)} × <DrugName name={asked.name} /> ({asked.slug})
              </strong>{' '}
              <LineMarks line={{ coldStatus: asked.coldStatus ?? '', deaSchedule: asked.deaSchedule ?? '' }} /> instead
              of <DrugName name={asked.ordered} />
            </p>
            <p className={styles.reasons}>Why we ask: {asked.reasons}.</p>
            {asked.answer === null ? <Question asked={asked} /> : <Answer asked={asked} />}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Answer({ asked: { answer, answeredBy, answeredAt } }: { asked: AskedSubstitute }) {
  return (
    <p>
      <Status tone={answer === 'yes' ? 'good' : 'bad'}>{answer === 'yes' ? 'Accepted' : 'Declined'}</Status>{' '}
      {answeredBy}
      {answeredAt && (
        <>
          , <MomentText at={answeredAt} />
        </>
      )}
      {answer === 'no' && '. We are canceling the substitute.'}
    </p>
  )
}

function Question({ asked: { id, name } }: { asked: AskedSubstitute }) {
  const mayOrder = useMayOrder()
  const client = useQueryClient()
  const { mutate, isPending } = useChange(fulfillment.answerSubstitute, {
    refresh: [fulfillment.substitutes],
    refreshesAlways: true,
    // The lines of the order, whose calls are in a room above.
    onSuccess: () => client.invalidateQueries({ queryKey: ['/api/orders/:id'] }),
  })
  return (
    <>
      <p>
        <Status tone="notice">Waiting for an answer</Status>
      </p>
      {mayOrder && (
        <Group gap="xs" mt="xs">
          <Button
            loading={isPending}
            aria-label={`Accept ${name}`}
            onClick={() => mutate({ params: { id }, body: { answer: 'yes' } })}
          >
            Accept
          </Button>
          <ConfirmButton
            label="Decline"
            question="Decline this substitute?"
            isDestructive
            button={{ 'aria-label': `Decline ${name}`, disabled: isPending }}
            confirm={(close) => mutate({ params: { id }, body: { answer: 'no' } }, { onSettled: close })}
          >
            The substitute will be canceled, and nothing ships instead of it.
          </ConfirmButton>
        </Group>
      )}
    </>
  )
}
