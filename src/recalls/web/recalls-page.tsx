import { Link, useNavigate } from '@tanstack/react-router'
import { Megaphone } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { dayWords } from '#shared/day-words.ts'
import { NextPage } from '#web/ui/next-page.tsx'
import { type ListColumn, ListTable } from '#web/table/list-table.tsx'
import { ActButton } from '#web/ui/act-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { Status, type Tone } from '#web/ui/status.tsx'
import { useAddress } from '#web/use-address.ts'
import type { RecallRow } from '../contract.ts'
import { classWords } from '../recall-shapes.ts'
import { useRecalls } from './hooks.ts'
import { RecallForm } from './recall-form.tsx'
import { PageNumber } from '#shared/page-number.ts'

const Address = z.object({ page: PageNumber })

/** Recalls and market withdrawals that we pass on to customers. */
export function RecallsPage() {
  const [{ page }, change] = useAddress(Address)
  const [isAdding, setIsAdding] = useState(false)
  const navigate = useNavigate()
  const query = useRecalls(page)
  return (
    <>
      <PageHeading
        title="Recalls"
        lead="Letters to everyone who may have received a recalled product, their replies, and the phone list."
      >
        <ActButton size="xs" onClick={() => setIsAdding(true)}>
          New recall
        </ActButton>
      </PageHeading>
      <Dialog isOpen={isAdding} title="New recall" size="lg" close={() => setIsAdding(false)}>
        <RecallForm
          cancel={() => setIsAdding(false)}
          done={(id) => void navigate({ to: '/admin/recalls/$id', params: { id } })}
        />
      </Dialog>
      <QueryStates query={query}>
        {({ rows, hasMore }) => (
          <>
            <ListTable
              caption="Recalls"
              columns={columns}
              rows={rows}
              rowKey={({ _id }) => _id}
              isMuted={({ status }) => status === 'closed'}
              isStale={query.isPlaceholderData}
              empty={{
                icon: <Megaphone size={28} strokeWidth={1.5} />,
                title: 'No recalls yet',
                text: 'When a manufacturer recalls a product, draft the letter here and check who gets it before sending.',
              }}
            />
            <NextPage page={page} hasMore={hasMore} goTo={(to) => change({ page: to })} />
          </>
        )}
      </QueryStates>
    </>
  )
}

export const recallStates: Record<RecallRow['status'], [Tone, string]> = {
  draft: ['neutral', 'Draft'],
  sent: ['notice', 'Open'],
  closed: ['good', 'Closed'],
}

const columns: ListColumn<RecallRow>[] = [
  {
    title: 'Product',
    isName: true,
    cell: ({ _id: id, product, productCount }) => (
      <Link to="/admin/recalls/$id" params={{ id }}>
        {product}
        {productCount > 1 && ` and ${productCount - 1} more`}
      </Link>
    ),
  },
  { title: 'Firm', cell: ({ firm }) => firm },
  { title: 'Class', phone: 'start', width: '10rem', cell: (row) => classWords[row.class] },
  { title: 'Reply by', isUnbroken: true, width: '8rem', cell: ({ replyBy }) => dayWords(replyBy) },
  {
    title: 'Replies',
    phone: 'middle',
    align: 'right',
    width: '8rem',
    cell: ({ status, replied, recipients }) =>
      status === 'draft' ? '–' : `${replied.toLocaleString('en-US')} of ${recipients.toLocaleString('en-US')}`,
  },
  {
    title: 'Status',
    phone: 'end',
    width: '7rem',
    cell: ({ status }) => <Status tone={recallStates[status][0]}>{recallStates[status][1]}</Status>,
  },
]
