import { Button, NativeSelect } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { UsersRound } from 'lucide-react'
import { type SyntheticEvent, useState } from 'react'
import { type ListColumn, ListTable, RowLink } from '#web/table/list-table.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { LimitedInput } from '#web/form/limited-text.tsx'
import { ActButton } from '#web/ui/act-button.tsx'
import { groupKinds, type GroupRow } from '../../audience/audience-shapes.ts'
import { useGroups, useMakeGroup } from './hooks.ts'
import formStyles from '#web/form/form.module.css'
import { FormActions } from '#web/form/form-actions.tsx'
import { useUnsaved } from '#web/form/use-unsaved.tsx'
import { errorOf } from '#web/form/use-checked-form.ts'

const columns: ListColumn<GroupRow>[] = [
  {
    title: 'Name',
    isName: true,
    cell: ({ _id, name }) => (
      <RowLink to="/admin/group/$id" params={{ id: _id }}>
        {name}
      </RowLink>
    ),
  },
  { title: 'Kind', phone: 'start', cell: ({ kind }) => groupKinds[kind] },
  {
    title: 'Members',
    phone: 'middle',
    isTitledOnPhone: true,
    align: 'right',
    cell: ({ members }) => members.toLocaleString('en-US'),
  },
  {
    title: 'Price lists',
    phone: 'end',
    isTitledOnPhone: true,
    align: 'right',
    cell: ({ lists }) => lists.toLocaleString('en-US'),
  },
]

export function GroupsPage() {
  const [isAdding, setIsAdding] = useState(false)
  return (
    <>
      <PageHeading title="Groups" lead="Group businesses by purchasing organization or class of trade.">
        <ActButton onClick={() => setIsAdding(true)}>New group</ActButton>
      </PageHeading>
      <Dialog isOpen={isAdding} title="New group" close={() => setIsAdding(false)}>
        <NewGroup close={() => setIsAdding(false)} />
      </Dialog>
      <QueryStates query={useGroups()}>
        {(groups) => (
          <ListTable
            caption="Groups"
            columns={columns}
            rows={groups}
            rowKey={({ _id }) => _id}
            empty={{
              icon: <UsersRound size={28} strokeWidth={1.5} />,
              title: 'No groups yet',
              text: 'Price lists, methods and visibility can apply to a group of businesses.',
            }}
          />
        )}
      </QueryStates>
    </>
  )
}

function NewGroup({ close }: { close: () => void }) {
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [kind, setKind] = useState<GroupRow['kind']>('group')
  const unsaved = useUnsaved(() => name.trim() !== '')
  const make = useMakeGroup((id) => unsaved.saved(() => void navigate({ to: '/admin/group/$id', params: { id } })))
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (name.trim()) make.mutate({ body: { kind, name: name.trim() } })
  }
  return (
    <form className={formStyles.form} onSubmit={submit} aria-label="New group">
      {unsaved.question}
      <LimitedInput
        label="Name"
        placeholder="Northeast GPO or Long-term care, for example"
        required
        most={120}
        value={name}
        error={errorOf(make, 'name')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <NativeSelect
        label="Kind"
        description="A business can have only one class of trade."
        data={Object.entries(groupKinds).map(([value, label]) => ({ value, label }))}
        value={kind}
        onChange={(event) => setKind(event.currentTarget.value === 'class' ? 'class' : 'group')}
      />
      <FormActions cancel={close}>
        <Button type="submit" loading={make.isPending} disabled={name.trim() === ''}>
          Create
        </Button>
      </FormActions>
    </form>
  )
}
