import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { Search, UserPlus } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from '@tanstack/react-router'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import styles from './users-page.module.css'
import type { User } from '#identity/account-shapes.ts'
import { Invitation } from '../customer-shapes.ts'
import { calledBy } from '#identity/web/called-by.ts'
import { fullName } from '#shared/full-name.ts'
import { ActButton } from '#web/ui/act-button.tsx'
import { useDeleteUser, useInviteAgain, useInviteUser, useStaff } from './hooks.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { JoinDialog, useJoining } from './join-dialog.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { PeopleTable } from './people-table.tsx'

export function UsersPage() {
  const [typed, setTyped] = useState('')
  const [any] = useDebouncedValue(typed.trim(), 250)
  const [isInviting, setIsInviting] = useState(false)
  return (
    <>
      <PageHeading title="User maintenance" lead="Admins and sales representatives.">
        <ActButton leftSection={<UserPlus size={16} aria-hidden />} onClick={() => setIsInviting(true)}>
          Add User
        </ActButton>
      </PageHeading>
      <TextInput
        className={styles.search}
        aria-label="Search users"
        placeholder="Search by name, email, company or account"
        leftSection={<Search size={16} aria-hidden />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <StaffTable title="Admins" kind="admin" any={any} />
      <StaffTable title="Sales Representatives" kind="salesRep" any={any} />
      <InviteStaff isOpen={isInviting} close={() => setIsInviting(false)} />
    </>
  )
}

interface Props {
  title: 'Admins' | 'Sales Representatives'
  kind: 'admin' | 'salesRep'
  /** The search text. */
  any: string
}

const roleOf = ({ isAdmin, isReadOnly }: User) => {
  if (!isAdmin) return 'Sales rep'
  return isReadOnly ? 'Director (read-only)' : 'Admin'
}

const columns = [
  { title: 'Role', cell: roleOf },
  { title: 'Company', cell: ({ companyName }: User) => companyName || '–' },
  { title: 'Account ID', cell: ({ accountID }: User) => accountID || '–' },
]

function StaffTable({ title, kind, any }: Props) {
  const id = useId()
  const staff = useStaff(kind, any)
  const invite = useInviteAgain()
  const remove = useDeleteUser()
  const [removed, setRemoved] = useState<User | null>(null)
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
        {staff.data?.count && <span className={styles.count}>{staff.data.count.number}</span>}
      </h2>
      <QueryStates query={staff} skeleton={<Skeleton height="8rem" />}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState title={any ? 'No users match the search' : `No ${title.toLowerCase()} yet`} />
          ) : (
            <PeopleTable
              caption={title}
              people={rows}
              nameCell={(user) => <StaffLink user={user} />}
              columns={columns}
              actions={(user) => [
                ...(user.hasPassword
                  ? []
                  : [
                      {
                        label: 'Resend invitation',
                        press: () => invite.mutate({ params: { id: user._id } }),
                        isPending: invite.isPending && invite.variables.params.id === user._id,
                      },
                    ]),
                { label: 'Delete', press: () => setRemoved(user) },
              ]}
            />
          )
        }
      </QueryStates>
      {removed && (
        <ReasonDialog
          key={removed._id}
          change={remove}
          act="Delete"
          id={removed._id}
          isOpen
          close={() => setRemoved(null)}
        >
          <p>{calledBy(removed)} will be signed out and cannot sign in again.</p>
        </ReasonDialog>
      )}
    </section>
  )
}

function StaffLink({ user }: { user: User }) {
  return (
    <Link to={user.isAdmin ? '/admin/user/$id' : '/admin/salesrep/$id'} params={{ id: user._id }}>
      {fullName(user)}
    </Link>
  )
}

const roles = {
  salesRep: { title: 'Sales Rep', means: 'Places orders for customers.' },
  director: { title: 'Director', means: 'Views the whole back office. Cannot make changes.' },
  admin: { title: 'Admin', means: 'Full access.' },
}

function InviteStaff({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const joining = useJoining(useInviteUser())
  return (
    <>
      <InviteDialog
        title="Add User"
        roles={roles}
        initialRole="salesRep"
        schema={Invitation}
        hasCompany
        isPending={joining.isPending}
        send={(body, ending) => joining.send({ query: {}, body }, { who: body, ...ending })}
        isOpen={isOpen}
        close={close}
      />
      <JoinDialog joining={joining} />
    </>
  )
}
