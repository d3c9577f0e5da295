import { Button, Stack } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { callAddress } from '#web/api-address.ts'
import { download } from '#web/download.ts'
import { LimitedArea } from '#web/form/limited-text.tsx'
import { useIsReadOnly } from '#web/read-only.ts'
import { type ListColumn, ListTable } from '#web/table/list-table.tsx'
import { ActButton } from '#web/ui/act-button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Day, MomentText, momentWords } from '#web/ui/day.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { RecordHead } from '#web/ui/record-head.tsx'
import { Status } from '#web/ui/status.tsx'
import { NotFoundPage } from '#web/shell/error-page.tsx'
import { type DocumentDetail, traceability } from '../contract.ts'
import { countWords, directionWords, referenceWords, stateOf } from './document-words.ts'
import { useAccept, useDocument, useMatchAgain } from './hooks.ts'

/** An EPCIS document: what it lacks, and its shipments with their customers. */
export function DocumentPage() {
  const { id } = useParams({ from: '/admin/trace/$id' })
  const query = useDocument(id)
  return (
    <QueryStates query={query} missing={<NotFoundPage />}>
      {(document) => <DocumentView document={document} />}
    </QueryStates>
  )
}

function DocumentView({ document }: { document: DocumentDetail }) {
  const { _id: id, fileName, direction, format, schemaVersion, guideline, receivedAt, packages } = document
  const { tone, words } = stateOf(document)
  return (
    <>
      <RecordHead
        title="Trace document"
        name={fileName || 'Without a name'}
        marks={<Status tone={tone}>{words}</Status>}
        facts={[
          directionWords[direction],
          `EPCIS ${schemaVersion} (${format})`,
          guideline || 'No guideline version',
          countWords(packages),
          `Received ${momentWords(receivedAt)}`,
        ]}
      >
        {document.mismatches > 0 && <MatchAgain id={id} />}
        <Button
          size="xs"
          variant="default"
          onClick={() =>
            void download(callAddress(traceability.file.path, { params: { id } }), fileName || `${id}.xml`)
          }
        >
          Download original
        </Button>
      </RecordHead>
      <Stack>
        <Findings document={document} />
        <Panel title="Shipments">
          <ListTable
            caption="Shipments"
            columns={columns}
            rows={document.lines}
            rowKey={({ _id }) => _id}
            isMuted={({ isWithdrawn }) => isWithdrawn}
            empty={{
              title: 'No shipments',
              text: 'The document has no shipping event, so no one’s purchase is in it.',
            }}
          />
        </Panel>
      </Stack>
    </>
  )
}

function MatchAgain({ id }: { id: string }) {
  const match = useMatchAgain()
  return (
    <ActButton size="xs" loading={match.isPending} onClick={() => match.mutate({ params: { id } })}>
      Match again
    </ActButton>
  )
}

function Findings({ document }: { document: DocumentDetail }) {
  const { findingTexts, isAccepted, acceptReason, acceptedAt } = document
  if (isAccepted && findingTexts.length === 0) return null
  return (
    <Panel title="Findings">
      <ul>
        {findingTexts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      {isAccepted ? (
        <Callout>
          Accepted {acceptedAt && <MomentText at={acceptedAt} />}: {acceptReason}
        </Callout>
      ) : (
        <Accept document={document} />
      )}
    </Panel>
  )
}

function Accept({ document: { _id: id, direction } }: { document: DocumentDetail }) {
  const [reason, setReason] = useState('')
  const [isEmpty, setIsEmpty] = useState(false)
  const accept = useAccept()
  if (useIsReadOnly()) return null
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        setIsEmpty(reason.trim() === '')
        if (reason.trim() !== '') accept.mutate({ params: { id }, body: { reason } })
      }}
    >
      <LimitedArea
        label="Why is it acceptable?"
        description={
          direction === 'outbound'
            ? 'The customer sees this document afterwards.'
            : 'The reason goes into the audit trail.'
        }
        value={reason}
        most={1_000}
        autosize
        minRows={2}
        error={isEmpty && 'Enter the reason.'}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <Button type="submit" mt="sm" loading={accept.isPending}>
        Accept document
      </Button>
    </form>
  )
}

const columns: ListColumn<DocumentDetail['lines'][number]>[] = [
  { title: 'References', isName: true, cell: (row) => referenceWords(row) || 'Without a reference' },
  { title: 'Shipped', phone: 'start', width: '9rem', cell: ({ shippedAt }) => <Day at={shippedAt} /> },
  {
    title: 'Customer',
    phone: 'middle',
    cell: ({ business, mismatch, isWithdrawn }) =>
      isWithdrawn ? 'Withdrawn by the sender' : (business?.name ?? (mismatch || '–')),
  },
  {
    title: 'Order',
    width: '8rem',
    cell: ({ order }) =>
      order ? (
        <Link to="/order/$id" params={{ id: order._id }}>
          {order.orderIdSap ?? 'Not numbered'}
        </Link>
      ) : (
        '–'
      ),
  },
  { title: 'Packages', align: 'right', width: '7rem', cell: ({ packages }) => packages.toLocaleString('en-US') },
]
