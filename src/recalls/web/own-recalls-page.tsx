import { Link } from '@tanstack/react-router'
import { ShieldCheck } from 'lucide-react'
import * as z from 'zod/mini'
import { dayWords } from '#shared/day-words.ts'
import { NextPage } from '#web/ui/next-page.tsx'
import { type ListColumn, ListTable } from '#web/table/list-table.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { Status } from '#web/ui/status.tsx'
import { useAddress } from '#web/use-address.ts'
import type { OwnRecall } from '../contract.ts'
import { classWords } from '../recall-shapes.ts'
import { useOwnRecalls } from './hooks.ts'
import { PageNumber } from '#shared/page-number.ts'

const Address = z.object({ page: PageNumber })

/** Recalls of products that the business may have received. */
export function OwnRecallsPage() {
  const [{ page }, change] = useAddress(Address)
  const query = useOwnRecalls(page)
  return (
    <>
      <PageHeading title="Recalls" lead="Recalls of products that you may have received from us. Each needs a reply." />
      <QueryStates query={query}>
        {({ rows, hasMore }) => (
          <>
            <ListTable
              caption="Recalls"
              columns={columns}
              rows={rows}
              rowKey={({ _id }) => _id}
              isStale={query.isPlaceholderData}
              empty={{
                icon: <ShieldCheck size={28} strokeWidth={1.5} />,
                title: 'No recalls',
                text: 'You will get an email, and the recall appears here, if a product you bought is recalled.',
              }}
            />
            <NextPage page={page} hasMore={hasMore} goTo={(to) => change({ page: to })} />
          </>
        )}
      </QueryStates>
    </>
  )
}

const columns: ListColumn<OwnRecall>[] = [
  {
    title: 'Product',
    isName: true,
    cell: ({ _id: id, product, productCount }) => (
      <Link to="/recalls/$id" params={{ id }}>
        {product}
        {productCount > 1 && ` and ${productCount - 1} more`}
      </Link>
    ),
  },
  { title: 'Class', phone: 'start', width: '11rem', cell: (row) => classWords[row.class] },
  { title: 'Firm', cell: ({ firm }) => firm },
  { title: 'Reply by', phone: 'middle', isUnbroken: true, width: '8rem', cell: ({ replyBy }) => dayWords(replyBy) },
  { title: 'Reply', phone: 'end', width: '9rem', cell: (row) => <ReplyState recall={row} /> },
]

export function ReplyState({ recall: { repliedAt, isClosed } }: { recall: Pick<OwnRecall, 'repliedAt' | 'isClosed'> }) {
  if (repliedAt) return <Status tone="good">Replied</Status>
  return isClosed ? <Status tone="neutral">Closed</Status> : <Status tone="bad">Reply needed</Status>
}
