import { Button, NativeSelect, Radio } from '@mantine/core'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { buyingRoles, type BuyingRole } from '#shared/buying-role.ts'
import { useUser } from '#web/session.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { Status } from '#web/ui/status.tsx'
import { type Person, NewPerson } from '../../people/contract.ts'
import { useChangePerson, useInvitePersonAgain, useInvitePerson } from './hooks.ts'
import { usePeople } from './use-people.ts'
import table from '#web/table/plain-table.module.css'
import styles from './people.module.css'
import { FormActions } from '#web/form/form-actions.tsx'
import formStyles from '#web/form/form.module.css'
import { EmailField, TextField } from '#web/form/text-field.tsx'
import { useCheckedForm } from '#web/form/use-checked-form.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { fieldLabels } from '#identity/field-shapes.ts'

/** Labels and descriptions of the roles. */
const roleWords: Record<BuyingRole, { title: string; means: string }> = {
  viewer: { title: 'Viewer', means: 'Views products, prices, orders and invoices. Cannot order.' },
  buyer: { title: 'Buyer', means: 'Places orders.' },
  approver: { title: 'Approver', means: 'Places orders and approves buyers’ orders.' },
  manager: { title: 'Manager', means: 'Places and approves orders, and manages users and rules.' },
}

/** All users of a user’s business, with the actions that the viewer can take. */
export function PeopleTable({ of }: { of: string }) {
  const query = usePeople(of)
  const me = useUser()
  const [isInviting, setIsInviting] = useState(false)
  const [asked, setAsked] = useState<Person | null>(null)
  return (
    <QueryStates query={query}>
      {({ people, isManaged }) => {
        const mayChange = isManaged || me?.isAdmin === true
        return (
          <div className={styles.people}>
            {mayChange ? (
              <div>
                <Button leftSection={<UserPlus size={16} aria-hidden />} onClick={() => setIsInviting(true)}>
                  Invite a user
                </Button>
              </div>
            ) : (
              <p className={styles.note}>We manage the users of your business. Contact us to make changes.</p>
            )}
            <table className={table.table} aria-label="People">
              <thead>
                <tr>
                  <th scope="col">Name</th>
                  <th scope="col">Email</th>
                  <th scope="col">Role</th>
                  <th scope="col">Status</th>
                  {mayChange && (
                    <th scope="col" className={table.actions}>
                      Actions
                    </th>
                  )}
                </tr>
              </thead>
              <tbody>
                {people.map((person) => (
                  <PersonRow
                    key={person._id}
                    person={person}
                    isSelf={person._id === me?._id}
                    mayChange={mayChange}
                    deactivate={() => setAsked(person)}
                  />
                ))}
              </tbody>
            </table>
            <InviteDialog of={of} isOpen={isInviting} close={() => setIsInviting(false)} />
            {asked && <DeactivateDialog key={asked._id} person={asked} close={() => setAsked(null)} />}
          </div>
        )
      }}
    </QueryStates>
  )
}

const nameOf = ({ name, lastName, email }: Person): string => `${name} ${lastName}`.trim() || email

interface RowProps {
  person: Person
  isSelf: boolean
  mayChange: boolean
  deactivate: () => void
}

function PersonRow({ person, isSelf, mayChange, deactivate }: RowProps) {
  const name = nameOf(person)
  return (
    <tr>
      <th scope="row">
        {name}
        {isSelf && ' (you)'}
      </th>
      <td data-label="Email" className={table.wide}>
        {person.email}
      </td>
      <td data-label="Role">
        {mayChange && !isSelf ? <RoleChoice person={person} name={name} /> : roleWords[person.role].title}
      </td>
      <td data-label="Status">
        {!person.isActive ? (
          <Status tone="notice">Deactivated</Status>
        ) : person.hasPassword ? (
          <Status tone="good">Active</Status>
        ) : (
          <Status tone="neutral">Invited</Status>
        )}
      </td>
      {mayChange && (
        <td className={table.actions}>
          {!isSelf && <PersonActions person={person} name={name} deactivate={deactivate} />}
        </td>
      )}
    </tr>
  )
}

