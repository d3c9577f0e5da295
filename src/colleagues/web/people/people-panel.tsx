import { Link } from '@tanstack/react-router'
import { fullName } from '#shared/full-name.ts'
import { SavedCheckbox } from '#web/form/saved-checkbox.tsx'
import { Panel } from '#web/ui/panel.tsx'
import type { User } from '#identity/account-shapes.ts'
import { useAllowManagers } from './hooks.ts'
import { usePeople } from './use-people.ts'
import { PeopleList } from './people-list.tsx'

/** The people of a customer’s business, and whether its managers can manage them. */
export function PeoplePanel({ user: { _id: id, isActive } }: { user: Pick<User, '_id' | 'isActive'> }) {
  const { data } = usePeople(id)
  if (!isActive) return null
  return (
    <Panel title="People">
      {data && <ManagersChoice id={id} isManaged={data.isManaged} />}
      <PeopleList
        of={id}
        nameCell={(person) => (
          <Link to="/admin/customer/$id" params={{ id: person._id }}>
            {fullName(person)}
          </Link>
        )}
      />
    </Panel>
  )
}

function ManagersChoice({ id, isManaged }: { id: string; isManaged: boolean }) {
  const allow = useAllowManagers()
  return (
    <SavedCheckbox
      label="Managers of this business can invite users, deactivate them and change roles"
      isOn={isManaged}
      disabled={allow.isPending}
      save={(isOn, ending) => allow.mutate({ params: { id }, body: { isManaged: isOn } }, ending)}
    />
  )
}
