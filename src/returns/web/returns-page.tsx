import { Link } from '@tanstack/react-router'
import { PackageX } from 'lucide-react'
import * as z from 'zod/mini'
import { NextPage } from '#web/ui/next-page.tsx'
import { type ListColumn, ListTable } from '#web/table/list-table.tsx'
import { useAddress } from '#web/use-address.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Day } from '#web/ui/day.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { Status } from '#web/ui/status.tsx'
import type { ReturnRow } from '../contract.ts'
import { useReturns } from './hooks.ts'
import { returnName } from '../return-words.ts'
import { ProductWords } from './product-words.tsx'
import { states } from './state-words.ts'
import { PageNumber } from '#shared/page-number.ts'

const Address = z.object({ page: PageNumber })

/** The return requests of the buyer's business, newest first. */
export function ReturnsPage() {
  const [{ page }, change] = useAddress(Address)
  const query = useReturns({ page })
  return (
    <>
      <PageHeading title="Returns" lead="Your requests to return goods, and reports of missing or damaged ones.">
        <ButtonLink size="xs" variant="default" to="/orderhistory">
          Orders
        </ButtonLink>
      </PageHeading>
      <QueryStates query={query}>
        {({ rows, hasMore }) => (
          <>
            <ListTable
              caption="Returns"
              columns={columns}
              rows={rows}
              rowKey={({ _id }) => _id}
              isMuted={({ state }) => state === 'canceled'}
              isStale={query.isPlaceholderData}
              empty={{
                icon: <PackageX size={28} strokeWidth={1.5} />,
                title: 'No returns yet',
                text: 'Open a shipped order or its invoice and choose “Return or report”.',
              }}
            />
            <NextPage page={page} hasMore={hasMore} goTo={(to) => change({ page: to })} />
          </>
        )}
      </QueryStates>
    </>
  )
}

const columns: ListColumn<ReturnRow>[] = [
  {
    title: 'Return',
    isName: true,
    isUnbroken: true,
    width: '11rem',
    cell: (row) => (
      <Link to="/returns/$id" params={{ id: row._id }}>
        {returnName(row)}
      </Link>
    ),
  },
  { title: 'Product', phone: 'start', cell: (row) => <ProductWords row={row} /> },
  {
    title: 'Order or invoice',
    width: '9rem',
    isUnbroken: true,
    cell: ({ order, invoice }) => order?.orderIdSap ?? invoice ?? '–',
  },
  {
    title: 'Requested',
    phone: 'end',
    width: '8rem',
    isUnbroken: true,
    cell: ({ requestedAt }) => <Day at={requestedAt} />,
  },
  {
    title: 'Status',
    phone: 'beside',
    width: '8rem',
    cell: ({ state }) => <Status tone={states[state].tone}>{states[state].words}</Status>,
  },
]
