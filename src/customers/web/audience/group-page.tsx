import { Button } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { FormActions } from '#web/form/form-actions.tsx'
import { useUnsaved } from '#web/form/use-unsaved.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { ConfirmButton } from '#web/ui/confirm-button.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { LimitedInput } from '#web/form/limited-text.tsx'
import { type Group, groupKinds } from '../../audience/audience-shapes.ts'
import { ChosenMembers } from './chosen-members.tsx'
import { useChangeGroup, useGroup, useRemoveGroup } from './hooks.ts'
import formStyles from '#web/form/form.module.css'
import styles from './audience.module.css'
import { errorOf } from '#web/form/use-checked-form.ts'

export function GroupPage() {
  const { id = '' }: { id?: string } = useParams({ strict: false })
  return (
    <QueryStates query={useGroup(id)}>
      {(group) => <GroupScreen key={`${group._id} ${group.__v}`} group={group} />}
    </QueryStates>
  )
}

function GroupScreen({ group }: { group: Group }) {
  const navigate = useNavigate()
  const [name, setName] = useState(group.name)
  const [businesses, setBusinesses] = useState(group.businesses)
  const isDirty = name !== group.name || businesses !== group.businesses
  const unsaved = useUnsaved(() => isDirty)
  const change = useChangeGroup(() => unsaved.saved(() => {}))
  const remove = useRemoveGroup(() => unsaved.saved(() => void navigate({ to: '/admin/groups' })))
  const params = { id: group._id }
  const save = () =>
    change.mutate({ params, body: { name: name.trim(), userIds: businesses.map(({ _id }) => _id), __v: group.__v } })
  const takeBack = () => {
    setName(group.name)
    setBusinesses(group.businesses)
  }
  return (
    <div className={styles.page}>
      {unsaved.question}
      <PageHeading title={group.name} lead={groupKinds[group.kind]}>
        <ButtonLink size="xs" variant="default" to="/admin/groups">
          Groups
        </ButtonLink>
        <ConfirmButton
          label="Delete"
          button={{ size: 'xs' }}
          question="Delete this group?"
          isDestructive
          isPending={remove.isPending}
          confirm={() => remove.mutate({ params })}
        >
          <p>Its members are not deleted.</p>
        </ConfirmButton>
      </PageHeading>
      <Panel>
        <LimitedInput
          label="Name"
          required
          most={120}
          maw={400}
          mb="sm"
          value={name}
          error={errorOf(change, 'name')}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <ChosenMembers businesses={businesses} change={(members) => setBusinesses(members.businesses)} />
      </Panel>
      <FormActions
        cancel={isDirty ? takeBack : undefined}
        beside={isDirty && <p className={formStyles.note}>Not saved yet.</p>}
      >
        <Button onClick={save} loading={change.isPending} disabled={!isDirty || !name.trim()}>
          Save
        </Button>
      </FormActions>
    </div>
  )
}
