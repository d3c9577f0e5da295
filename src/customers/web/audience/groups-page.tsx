import { NativeSelect } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { UsersRound } from 'lucide-react'
import { type SyntheticEvent, useState } from 'react'
import { type ListColumn, ListTable, RowLink } from '#web/table/list-table.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { LimitedInput } from '#web/form/limited-text.tsx'
import { ActButton } from '#web/ui/act-button.tsx'
import { groupKinds, type GroupRow } from '../../audience/audience-shapes.ts'
import { useGroups, useMakeGroup } from './hooks.ts'
import styles from './audience.module.css'
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
  return (
    <div className={styles.page}>
      <PageHeading title="Groups" lead="Group businesses by purchasing organization or class of trade." />
      <Panel>
        <NewGroup />
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
                text: 'Create one above.',
              }}
            />
          )}
        </QueryStates>
      </Panel>
    </div>
  )
}

function NewGroup() {
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [kind, setKind] = useState<GroupRow['kind']>('group')
  const make = useMakeGroup((id) => void navigate({ to: '/admin/group/$id', params: { id } }))
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (name.trim()) make.mutate({ body: { kind, name: name.trim() } })
  }
  return (
    <form className={styles.row} onSubmit={submit} aria-label="New group">
      <LimitedInput
        label="New group"
        placeholder="Northeast GPO or Long-term care, for example"
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
      <ActButton type="submit" loading={make.isPending} disabled={name.trim() === ''}>
        Create
      </ActButton>
    </form>
  )
}
