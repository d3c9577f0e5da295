import { Stack } from '@mantine/core'
import { type ListColumn, ListTable } from '#web/table/list-table.tsx'
import { Day } from '#web/ui/day.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { Status } from '#web/ui/status.tsx'
import { type KindRow, mostDue } from '../contract.ts'
import { HoldsPanel } from './holds-panel.tsx'
import { useRecordKinds } from './hooks.ts'

/** How long records are kept, what is due, and legal holds. */
export function RetentionPage() {
  return (
    <>
      <PageHeading title="Retention" lead="Trade records, how long they are kept, and legal holds." />
      <Stack>
        <Panel title="Records">
          <QueryStates query={useRecordKinds()}>
            {({ kinds, isPurging }) => (
              <>
                <p>
                  {isPurging
                    ? 'Every night the portal deletes records that are due, except those on legal hold.'
                    : 'Nothing is deleted: the nightly purge is off (setting PURGE_RECORDS).'}
                </p>
                <ListTable
                  caption="Kinds of records"
                  columns={columns}
                  rows={kinds}
                  rowKey={({ name }) => name}
                  empty={{ title: 'No records' }}
                />
              </>
            )}
          </QueryStates>
        </Panel>
        <HoldsPanel />
      </Stack>
    </>
  )
}

const columns: ListColumn<KindRow>[] = [
  { title: 'Records', isName: true, cell: ({ name }) => name },
  {
    title: 'Kept',
    phone: 'start',
    width: '7rem',
    cell: ({ due, years }) => (due === null ? 'Always' : `${years} years`),
  },
  { title: 'From', width: '14rem', cell: ({ due, since }) => (due === null ? '–' : since) },
  { title: 'Rule', width: '14rem', cell: ({ law }) => law },
  {
    title: 'Oldest',
    phone: 'middle',
    isTitledOnPhone: true,
    width: '9rem',
    isUnbroken: true,
    cell: ({ oldest }) => <Day at={oldest} />,
  },
  { title: 'Due', phone: 'end', isTitledOnPhone: true, width: '7rem', cell: ({ due }) => dueMark(due) },
]

function dueMark(due: number | null) {
  if (due === null) return '–'
  if (due === 0) return '0'
  return <Status tone="notice">{due < mostDue ? due : `${mostDue.toLocaleString('en-US')} or more`}</Status>
}
