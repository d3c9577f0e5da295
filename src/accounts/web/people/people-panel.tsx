import { Checkbox } from '@mantine/core'
import { Panel } from '#web/ui/panel.tsx'
import type { User } from '../../account-shapes.ts'
import { useAllowManagers, usePeople } from './hooks.ts'
import { PeopleTable } from './people-table.tsx'

/** The people of a customer's business, and whether its managers may change something there. */
export function PeoplePanel({ user: { _id: id, isActive } }: { user: Pick<User, '_id' | 'isActive'> }) {
  const { data } = usePeople(id)
  const allow = useAllowManagers()
  if (!isActive) return null
  return (
    <Panel title="People">
      {data && (
        <Checkbox
          label="Managers of this business may invite people, deactivate them and give them roles"
          checked={data.isManaged}
          disabled={allow.isPending}
          onChange={(event) => allow.mutate({ params: { id }, body: { isManaged: event.currentTarget.checked } })}
        />
      )}
      <PeopleTable of={id} />
    </Panel>
  )
}
