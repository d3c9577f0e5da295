import { Button, NativeSelect } from '@mantine/core'
import { type SyntheticEvent, useState } from 'react'
import type { Reply } from '#shared/endpoint.ts'
import { DayField } from '#web/form/day-field.tsx'
import { FormActions } from '#web/form/form-actions.tsx'
import formStyles from '#web/form/form.module.css'
import { momentWords } from '#web/ui/day.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { approvals } from '../contract.ts'
import styles from './approvals.module.css'
import { useDeputy, useSetDeputy } from './hooks.ts'
import { fullName } from './people-names.ts'

/** Lets an approver choose a delegate while they are away. */
export function DeputyPanel() {
  const query = useDeputy()
  return (
    <Panel title="Your delegate">
      <QueryStates query={query} skeleton={<Skeleton height="6rem" />}>
        {(told) => <Deputy key={JSON.stringify(told.deputy)} {...told} />}
      </QueryStates>
    </Panel>
  )
}

function Deputy({ deputy, choices }: Reply<typeof approvals.deputy>) {
  const [deputyId, setDeputyId] = useState('')
  const [until, setUntil] = useState('')
  const [refused, setRefused] = useState<Record<string, string>>({})
  const set = useSetDeputy(() => {})
  const name = (event: SyntheticEvent) => {
    event.preventDefault()
    const missing = {
      ...(deputyId === '' && { deputyId: 'Choose a person.' }),
      ...(until === '' && { until: 'Choose an end date.' }),
    }
    setRefused(missing)
    if (Object.keys(missing).length > 0) return
    set.mutate(
      { body: { deputyId, until } },
      { onError: ({ details, message }) => setRefused({ [String(details['field'])]: message }) },
    )
  }
  if (deputy)
    return (
      <>
        <p className={styles.note}>
          {fullName(deputy)} gets your approval emails and decides for you through {momentWords(deputy.until, true)}.
        </p>
        <FormActions>
          <Button
            variant="default"
            loading={set.isPending}
            onClick={() => set.mutate({ body: { deputyId: null, until: deputy.until } })}
          >
            Remove delegate
          </Button>
        </FormActions>
      </>
    )
  if (choices.length === 0)
    return <p className={styles.note}>No one else at your business can place orders, so there is no one to choose.</p>
  return (
    <form className={styles.rules} noValidate onSubmit={name} aria-label="Your delegate">
      <p className={styles.note}>Choose someone to approve orders while you’re away.</p>
      <div className={formStyles.fields}>
        <NativeSelect
          label="Delegate"
          data={[
            { value: '', label: 'Choose a person' },
            ...choices.map((one) => ({ value: one._id, label: fullName(one) })),
          ]}
          value={deputyId}
          error={refused['deputyId']}
          onChange={(event) => setDeputyId(event.currentTarget.value)}
        />
        <DayField
          label="Last day"
          value={until}
          error={refused['until']}
          onChange={(event) => setUntil(event.currentTarget.value)}
        />
      </div>
      <FormActions>
        <Button type="submit" loading={set.isPending}>
          Save delegate
        </Button>
      </FormActions>
    </form>
  )
}
