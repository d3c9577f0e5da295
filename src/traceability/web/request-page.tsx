import { Button, Stack, Text } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { callAddress } from '#web/api-address.ts'
import { download } from '#web/download.ts'
import { LimitedArea } from '#web/form/limited-text.tsx'
import { portalSettings } from '#web/portal-settings.ts'
import { useIsReadOnly } from '#web/read-only.ts'
import { NotFoundPage } from '#web/shell/error-page.tsx'
import { type ListColumn, ListTable } from '#web/table/list-table.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { MomentText, momentWords } from '#web/ui/day.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { RecordHead } from '#web/ui/record-head.tsx'
import { Status } from '#web/ui/status.tsx'
import { type RequestDetail, requests } from '../requests/contract.ts'
import { directionWords } from './document-words.ts'
import { useCloseRequest, useTime, useTraceRequest } from './request-hooks.ts'
import { askedWords, clockOf, exactMoment, requestKindWords } from './request-words.ts'

/** An official request: its clock, what the stored documents say, and its answer. */
export function TraceRequestPage() {
  const { id } = useParams({ from: '/admin/trace/requests/$id' })
  const query = useTraceRequest(id)
  return (
    <QueryStates query={query} missing={<NotFoundPage />}>
      {(request) => <RequestView request={request} />}
    </QueryStates>
  )
}

function RequestView({ request }: { request: RequestDetail }) {
  const { _id: id, kind, requester, contact, note, arrivedAt, dueAt, onDuty, recordedBy, shipments, found } = request
  const { tone, words } = clockOf(request, useTime())
  return (
    <>
      <RecordHead
        title="Trace request"
        name={requester}
        marks={<Status tone={tone}>{words}</Status>}
        facts={[
          requestKindWords[kind],
          askedWords(request),
          `Arrived ${exactMoment(arrivedAt, portalSettings.timeZone)}`,
          `Due ${exactMoment(dueAt, portalSettings.timeZone)}`,
          onDuty ? `On duty: ${onDuty}` : 'No address on duty',
        ]}
      >
        <Button
          size="xs"
          variant="default"
          onClick={() => void download(callAddress(requests.file.path, { params: { id } }), `trace-request-${id}.csv`)}
        >
          Download answer (CSV)
        </Button>
      </RecordHead>
      <Stack>
        {(contact || note) && (
          <Panel title="Details">
            {contact && <p>Contact: {contact}</p>}
            {note && <p style={{ whiteSpace: 'pre-line' }}>{note}</p>}
            <Text c="dimmed" fz="md">
              Recorded by {recordedBy}
            </Text>
          </Panel>
        )}
        <Panel title="Stored shipments">
          {found > shipments.length && (
            <Text mb="sm">
              The latest {shipments.length} of {found.toLocaleString('en-US')}. The file has all.
            </Text>
          )}
          <ListTable
            caption="Stored shipments"
            columns={columns}
            rows={shipments}
            rowKey={({ _id }) => _id}
            empty={{
              title: 'Nothing stored',
              text: 'No document has this product, lot or serial number. Check the request, and answer that nothing was found.',
            }}
          />
        </Panel>
        <Panel title="Answer">
          {request.answeredAt ? (
            <Callout>
              Answered by {request.answeredBy} <MomentText at={request.answeredAt} />: {request.answer}
            </Callout>
          ) : (
            <Close id={id} />
          )}
        </Panel>
      </Stack>
    </>
  )
}

function Close({ id }: { id: string }) {
  const [answer, setAnswer] = useState('')
  const [isEmpty, setIsEmpty] = useState(false)
  const close = useCloseRequest()
  if (useIsReadOnly()) return <Text c="dimmed">Not answered yet.</Text>
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        setIsEmpty(answer.trim() === '')
        if (answer.trim() !== '') close.mutate({ params: { id }, body: { answer } })
      }}
    >
      <LimitedArea
        label="How and to whom was it answered?"
        value={answer}
        most={1_000}
        autosize
        minRows={2}
        error={isEmpty && 'Enter how it was answered.'}
        onChange={({ currentTarget }) => setAnswer(currentTarget.value)}
      />
      <Button type="submit" mt="sm" loading={close.isPending}>
        Mark as answered
      </Button>
    </form>
  )
}

const columns: ListColumn<RequestDetail['shipments'][number]>[] = [
  {
    title: 'Shipped',
    isName: true,
    width: '14rem',
    cell: ({ documentId: id, shippedAt }) => (
      <Link to="/admin/trace/$id" params={{ id }}>
        {momentWords(shippedAt)}
      </Link>
    ),
  },
  { title: 'Direction', phone: 'start', width: '10rem', cell: ({ direction }) => directionWords[direction] },
  { title: 'Seller', isUnbroken: true, cell: ({ seller }) => seller || '–' },
  { title: 'Buyer', phone: 'middle', isUnbroken: true, cell: ({ customer, buyer }) => customer || buyer || '–' },
  {
    title: 'Packages',
    phone: 'end',
    isTitledOnPhone: true,
    align: 'right',
    width: '7rem',
    cell: ({ packages }) => packages.toLocaleString('en-US'),
  },
]
