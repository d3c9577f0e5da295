import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useUser } from '#web/session.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { User } from '../account-shapes.ts'
import { calledBy } from './called-by.ts'
import { useDeleteUser, useInviteAgain, useStaff } from './hooks.ts'
import { ReasonField } from './reason-field.tsx'
import styles from './staff-table.module.css'
import { UserStatus } from './user-status.tsx'

interface Props {
  title: 'Admins' | 'Sales Representatives'
  kind: 'admin' | 'salesRep'
  /** What was typed into the search. */
  any: string
}

export function StaffTable({ title, kind, any }: Props) {
  const id = useId()
  const staff = useStaff(kind, any)
  const [asked, setAsked] = useState<User | null>(null)
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
        {staff.data?.count && <span className={styles.count}>{staff.data.count.number}</span>}
      </h2>
      <QueryStates query={staff} skeleton={<Skeleton height="8rem" />}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState title={any ? 'Nobody matches the search' : `No ${title.toLowerCase()} yet`} />
          ) : (
            <div className={styles.frame}>
              <table className={styles.table} aria-labelledby={id}>
                <thead>
                  <tr>
                    <th scope="col">Name</th>
                    <th scope="col">Email</th>
                    <th scope="col">Company</th>
                    <th scope="col">Account ID</th>
                    <th scope="col">Status</th>
                    <th scope="col">Actions</th>
                  </tr>
                </thead>
                <tbody>
                  {rows.map((row) => (
                    <StaffRow key={row._id} row={row} remove={() => setAsked(row)} />
                  ))}
                </tbody>
              </table>
            </div>
          )
        }
      </QueryStates>
      {asked && <DeleteDialog key={asked._id} user={asked} close={() => setAsked(null)} />}
    </section>
  )
}

function StaffRow({ row, remove }: { row: User; remove: () => void }) {
  const invite = useInviteAgain()
  const isSelf = useUser()?._id === row._id
  const name = `${row.name} ${row.lastName}`.trim() || row.email
  const { _id: id } = row
  return (
    <tr>
      <th scope="row">
        {row.isAdmin ? (
          <Link to="/admin/user/$id" params={{ id }}>
            {name}
          </Link>
        ) : (
          <Link to="/admin/salesrep/$id" params={{ id }}>
            {name}
          </Link>
        )}
        {isSelf && ' (you)'}
      </th>
      <td data-label="Email">{row.email}</td>
      <td data-label="Company">{row.companyName || '–'}</td>
      <td data-label="Account ID">{row.accountID || '–'}</td>
      <td data-label="Status">
        <UserStatus user={row} />
      </td>
      <td className={styles.actions}>
        {!row.hasPassword && (
          <Button
            size="compact-xs"
            variant="default"
            aria-label={`Invite again: ${name}`}
            loading={invite.isPending}
            onClick={() => invite.mutate({ params: { id } })}
          >
            Invite again
          </Button>
        )}
        {!isSelf && (
          <Button size="compact-xs" variant="default" aria-label={`Delete: ${name}`} onClick={remove}>
            Delete
          </Button>
        )}
      </td>
    </tr>
  )
}

function DeleteDialog({ user, close }: { user: User; close: () => void }) {
  const { mutate, isPending } = useDeleteUser()
  const [reason, setReason] = useState('')
  return (
    <Confirm
      isOpen
      question="Are you sure to delete?"
      answer="Delete"
      isDestructive
      isPending={isPending}
      confirm={() => mutate({ params: { id: user._id }, query: { reason } }, { onSettled: close })}
      close={close}
    >
      <p>{calledBy(user)} is signed out and cannot sign in again.</p>
      <ReasonField value={reason} change={setReason} />
    </Confirm>
  )
}
