import { Link } from '@tanstack/react-router'
import { GitCompareArrows } from 'lucide-react'
import { type ListColumn, ListTable } from '#web/table/list-table.tsx'
import { Day } from '#web/ui/day.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { useAddress } from '#web/use-address.ts'
import type { ConflictRow } from '../deliveries/contract.ts'
import { useConflicts } from './hooks.ts'
import { NextPage } from '#web/ui/next-page.tsx'
import { ListAddress } from './list-address.ts'

/** Where documents contradict orders or name customers that do not exist. */
export function ConflictsPage() {
  const [{ page }, change] = useAddress(ListAddress)
  const query = useConflicts(page)
  return (
    <>
      <PageHeading
        title="Trace conflicts"
        lead="Documents whose customer, order or quantity doesn't fit. Correct the customer's GLN and match the document again, or get a new document."
      />
      <QueryStates query={query}>
        {({ rows, hasMore }) => (
          <>
            <ListTable
              caption="Conflicts between documents and orders"
              columns={columns}
              rows={rows}
              rowKey={({ _id }) => _id}
              isStale={query.isPlaceholderData}
              empty={{
                icon: <GitCompareArrows size={28} strokeWidth={1.5} />,
                title: 'No conflicts',
                text: 'Every shipment to a customer fits its order.',
              }}
            />
            <NextPage page={page} hasMore={hasMore} goTo={(to) => change({ page: to })} />
          </>
        )}
      </QueryStates>
    </>
  )
}

const columns: ListColumn<ConflictRow>[] = [
  { title: 'Conflict', isName: true, cell: ({ text }) => text },
  {
    title: 'Document or order',
    phone: 'start',
    cell: ({ document, order }) =>
      document ? (
        <Link to="/admin/trace/$id" params={{ id: document._id }}>
          {document.fileName || 'Without a name'}
        </Link>
      ) : (
        order && (
          <Link to="/order/$id" params={{ id: order._id }}>
            Order {order.orderIdSap ?? 'not numbered'}
          </Link>
        )
      ),
  },
  { title: 'Customer', phone: 'middle', cell: ({ customer }) => customer || '–' },
  { title: 'Shipped', phone: 'end', width: '9rem', cell: ({ at }) => <Day at={at} /> },
]
