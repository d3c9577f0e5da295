import { Box } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { AlarmClock } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { portalSettings } from '#web/portal-settings.ts'
import { type ListColumn, ListTable } from '#web/table/list-table.tsx'
import { useAddress } from '#web/use-address.ts'
import { ActButton } from '#web/ui/act-button.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { StateButtons } from '#web/ui/state-buttons.tsx'
import { Status } from '#web/ui/status.tsx'
import type { TraceRequestRow } from '../requests/contract.ts'
import { ListAddress } from './list-address.ts'
import { NextPage } from '#web/ui/next-page.tsx'
import { RequestForm } from './request-form.tsx'
import { useTime, useTraceRequests } from './request-hooks.ts'
import { askedWords, clockOf, exactMoment, requestKindWords } from './request-words.ts'

const Address = z.extend(ListAddress, { answered: z._default(z.coerce.boolean(), false) })

/** Official requests for trace data, by what is due first. */
export function TraceRequestsPage() {
  const [{ page, answered }, change] = useAddress(Address)
  const [isOpen, setIsOpen] = useState(false)
  const query = useTraceRequests(page, answered)
  const now = useTime()
  return (
    <>
      <PageHeading title="Trace requests" lead={leadOf(query.data?.onDuty)}>
        {!isOpen && (
          <ActButton size="xs" onClick={() => setIsOpen(true)}>
            Record a request
          </ActButton>
        )}
      </PageHeading>
      {isOpen && (
        <Box mb="sm">
          <Panel title="New request">
            <RequestForm close={() => setIsOpen(false)} />
          </Panel>
        </Box>
      )}
      <StateButtons
        labels={{ open: 'Open', answered: 'Answered' }}
        state={answered ? 'answered' : 'open'}
        choose={(to) => change({ answered: to === 'answered', page: 1 })}
      />
      <QueryStates query={query}>
        {({ rows, hasMore }) => (
          <>
            <ListTable
              caption="Official requests"
              columns={columnsAt(now)}
              rows={rows}
              rowKey={({ _id }) => _id}
              isStale={query.isPlaceholderData}
              empty={
                answered
                  ? { title: 'No answered requests' }
                  : {
                      icon: <AlarmClock size={28} strokeWidth={1.5} />,
                      title: 'No open requests',
                      text: 'Record a request of FDA, a State or a trading partner when it arrives.',
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

const leadOf = (onDuty: string | undefined): string => {
  const rule = 'Requests in a recall or an investigation are due 24 hours after arrival, weekends included.'
  if (onDuty === undefined) return rule
  return onDuty ? `${rule} On duty: ${onDuty}.` : `${rule} No address on duty is set (TRACE_ON_DUTY).`
}

const columnsAt = (now: number): ListColumn<TraceRequestRow>[] => [
  {
    title: 'Requested by',
    isName: true,
    cell: ({ _id: id, requester }) => (
      <Link to="/admin/trace/requests/$id" params={{ id }}>
        {requester}
      </Link>
    ),
  },
  { title: 'Kind', width: '8rem', cell: ({ kind }) => requestKindWords[kind] },
  { title: 'About', phone: 'start', cell: askedWords },
  { title: 'Arrived', width: '14rem', cell: ({ arrivedAt }) => exactMoment(arrivedAt, portalSettings.timeZone) },
  {
    title: 'Clock',
    phone: 'end',
    width: '12rem',
    cell: (row) => {
      const { tone, words } = clockOf(row, now)
      return <Status tone={tone}>{words}</Status>
    },
  },
]
