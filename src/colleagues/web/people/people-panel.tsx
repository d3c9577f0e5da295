import { Checkbox } from '@mantine/core'
import { useChosen } from '#web/form/use-chosen.ts'
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
      <PeopleList of={id} />
    </Panel>
  )
}

function ManagersChoice({ id, isManaged }: { id: string; isManaged: boolean }) {
  const allow = useAllowManagers()
  const [isChosen, choose] = useChosen(isManaged)
  return (
    <Checkbox
      label="Managers of this business can invite users, deactivate them and change roles"
      checked={isChosen}
      disabled={allow.isPending}
      onChange={({ currentTarget: { checked } }) => {
        choose(checked)
        allow.mutate({ params: { id }, body: { isManaged: checked } }, { onError: () => choose(null) })
      }}
    />
  )
}
