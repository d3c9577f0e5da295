import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { fullName } from '#shared/full-name.ts'
import { useUser } from '#web/session.ts'
import table from '#web/table/plain-table.module.css'
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

interface Column<P> {
  title: string
  cell: (person: P) => ReactNode
}

interface Props<P extends Person> {
  caption: string
  people: readonly P[]
  /** The name in its cell, such as a link. */
  nameCell?: (person: P) => ReactNode
  /** Columns beside name, email and status. */
  columns: readonly Column<P>[]
  /** Buttons in the row of another user; none without it. */
  actions?: ((person: P) => readonly Action[]) | undefined
}

/** Users of the wholesaler or of a business, with the actions that the viewer can take. */
export function PeopleTable<P extends Person>({ caption, people, nameCell = fullName, columns, actions }: Props<P>) {
  const me = useUser()
  return (
    <table className={table.table} aria-label={caption}>
      <thead>
        <tr>
          {['Name', 'Email', ...columns.map(({ title }) => title), 'Status'].map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
          {actions && (
            <th scope="col" className={table.actions}>
              Actions
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {people.map((person) => (
          <tr key={person._id}>
            <th scope="row">
              {nameCell(person)}
              {person._id === me?._id && ' (you)'}
            </th>
            <td data-label="Email" className={table.wide}>
              {person.email}
            </td>
            {columns.map(({ title, cell }) => (
              <td key={title} data-label={title}>
                {cell(person)}
              </td>
            ))}
            <td data-label="Status">
              <UserStatus user={person} />
            </td>
            {actions && (
              <td className={table.actions}>
                {person._id !== me?._id &&
                  actions(person).map(({ label, press, isPending = false }) => (
                    <Button
                      key={label}
                      size="compact-xs"
                      variant="default"
                      aria-label={`${label}: ${fullName(person)}`}
                      loading={isPending}
                      onClick={press}
                    >
                      {label}
                    </Button>
                  ))}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
