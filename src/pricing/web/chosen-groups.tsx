import { NativeSelect } from '@mantine/core'
import { TableHead } from '#web/ui/table-head.tsx'
import { groupKinds, type GroupRow } from '../group-shapes.ts'
import { useGroups } from './group-hooks.ts'
import { DeleteButton } from '#web/ui/delete-button.tsx'
import styles from './price-lists.module.css'

type Groups = Pick<GroupRow, '_id' | 'kind' | 'name'>[]

/** Groups and classes of trade to add and remove one by one; saved with the rest of the form. */
export function ChosenGroups({ groups, change }: { groups: Groups; change: (groups: Groups) => void }) {
  const { data: all = [] } = useGroups()
  const left = all.filter(({ _id }) => !groups.some((one) => one._id === _id))
  const add = (id: string) => change([...groups, ...left.filter(({ _id }) => _id === id)])
  return (
    <>
      {groups.length > 0 && (
        <table className={styles.table} aria-label="Groups">
          <TableHead titles={['Group', 'Kind', 'Delete']} right={['Delete']} />
          <tbody>
            {groups.map((one) => (
              <tr key={one._id}>
                <th scope="row">{one.name}</th>
                <td>{groupKinds[one.kind]}</td>
                <td data-align="right">
                  <DeleteButton
                    label={`Delete ${one.name}`}
                    onClick={() => change(groups.filter(({ _id }) => _id !== one._id))}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className={styles.row}>
        <NativeSelect
          label="Add a group"
          value=""
          disabled={left.length === 0}
          data={[
            { value: '', label: left.length === 0 ? 'No other groups' : 'Choose' },
            ...left.map(({ _id, name }) => ({ value: _id, label: name })),
          ]}
          onChange={(event) => add(event.currentTarget.value)}
        />
      </div>
    </>
  )
}
