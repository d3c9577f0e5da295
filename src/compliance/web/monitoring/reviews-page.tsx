import { Link } from '@tanstack/react-router'
import { ShieldCheck } from 'lucide-react'
import * as z from 'zod/mini'
import { type ListColumn, ListTable } from '#web/table/list-table.tsx'
import { useAddress } from '#web/use-address.ts'
import { MomentText } from '#web/ui/day.tsx'
import { NextPage } from '#web/ui/next-page.tsx'
import { StateButtons } from '#web/ui/state-buttons.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { Status } from '#web/ui/status.tsx'
import type { LoggedFlag, ReviewRow } from '../../monitoring/review-shapes.ts'
import { useLogged, useOrderReviews } from './hooks.ts'
import { flagWords } from './rule-words.ts'
import { PageNumber } from '#shared/page-number.ts'

const states = ['open', 'decided', 'logged'] as const
const stateLabels = { open: 'Open', decided: 'Decided', logged: 'Logged only' }

const Address = z.object({
  page: PageNumber,
  state: z._default(z.enum(states), 'open'),
})

/** Orders that monitoring put on hold, and findings that were only logged. */
export function ReviewsPage() {
  const [{ page, state }, change] = useAddress(Address)
  return (
    <>
      <PageHeading
        title="Order reviews"
        lead="Controlled lines of unusual size, pattern or frequency wait here until they are released or reported to DEA."
      />
      <StateButtons labels={stateLabels} state={state} choose={(to) => change({ state: to, page: 1 })} />
      {state === 'logged' ? (
        <LoggedList page={page} goTo={(to) => change({ page: to })} />
      ) : (
        <ReviewList page={page} state={state} goTo={(to) => change({ page: to })} />
      )}
    </>
  )
}

interface ListProps {
  page: number
  goTo: (page: number) => void
}

function ReviewList({ page, state, goTo }: ListProps & { state: 'open' | 'decided' }) {
  const query = useOrderReviews(page, state)
  return (
    <QueryStates query={query}>
      {({ rows, hasMore }) => (
        <>
          <ListTable
            caption={state === 'open' ? 'Open reviews' : 'Decided reviews'}
            columns={reviewColumns}
            rows={rows}
            rowKey={({ _id }) => _id}
            empty={
              state === 'open'
                ? {
                    icon: <ShieldCheck size={28} strokeWidth={1.5} />,
                    title: 'No orders to review',
                    text: 'Orders appear here when a signed rule flags them.',
                  }
                : { title: 'No decisions yet' }
            }
          />
          <NextPage page={page} hasMore={hasMore} goTo={goTo} />
        </>
      )}
    </QueryStates>
  )
}

const reviewColumns: ListColumn<ReviewRow>[] = [
  {
    title: 'Customer',
    isName: true,
    cell: ({ _id: id, customer }) => (
      <Link to="/admin/review/$id" params={{ id }}>
        {customer || 'Without a name'}
      </Link>
    ),
  },
  { title: 'Families', phone: 'middle', cell: ({ families }) => families.join(', ') || 'Not known' },
  { title: 'Opened', phone: 'start', width: '14rem', cell: ({ openedAt }) => <MomentText at={openedAt} /> },
  { title: 'Flags', align: 'right', width: '5rem', cell: ({ flags }) => flags },
  {
    title: 'Status',
    phone: 'end',
    width: '10rem',
    cell: (row) => {
      const { tone, words } = reviewStatus(row)
      return <Status tone={tone}>{words}</Status>
    },
  },
]

/** The status of a review in words. */
export const reviewStatus = ({
  outcome,
  startedAt,
  isOverdue,
}: Pick<ReviewRow, 'outcome' | 'startedAt' | 'isOverdue'>) => {
  if (outcome === 'dispelled') return { tone: 'good', words: 'Released' } as const
  if (outcome === 'reported') return { tone: 'bad', words: 'Reported' } as const
  if (isOverdue) return { tone: 'bad', words: 'Overdue' } as const
  return startedAt ? ({ tone: 'notice', words: 'In review' } as const) : ({ tone: 'neutral', words: 'New' } as const)
}

function LoggedList({ page, goTo }: ListProps) {
  const query = useLogged(page)
  return (
    <QueryStates query={query}>
      {({ rows, hasMore }) => (
        <>
          <ListTable
            caption="Logged findings"
            columns={loggedColumns}
            rows={rows}
            rowKey={({ _id }) => _id}
            empty={{ title: 'Nothing logged', text: 'Findings of rules that only log appear here.' }}
          />
          <NextPage page={page} hasMore={hasMore} goTo={goTo} />
        </>
      )}
    </QueryStates>
  )
}

const loggedColumns: ListColumn<LoggedFlag>[] = [
  {
    title: 'Customer',
    isName: true,
    cell: ({ customer, order }) => (
      <Link to="/order/$id" params={{ id: order._id }}>
        {customer || 'Without a name'}
      </Link>
    ),
  },
  { title: 'Rule', phone: 'end', width: '14rem', cell: ({ rule }) => flagWords(rule) },
  { title: 'Finding', phone: 'middle', cell: ({ family, finding }) => `${family && `${family}: `}${finding}` },
  { title: 'Logged', phone: 'start', width: '14rem', cell: ({ at }) => <MomentText at={at} /> },
]
