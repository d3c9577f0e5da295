import { Button, Radio, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { Search, UserPlus } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from '@tanstack/react-router'
import type { Sent } from '#shared/endpoint.ts'
import { FormActions } from '#web/form/form-actions.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { useUser } from '#web/session.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import formStyles from '#web/form/form.module.css'
import { EmailField, TextField } from '#web/form/text-field.tsx'
import { useCheckedForm } from '#web/form/use-checked-form.ts'
import styles from './users-page.module.css'
import type { User } from '#identity/account-shapes.ts'
import { Invitation } from '../customer-shapes.ts'
import { fieldLabels } from '#identity/field-shapes.ts'
import type { users } from '../contract.ts'
import { calledBy } from '#identity/web/called-by.ts'
import { useDeleteUser, useInviteAgain, useInviteUser, useStaff } from './hooks.ts'
import { JoinDialog, useJoining } from './join-dialog.tsx'
import { ReasonField } from '#identity/web/reason-field.tsx'
import { UserStatus } from './user-status.tsx'

export function UsersPage() {
  const [typed, setTyped] = useState('')
  const [any] = useDebouncedValue(typed.trim(), 250)
  const [isInviting, setIsInviting] = useState(false)
  return (
    <>
      <PageHeading title="User maintenance" lead="Admins and sales representatives.">
        <Button leftSection={<UserPlus size={16} aria-hidden />} onClick={() => setIsInviting(true)}>
          Add User
        </Button>
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
      <InviteDialog isOpen={isInviting} close={() => setIsInviting(false)} />
    </>
  )
}

interface Props {
  title: 'Admins' | 'Sales Representatives'
  kind: 'admin' | 'salesRep'
  /** The search text. */
  any: string
}

function StaffTable({ title, kind, any }: Props) {
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
            <EmptyState title={any ? 'No users match the search' : `No ${title.toLowerCase()} yet`} />
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
            aria-label={`Resend invitation: ${name}`}
            loading={invite.isPending}
            onClick={() => invite.mutate({ params: { id } })}
          >
            Resend invitation
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
      <p>{calledBy(user)} will be signed out and cannot sign in again.</p>
      <ReasonField value={reason} change={setReason} />
    </Confirm>
  )
}

interface InviteDialogProps {
  isOpen: boolean
  close: () => void
}

/** Adds a colleague, who sets a password with the emailed link. */
function InviteDialog({ isOpen, close }: InviteDialogProps) {
  const joining = useJoining(useInviteUser())
  return (
    <>
      {/* Escape calls `close` of every open dialog; close the upper one first. */}
      <Dialog isOpen={isOpen} title="Add User" size="lg" close={joining.isAsked ? joining.cancel : close}>
        <InviteForm invite={joining} close={close} />
      </Dialog>
      <JoinDialog joining={joining} />
    </>
  )
}

interface InviteFormProps {
  invite: ReturnType<typeof useJoining<Sent<typeof users.invite>>>
  close: () => void
}

function InviteForm({ invite, close }: InviteFormProps) {
  const { form, onSubmit, showRefusal } = useCheckedForm({
    initialValues: { role: 'salesRep', name: '', lastName: '', email: '', companyName: '', accountID: '' },
    schema: Invitation,
  })
  const field = (name: keyof typeof fieldLabels) => ({ form, name, label: fieldLabels[name] })
  return (
    <form
      className={formStyles.form}
      noValidate
      aria-label="Add User"
      onSubmit={onSubmit(({ role, ...entry }) =>
        invite.send(
          { query: {}, body: { ...entry, role: role === 'admin' ? 'admin' : 'salesRep' } },
          { who: entry, onSuccess: close, onError: showRefusal },
        ),
      )}
    >
      <Radio.Group key={form.key('role')} {...form.getInputProps('role')} label="Role">
        <div className={formStyles.roles}>
          <Radio value="salesRep" label="Sales Rep" description="Places orders for customers." />
          <Radio value="admin" label="Admin" description="Full access." />
        </div>
      </Radio.Group>
      <div className={formStyles.fields}>
        <TextField {...field('name')} required most={100} />
        <TextField {...field('lastName')} required most={100} />
        <EmailField {...field('email')} required autoComplete="off" className={formStyles.span} />
        <TextField {...field('companyName')} most={200} />
        <TextField {...field('accountID')} most={50} />
      </div>
      <p className={formStyles.note}>We’ll email a link to set a password. It is valid for seven days.</p>
      <FormActions cancel={close}>
        <Button type="submit" loading={invite.isPending}>
          Send invitation
        </Button>
      </FormActions>
    </form>
  )
}
