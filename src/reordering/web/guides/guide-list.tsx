import { ListChecks } from 'lucide-react'
import { ListTable, RowLink } from '#web/table/list-table.tsx'
import { Day } from '#web/ui/day.tsx'
import type { Guide } from '../../guides/contract.ts'

export function GuideList({ guides, empty }: { guides: readonly Guide[]; empty: string }) {
  return (
    <ListTable
      caption="Order guides"
      rows={guides}
      rowKey={({ _id }) => _id}
      empty={{ icon: <ListChecks size={28} strokeWidth={1.5} />, title: 'No order guides yet', text: empty }}
      columns={[
        {
          title: 'Name',
          isName: true,
          cell: ({ _id: id, name }) => (
            <RowLink to="/orderguides/$id" params={{ id }}>
              {name}
            </RowLink>
          ),
        },
        { title: 'Lines', align: 'right', cell: ({ countLines }) => countLines.toLocaleString('en-US') },
        { title: 'Changed', align: 'right', cell: ({ changedAt }) => <Day at={changedAt} /> },
      ]}
    />
  )
}
