import { useQuery } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'
import formStyles from '#web/form/form.module.css'
import { editedQueryOf, useChange } from '#web/api.ts'
import { Panel } from '#web/ui/panel.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { LimitedInput } from '#web/form/limited-text.tsx'
import type { User } from '#identity/account-shapes.ts'
import { ActButton } from '#web/ui/act-button.tsx'
import { users } from '../contract.ts'

/** Whether a business is offered the same drug from another manufacturer when a product is sold out. */
export function EquivalentsPanel({ user }: { user: Pick<User, '_id'> }) {
  const kept = useQuery(editedQueryOf(users.equivalents, { params: { id: user._id } }))
  return (
    <Panel title="Equivalents">
      <QueryStates query={kept} skeleton={<Skeleton height="2rem" />}>
        {({ refusedFor }) => <EquivalentsForm key={refusedFor} id={user._id} refusedFor={refusedFor} />}
      </QueryStates>
    </Panel>
  )
}

function EquivalentsForm({ id, refusedFor }: { id: string; refusedFor: string }) {
  const [reason, setReason] = useState(refusedFor)
  const change = useChange(users.changeEquivalents, {
    refresh: [users.equivalents],
  })
  const save = (event: SyntheticEvent) => {
    event.preventDefault()
    change.mutate({ params: { id }, body: { refusedFor: reason.trim() } })
  }
  return (
    <form className={formStyles.form} onSubmit={save} aria-label="Equivalents">
      <LimitedInput
        label="Reason to turn off equivalents"
        description="Enter a reason to stop offering equivalents of sold-out products. Users see it."
        placeholder="Example: our formulary requires this manufacturer"
        most={300}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <div>
        <ActButton type="submit" variant="default" loading={change.isPending} disabled={reason.trim() === refusedFor}>
          Save
        </ActButton>
      </div>
    </form>
  )
}
