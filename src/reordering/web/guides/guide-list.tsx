import { ListChecks } from 'lucide-react'
import { weekdayWords } from '#shared/day-words.ts'
import { ListTable, RowLink } from '#web/table/list-table.tsx'
import { Day } from '#web/ui/day.tsx'
import { Money } from '#web/ui/money.tsx'
import type { Guide } from '../../guides/contract.ts'
import { AddGuide } from './add-guide.tsx'

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
        { title: 'Products', align: 'right', cell: ({ countLines }) => countLines.toLocaleString('en-US') },
        {
          title: 'At today’s prices',
          align: 'right',
          cell: ({ value }) => (value === null ? '–' : <Money amount={value} />),
        },
        { title: 'Last ordered', cell: ({ lastOrderedAt }) => (lastOrderedAt ? <Day at={lastOrderedAt} /> : '–') },
        {
          title: 'Next standing order',
          cell: ({ nextOrderOn }) => (nextOrderOn ? weekdayWords(nextOrderOn) : '–'),
        },
        { title: 'Changed', cell: ({ changedAt }) => <Day at={changedAt} /> },
        { title: 'Add all', isActions: true, cell: (guide) => <AddGuide guide={guide} /> },
      ]}
    />
  )
}
