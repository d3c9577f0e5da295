import { Button, FileButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { FileCheck2 } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useIsReadOnly } from '#web/read-only.ts'
import { type ListColumn, ListTable } from '#web/table/list-table.tsx'
import { useAddress } from '#web/use-address.ts'
import { Callout } from '#web/ui/callout.tsx'
import { Day } from '#web/ui/day.tsx'
import { NextPage } from '#web/ui/next-page.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { Status } from '#web/ui/status.tsx'
import { type DocumentRow, traceability } from '../contract.ts'
import { directionWords, stateOf } from './document-words.ts'
import { uploadDocument, useDocuments } from './hooks.ts'
import { PageNumber } from '#shared/page-number.ts'

const Address = z.object({
  page: PageNumber,
  work: z._default(z.coerce.boolean(), false),
})

/** EPCIS documents from suppliers and to customers, and what each needs. */
export function DocumentsPage() {
  const [{ page, work }, change] = useAddress(Address)
  const query = useDocuments(page, work)
  return (
    <>
      <PageHeading
        title="Trace data"
        lead="EPCIS documents from suppliers and to customers. Customers see only accepted documents of their own purchases."
      >
        <Upload />
      </PageHeading>
      <Button
        size="xs"
        variant={work ? 'light' : 'default'}
        mb="sm"
        aria-pressed={work}
        onClick={() => change({ work: !work, page: 1 })}
      >
        Needs review only
      </Button>
      <QueryStates query={query}>
        {({ rows, hasMore }) => (
          <>
            <ListTable
              caption="EPCIS documents"
              columns={columns}
              rows={rows}
              rowKey={({ _id }) => _id}
              empty={
                work
                  ? { title: 'Nothing to review', text: 'Every document is accepted and has its customer.' }
                  : {
                      icon: <FileCheck2 size={28} strokeWidth={1.5} />,
                      title: 'No documents yet',
                      text: 'Upload the EPCIS file that a supplier sent with a delivery, or your own for a customer.',
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

const columns: ListColumn<DocumentRow>[] = [
  {
    title: 'File',
    isName: true,
    cell: ({ _id: id, fileName }) => (
      <Link to="/admin/trace/$id" params={{ id }}>
        {fileName || 'Without a name'}
      </Link>
    ),
  },
  { title: 'Direction', phone: 'middle', width: '10rem', cell: ({ direction }) => directionWords[direction] },
  { title: 'Received', phone: 'start', width: '9rem', cell: ({ receivedAt }) => <Day at={receivedAt} /> },
  {
    title: 'Packages',
    align: 'right',
    width: '7rem',
    cell: ({ packages }) => packages.toLocaleString('en-US'),
  },
  {
    title: 'Findings',
    align: 'right',
    width: '6rem',
    cell: ({ findings, mismatches }) => (findings + mismatches).toLocaleString('en-US'),
  },
  {
    title: 'Status',
    phone: 'end',
    width: '9rem',
    cell: (row) => {
      const { tone, words } = stateOf(row)
      return <Status tone={tone}>{words}</Status>
    },
  },
]

interface Refused {
  name: string
  message: string
}

/** Sends the chosen files one after another and names those that were refused. */
function Upload() {
  const client = useQueryClient()
  const [isPending, setIsPending] = useState(false)
  const [refused, setRefused] = useState<Refused[]>([])
  if (useIsReadOnly()) return null
  const send = async (files: File[]) => {
    setIsPending(true)
    setRefused([])
    for (const file of files)
      await uploadDocument(file).catch((error: unknown) => {
        const message = error instanceof Error ? error.message : 'The file could not be sent. Try again.'
        setRefused((before) => [...before, { name: file.name, message }])
      })
    setIsPending(false)
    await client.invalidateQueries({ queryKey: [traceability.documents.path] })
  }
  return (
    <>
      <FileButton multiple accept=".xml,.json,.jsonld" onChange={(files) => void send(files)}>
        {(props) => (
          <Button {...props} size="xs" loading={isPending}>
            Upload documents
          </Button>
        )}
      </FileButton>
      {refused.length > 0 && (
        <Callout
          tone="bad"
          title={refused.length === 1 ? '1 file was refused' : `${refused.length} files were refused`}
        >
          {refused.map(({ name, message }) => (
            <p key={name}>
              <b>{name}</b>: {message}
            </p>
          ))}
        </Callout>
      )}
    </>
  )
}
