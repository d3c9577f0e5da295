import { Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { FileSearch } from 'lucide-react'
import { dayWords } from '#shared/day-words.ts'
import { type ListColumn, ListTable } from '#web/table/list-table.tsx'
import { ForEditors } from '#web/for-editors.tsx'
import { Day } from '#web/ui/day.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import type { Extract } from '../../extracts/contract.ts'
import { kindWords } from '../licenses/license-words.ts'
import { ExtractForm } from './extract-form.tsx'
import { useExtracts } from './hooks.ts'

/** Extracts of State boards that were compared with our records, and a form for another one. */
export function ExtractsPage() {
  return (
    <Stack gap="md">
      <PageHeading
        title="Board extracts"
        lead="Compare all licenses of a State with its board’s list. You confirm the matches; differences never overwrite a record."
      />
      <ForEditors>
        <ExtractForm />
      </ForEditors>
      <QueryStates query={useExtracts()}>
        {(rows) => (
          <ListTable
            caption="Compared extracts"
            columns={columns}
            rows={rows}
            rowKey={({ _id }) => _id}
            empty={{
              icon: <FileSearch size={28} strokeWidth={1.5} />,
              title: 'No extracts yet',
              text: 'Download the list of licensees from the State board and choose it above.',
            }}
          />
        )}
      </QueryStates>
    </Stack>
  )
}

const columns: ListColumn<Extract>[] = [
  {
    title: 'File',
    isName: true,
    cell: ({ _id, fileName }) => (
      <Link to="/admin/licenses/extract/$id" params={{ id: _id }}>
        {fileName}
      </Link>
    ),
  },
  {
    title: 'Board',
    phone: 'start',
    width: '18rem',
    cell: ({ state, kind }) => `${state}, ${kindWords[kind].toLowerCase().replace('state license', 'State licenses')}`,
  },
  { title: 'As of', isUnbroken: true, width: '8rem', phone: 'end', cell: ({ publishedOn }) => dayWords(publishedOn) },
  { title: 'Compared', isUnbroken: true, width: '8rem', cell: ({ uploadedAt }) => <Day at={uploadedAt} /> },
  { title: 'Matches', align: 'right', width: '6rem', cell: ({ matches }) => matches.toLocaleString('en-US') },
  { title: 'Verified', align: 'right', width: '6rem', cell: ({ confirmed }) => confirmed.toLocaleString('en-US') },
  {
    title: 'Differ',
    align: 'right',
    width: '5rem',
    phone: 'middle',
    isTitledOnPhone: true,
    cell: ({ differs }) => differs.toLocaleString('en-US'),
  },
  { title: 'Not found', align: 'right', width: '6rem', cell: ({ missing }) => missing.toLocaleString('en-US') },
]
