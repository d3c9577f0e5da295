import { Button } from '@mantine/core'
import { useState } from 'react'
import * as z from 'zod/mini'
import { LimitedArea } from '#web/form/limited-text.tsx'
import { useUnsaved } from '#web/form/use-unsaved.tsx'
import { type ListColumn, ListTable } from '#web/table/list-table.tsx'
import { useAddress } from '#web/use-address.ts'
import { ActButton } from '#web/ui/act-button.tsx'
import { MomentText } from '#web/ui/day.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { NextPage } from '#web/ui/next-page.tsx'
import { StateButtons } from '#web/ui/state-buttons.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import type { StatisticsRow } from '../../monitoring/review-shapes.ts'
import { useRecordStatistics, useStatistics } from './hooks.ts'
import { PageNumber } from '#shared/page-number.ts'

const states = ['due', 'reviewed'] as const
const stateLabels = { due: 'Overdue', reviewed: 'Reviewed' }

const Address = z.object({
  page: PageNumber,
  state: z._default(z.enum(states), 'due'),
})

/** DEA's buyer statistics of opioid customers, by quarter. */
export function StatisticsPage() {
  const [{ page, state }, change] = useAddress(Address)
  const [row, setRow] = useState<StatisticsRow | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const query = useStatistics(page, state)
  const record = (one: StatisticsRow) => {
    setRow(one)
    setIsOpen(true)
  }
  return (
    <>
      <PageHeading
        title="Buyer statistics"
        lead="Look up each opioid customer in DEA’s ARCOS buyer statistics once a quarter, and record the result."
      />
      <StateButtons labels={stateLabels} state={state} choose={(to) => change({ state: to, page: 1 })} />
      <QueryStates query={query}>
        {({ rows, hasMore }) => (
          <>
            <ListTable
              caption={state === 'due' ? 'Overdue reviews' : 'Recorded reviews'}
              columns={state === 'due' ? [...columns, actionOf(record)] : [...columns, ...resultColumns]}
              rows={rows}
              rowKey={({ businessId, quarter }) => `${businessId} ${quarter}`}
              empty={
                state === 'due'
                  ? {
                      title: 'Nothing is overdue',
                      text: 'The last four quarters of all opioid customers are reviewed.',
                    }
                  : { title: 'No reviews in the last four quarters' }
              }
            />
            <NextPage page={page} hasMore={hasMore} goTo={(to) => change({ page: to })} />
          </>
        )}
      </QueryStates>
      <Dialog isOpen={isOpen} title={row ? `${row.customer}, ${row.quarter}` : ''} close={() => setIsOpen(false)}>
        {row && <ResultForm row={row} close={() => setIsOpen(false)} />}
      </Dialog>
    </>
  )
}

const columns: ListColumn<StatisticsRow>[] = [
  { title: 'Customer', isName: true, cell: ({ customer }) => customer || 'Without a name' },
  { title: 'Quarter', phone: 'start', isUnbroken: true, width: '8rem', cell: ({ quarter }) => quarter },
]

const actionOf = (record: (row: StatisticsRow) => void): ListColumn<StatisticsRow> => ({
  title: 'Record',
  isActions: true,
  phone: 'beside',
  width: '8rem',
  cell: (row) => (
    <ActButton
      size="compact-xs"
      variant="default"
      aria-label={`Record review of ${row.customer}, ${row.quarter}`}
      onClick={() => record(row)}
    >
      Record review
    </ActButton>
  ),
})

const resultColumns: ListColumn<StatisticsRow>[] = [
  { title: 'Result', phone: 'middle', cell: ({ finding }) => finding },
  {
    title: 'Reviewed',
    phone: 'end',
    width: '18rem',
    cell: ({ reviewedBy, reviewedAt }) => (
      <>
        {reviewedBy}
        {reviewedAt && <>, {<MomentText at={reviewedAt} />}</>}
      </>
    ),
  },
]

function ResultForm({ row: { businessId, quarter }, close }: { row: StatisticsRow; close: () => void }) {
  const [finding, setFinding] = useState('')
  const [isEmpty, setIsEmpty] = useState(false)
  const unsaved = useUnsaved(() => finding !== '')
  const record = useRecordStatistics(() => unsaved.saved(close))
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        setIsEmpty(finding.trim() === '')
        if (finding.trim() !== '') record.mutate({ body: { businessId, quarter, finding } })
      }}
    >
      {unsaved.question}
      <LimitedArea
        label="Result"
        description="For example: other distributors, and whether it fits their purchases here."
        value={finding}
        most={2_000}
        autosize
        minRows={3}
        data-autofocus
        error={isEmpty && 'Enter the result.'}
        onChange={({ currentTarget }) => setFinding(currentTarget.value)}
      />
      <Button type="submit" mt="sm" loading={record.isPending}>
        Save review
      </Button>
    </form>
  )
}
