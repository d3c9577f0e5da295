import { NativeSelect } from '@mantine/core'
import { useRef } from 'react'
import { ForEditors } from '#web/for-editors.tsx'
import { ListTable } from '#web/table/list-table.tsx'
import { DeleteButton } from '#web/ui/delete-button.tsx'
import { type Audience, groupKinds } from '../../audience/audience-shapes.ts'
import { CustomerChooser } from '../customer-chooser.tsx'
import styles from './audience.module.css'
import { useGroups } from './hooks.ts'

type Members = Pick<Audience, 'groups' | 'businesses'>

interface Props {
  /** Absent for the members of a group. */
  groups?: Audience['groups']
  businesses: Audience['businesses']
  change: (members: Members) => void
}

/** Groups and businesses to add and remove one by one; saved with the rest of the form. */
export function ChosenMembers({ groups, businesses, change }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const members = { groups: groups ?? [], businesses }
  const remove = (id: string) =>
    change({
      groups: members.groups.filter(({ _id }) => _id !== id),
      businesses: businesses.filter(({ _id }) => _id !== id),
    })
  const rows = [
    ...members.groups.map(({ _id, name, kind }) => ({ _id, name, kind: groupKinds[kind] })),
    ...businesses.map(({ _id, companyName, accountID }) => ({
      _id,
      name: companyName,
      kind: accountID ? `Business ${accountID}` : 'Business',
    })),
  ]
  return (
    <>
      {rows.length > 0 && (
        <ListTable
          caption="Members"
          columns={[
            { title: 'Name', isName: true, cell: ({ name }) => name },
            { title: 'Kind', cell: ({ kind }) => kind },
            {
              title: 'Delete',
              isActions: true,
              cell: ({ _id, name }) => <DeleteButton label={`Delete ${name}`} onClick={() => remove(_id)} />,
            },
          ]}
          rows={rows}
          rowKey={({ _id }) => _id}
        />
      )}
      <ForEditors>
        <div className={styles.row}>
          {groups && (
            <GroupChooser groups={groups} add={(group) => change({ ...members, groups: [...groups, group] })} />
          )}
          <CustomerChooser
            key={businesses.length}
            customer={null}
            inputRef={input}
            choose={({ _id, companyName, name, accountID }) =>
              change({
                ...members,
                businesses: [
                  ...businesses.filter((one) => one._id !== _id),
                  { _id, companyName: companyName || name, accountID },
                ],
              })
            }
          />
        </div>
      </ForEditors>
    </>
  )
}

type Group = Audience['groups'][number]

function GroupChooser({ groups, add }: { groups: readonly Group[]; add: (group: Group) => void }) {
  const { data: all = [] } = useGroups()
  const left = all.filter(({ _id }) => !groups.some((one) => one._id === _id))
  return (
    <NativeSelect
      label="Add a group"
      description="Or a class of trade."
      value=""
      disabled={left.length === 0}
      data={[
        { value: '', label: left.length === 0 ? 'No other groups' : 'Choose' },
        ...left.map(({ _id, name }) => ({ value: _id, label: name })),
      ]}
      onChange={({ currentTarget: { value } }) => left.filter(({ _id }) => _id === value).forEach(add)}
    />
  )
}
