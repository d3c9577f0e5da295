import type { ReactNode } from 'react'
import { fullName } from '#shared/full-name.ts'
import { useUser } from '#web/session.ts'
import { type ListColumn, ListTable } from '#web/table/list-table.tsx'
import { ActButton } from '#web/ui/act-button.tsx'
import { UserStatus } from './user-status.tsx'

interface Person {
  _id: string
  name: string
  lastName: string
  email: string
  isActive: boolean
  hasPassword: boolean
}

interface Action {
  label: string
  press: () => void
  isPending?: boolean
}

interface Props<P extends Person> {
  caption: string
  people: readonly P[]
  /** The name in its cell, such as a link. */
  nameCell?: (person: P) => ReactNode
  /** Columns beside name, email and status. */
  columns: readonly ListColumn<P>[]
  /** Buttons in the row of another user; none without it. */
  actions?: ((person: P) => readonly Action[]) | undefined
}

/** Users of the wholesaler or of a business, with the actions that the viewer can take. */
export function PeopleTable<P extends Person>({ caption, people, nameCell = fullName, columns, actions }: Props<P>) {
  const me = useUser()
  const shown: ListColumn<P>[] = [
    {
      title: 'Name',
      isName: true,
      cell: (person) => (
        <>
          {nameCell(person)}
          {person._id === me?._id && ' (you)'}
        </>
      ),
    },
    { title: 'Email', isWide: true, cell: ({ email }) => email },
    ...columns,
    { title: 'Status', cell: (person) => <UserStatus user={person} /> },
  ]
  if (actions)
    shown.push({
      title: 'Actions',
      isActions: true,
      cell: (person) =>
        person._id !== me?._id &&
        actions(person).map(({ label, press, isPending = false }) => (
          <ActButton
            key={label}
            size="compact-xs"
            variant="default"
            aria-label={`${label}: ${fullName(person)}`}
            loading={isPending}
            onClick={press}
          >
            {label}
          </ActButton>
        )),
    })
  return <ListTable caption={caption} columns={shown} rows={people} rowKey={({ _id }) => _id} />
}
