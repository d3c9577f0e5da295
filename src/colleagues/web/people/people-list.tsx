import { NativeSelect } from '@mantine/core'
import { UserPlus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { InviteDialog } from '#customers/web/invite-dialog.tsx'
import { PeopleTable } from '#customers/web/people-table.tsx'
import { fullName } from '#shared/full-name.ts'
import { buyingRoles, type BuyingRole } from '#shared/buying-role.ts'
import { useUser } from '#web/session.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { ActButton } from '#web/ui/act-button.tsx'
import { type Person, NewPerson } from '../../people/contract.ts'
import { useChangePerson, useInvitePersonAgain, useInvitePerson } from './hooks.ts'
import { usePeople } from './use-people.ts'
import text from '#web/ui/text.module.css'
import styles from './people.module.css'

/** Labels and descriptions of the roles. */
const roleWords: Record<BuyingRole, { title: string; means: string }> = {
  viewer: { title: 'Viewer', means: 'Views products, prices, orders and invoices. Cannot order.' },
  buyer: { title: 'Buyer', means: 'Places orders.' },
  approver: { title: 'Approver', means: 'Places orders and approves buyers’ orders.' },
  manager: { title: 'Manager', means: 'Places and approves orders, and manages users and rules.' },
}

interface Props {
  /** A user of the business. */
  of: string
  /** The name in its cell, such as a link. */
  nameCell?: (person: Person) => ReactNode
}

/** All users of a user’s business, with the actions that the viewer can take. */
export function PeopleList({ of, nameCell = fullName }: Props) {
  const query = usePeople(of)
  const me = useUser()
  const invite = useInvitePerson()
  const [isInviting, setIsInviting] = useState(false)
  const [deactivated, setDeactivated] = useState<Person | null>(null)
  const actionsOf = useActions(setDeactivated)
  return (
    <QueryStates query={query}>
      {({ people, isManaged }) => {
        const mayChange = isManaged || me?.isAdmin === true
        const isFixed = ({ _id }: Person) => !mayChange || _id === me?._id
        return (
          <div className={styles.people}>
            {mayChange ? (
              <div>
                <ActButton leftSection={<UserPlus size={16} aria-hidden />} onClick={() => setIsInviting(true)}>
                  Invite a user
                </ActButton>
              </div>
            ) : (
              <p className={text.dimmed}>We manage the users of your business. Contact us to make changes.</p>
            )}
            <PeopleTable
              caption="People"
              people={people}
              nameCell={nameCell}
              columns={[
                {
                  title: 'Role',
                  cell: (person) => (isFixed(person) ? roleWords[person.role].title : <RoleChoice person={person} />),
                },
              ]}
              actions={mayChange ? actionsOf : undefined}
            />
            <InviteDialog
              title="Invite a user"
              roles={roleWords}
              initialRole="buyer"
              schema={NewPerson}
              isPending={invite.isPending}
              send={(body, ending) => invite.mutate({ params: { id: of }, body }, ending)}
              isOpen={isInviting}
              close={() => setIsInviting(false)}
            />
            {deactivated && (
              <DeactivateDialog key={deactivated._id} person={deactivated} close={() => setDeactivated(null)} />
            )}
          </div>
        )
      }}
    </QueryStates>
  )
}

function RoleChoice({ person }: { person: Person }) {
  const { mutate, isPending } = useChangePerson()
  const { _id: id, isActive } = person
  return (
    <NativeSelect
      size="xs"
      aria-label={`Role of ${fullName(person)}`}
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

const useActions = (deactivate: (person: Person) => void) => {
  const change = useChangePerson()
  const invite = useInvitePersonAgain()
  return (person: Person) => {
    const { _id: id, role, isActive, hasPassword } = person
    const params = { id }
    const isPending = [change, invite].some((sent) => sent.isPending && sent.variables.params.id === id)
    if (!isActive)
      return [{ label: 'Activate', press: () => change.mutate({ params, body: { role, isActive: true } }), isPending }]
    return [
      ...(hasPassword ? [] : [{ label: 'Resend invitation', press: () => invite.mutate({ params }), isPending }]),
      { label: 'Deactivate', press: () => deactivate(person) },
    ]
  }
}

function DeactivateDialog({ person, close }: { person: Person; close: () => void }) {
  const { mutate, isPending } = useChangePerson()
  const { _id: id, role } = person
  return (
    <Confirm
      isOpen
      question={`Deactivate ${fullName(person)}?`}
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
