import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { PackageCheck } from 'lucide-react'
import { type ListColumn, ListTable } from '#web/table/list-table.tsx'
import { Day } from '#web/ui/day.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { useAddress } from '#web/use-address.ts'
import type { DeliveryRow } from '../deliveries/contract.ts'
import { useMissing } from './hooks.ts'
import { NextPage } from '#web/ui/next-page.tsx'
import { ListAddress } from './list-address.ts'

/** Shipped orders whose customers still lack transaction data. */
export function MissingPage() {
  const [{ page }, change] = useAddress(ListAddress)
  const query = useMissing(page)
  return (
    <>
      <PageHeading
        title="Missing trace data"
        lead="Shipped lines that need transaction data and have none, or too few packages. They leave the list when the document arrives."
      />
      <QueryStates query={query}>
        {({ rows, hasMore, deliveries, customers }) => (
          <>
            {deliveries > 0 && <Text mb="sm">{countWords(deliveries, customers)}</Text>}
            <ListTable
              caption="Deliveries without transaction data"
              columns={columns}
              rows={rows}
              rowKey={({ order }) => order._id}
              isStale={query.isPlaceholderData}
              empty={{
                icon: <PackageCheck size={28} strokeWidth={1.5} />,
                title: 'Nothing is missing',
                text: 'Every shipped line that needs transaction data has it.',
              }}
            />
            <NextPage page={page} hasMore={hasMore} goTo={(to) => change({ page: to })} />
          </>
        )}
      </QueryStates>
    </>
  )
}

const countWords = (deliveries: number, customers: number): string =>
  `${deliveries >= 10_000 ? 'At least ' : ''}${named(deliveries, 'delivery', 'deliveries')} to ${named(customers, 'customer', 'customers')}`

const named = (count: number, one: string, several: string): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : several}`

const columns: ListColumn<DeliveryRow>[] = [
  {
    title: 'Order',
    isName: true,
    isUnbroken: true,
    width: '9rem',
    cell: ({ order }) => (
      <Link to="/order/$id" params={{ id: order._id }}>
        {order.orderIdSap ?? 'Not numbered'}
      </Link>
    ),
  },
  { title: 'Customer', phone: 'start', cell: ({ customer, account }) => customer || account || '–' },
  { title: 'PO', isUnbroken: true, cell: ({ purchaseOrder }) => purchaseOrder || '–' },
  { title: 'Shipped', phone: 'middle', width: '9rem', cell: ({ shippedAt }) => <Day at={shippedAt} /> },
  {
    title: 'Lines missing',
    phone: 'end',
    align: 'right',
    width: '8rem',
    isTitledOnPhone: true,
    cell: ({ linesMissing }) => linesMissing.toLocaleString('en-US'),
  },
]