function RoleChoice({ person, name }: { person: Person; name: string }) {
  const { mutate, isPending } = useChangePerson()
  const { _id: id, isActive } = person
  return (
    <NativeSelect
      size="xs"
      aria-label={`Role of ${name}`}
      value={person.role}
      disabled={isPending || !isActive}
      data={buyingRoles.map((role) => ({ value: role, label: roleWords[role].title }))}
      onChange={(event) => {
        const role = buyingRoles.find((known) => known === event.currentTarget.value)
        if (role) mutate({ params: { id }, body: { role, isActive } })
      }}
    />
  )
}

function PersonActions({ person, name, deactivate }: { person: Person; name: string; deactivate: () => void }) {
  const change = useChangePerson()
  const invite = useInvitePersonAgain()
  const { _id: id, role, isActive, hasPassword } = person
  const button = { size: 'compact-xs', variant: 'default' } as const
  if (!isActive)
    return (
      <Button
        {...button}
        aria-label={`Activate: ${name}`}
        loading={change.isPending}
        onClick={() => change.mutate({ params: { id }, body: { role, isActive: true } })}
      >
        Activate
      </Button>
    )
  return (
    <>
      {!hasPassword && (
        <Button
          {...button}
          aria-label={`Resend invitation: ${name}`}
          loading={invite.isPending}
          onClick={() => invite.mutate({ params: { id } })}
        >
          Resend invitation
        </Button>
      )}
      <Button {...button} aria-label={`Deactivate: ${name}`} onClick={deactivate}>
        Deactivate
      </Button>
    </>
  )
}

function DeactivateDialog({ person, close }: { person: Person; close: () => void }) {
  const { mutate, isPending } = useChangePerson()
  const { _id: id, role } = person
  return (
    <Confirm
      isOpen
      question={`Deactivate ${nameOf(person)}?`}
      answer="Deactivate"
      isDestructive
      isPending={isPending}
      confirm={() => mutate({ params: { id }, body: { role, isActive: false } }, { onSettled: close })}
      close={close}
    >
      <p>{person.email} will be signed out and cannot sign in until the account is activated again.</p>
    </Confirm>
  )
}

interface InviteProps {
  /** A user of the business. */
  of: string
  isOpen: boolean
  close: () => void
}

/** The invited user sets a password with the emailed link. */
function InviteDialog({ of, isOpen, close }: InviteProps) {
  return (
    <Dialog isOpen={isOpen} title="Invite a user" size="lg" close={close}>
      <InviteForm of={of} close={close} />
    </Dialog>
  )
}

function InviteForm({ of, close }: Omit<InviteProps, 'isOpen'>) {
  const invite = useInvitePerson()
  const { form, onSubmit, showRefusal } = useCheckedForm({
    initialValues: { role: 'buyer', name: '', lastName: '', email: '' },
    schema: NewPerson,
  })
  const field = (name: 'name' | 'lastName' | 'email') => ({ form, name, label: fieldLabels[name], required: true })
  const send = onSubmit(({ role: chosen, ...person }) => {
    const role = buyingRoles.find((known) => known === chosen) ?? 'buyer'
    invite.mutate({ params: { id: of }, body: { ...person, role } }, { onSuccess: close, onError: showRefusal })
  })
  return (
    <form className={formStyles.form} noValidate aria-label="Invite a user" onSubmit={send}>
      <Radio.Group key={form.key('role')} {...form.getInputProps('role')} label="Role">
        <div className={styles.choices}>
          {buyingRoles.map((role) => (
            <Radio key={role} value={role} label={roleWords[role].title} description={roleWords[role].means} />
          ))}
        </div>
      </Radio.Group>
      <div className={formStyles.fields}>
        <TextField {...field('name')} most={100} />
        <TextField {...field('lastName')} most={100} />
        <EmailField {...field('email')} autoComplete="off" className={formStyles.span} />
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
