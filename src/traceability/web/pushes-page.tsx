import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Send } from 'lucide-react'
import * as z from 'zod/mini'
import { type ListColumn, ListTable } from '#web/table/list-table.tsx'
import { useAddress } from '#web/use-address.ts'
import { ActButton } from '#web/ui/act-button.tsx'
import { Day } from '#web/ui/day.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { Status, type Tone } from '#web/ui/status.tsx'
import text from '#web/ui/text.module.css'
import type { PushRow } from '../partners/contract.ts'
import { referenceWords } from './document-words.ts'
import { ListAddress } from './list-address.ts'
import { NextPage } from '#web/ui/next-page.tsx'
import { usePushes, useRetry } from './partner-hooks.ts'

const Address = z.extend(ListAddress, { failed: z._default(z.coerce.boolean(), false) })

/** Documents sent to customers' systems, and what was not taken. */
export function PushesPage() {
  const [{ page, failed }, change] = useAddress(Address)
  const query = usePushes(page, failed)
  return (
    <>
      <PageHeading
        title="Sent trace data"
        lead="Documents sent to customers’ systems at shipment. Set the address on the customer’s page, Ordering rules."
      />
      <Button
        size="xs"
        variant={failed ? 'light' : 'default'}
        mb="sm"
        aria-pressed={failed}
        onClick={() => change({ failed: !failed, page: 1 })}
      >
        Failed only
      </Button>
      <QueryStates query={query}>
        {({ rows, hasMore }) => (
          <>
            <ListTable
              caption="Documents sent to customers"
              columns={columns}
              rows={rows}
              rowKey={({ _id }) => _id}
              isStale={query.isPlaceholderData}
              empty={
                failed
                  ? { title: 'Nothing failed', text: 'Every document was taken, or is still being sent.' }
                  : {
                      icon: <Send size={28} strokeWidth={1.5} />,
                      title: 'Nothing sent yet',
                      text: 'Documents appear here when a shipment to a customer with an address is stored.',
                    }
              }
            />
            <NextPage page={page} hasMore={hasMore} goTo={(to) => change({ page: to })} />
          </>
        )}
      </QueryStates>
    </>
  )
}

const states: Record<PushRow['state'], { tone: Tone; words: string }> = {
  waiting: { tone: 'neutral', words: 'Sending' },
  sent: { tone: 'good', words: 'Sent' },
  failed: { tone: 'bad', words: 'Failed' },
}

const columns: ListColumn<PushRow>[] = [
  {
    title: 'Shipment',
    isName: true,
    cell: (row) => (
      <Link to="/admin/trace/$id" params={{ id: row.documentId }}>
        {referenceWords(row) || 'Without a reference'}
      </Link>
    ),
  },
  { title: 'Customer', phone: 'middle', cell: ({ customer }) => customer },
  {
    title: 'Sent or queued',
    phone: 'start',
    width: '9rem',
    cell: ({ queuedAt, sentAt }) => <Day at={sentAt ?? queuedAt} />,
  },
  {
    title: 'Status',
    phone: 'end',
    cell: ({ state, lastError }) => (
      <>
        <Status tone={states[state].tone}>{states[state].words}</Status>
        {lastError && <span className={text.small}> {lastError}</span>}
      </>
    ),
  },
  {
    title: 'Actions',
    isActions: true,
    isOnScreenOnly: true,
    cell: (row) => row.state === 'failed' && <SendAgain push={row} />,
  },
]

function SendAgain({ push }: { push: PushRow }) {
  const retry = useRetry()
  return (
    <ActButton
      size="compact-sm"
      variant="default"
      loading={retry.isPending}
      aria-label={`Send again: ${referenceWords(push)}`}
      onClick={() => retry.mutate({ params: { id: push._id } })}
    >
      Send again
    </ActButton>
  )
}
