import { Button, Stack, Text } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { dayWords } from '#shared/day-words.ts'
import { callAddress } from '#web/api-address.ts'
import { download } from '#web/download.ts'
import { LimitedArea } from '#web/form/limited-text.tsx'
import { NotFoundPage } from '#web/shell/error-page.tsx'
import { type ListColumn, ListTable } from '#web/table/list-table.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { ConfirmButton } from '#web/ui/confirm-button.tsx'
import { businessDayWords } from '#web/ui/day.tsx'
import facts from '#web/ui/facts.module.css'
import { LineMarks } from '#catalog/web/line-marks.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { RecordHead } from '#web/ui/record-head.tsx'
import { Status } from '#web/ui/status.tsx'
import text from '#web/ui/text.module.css'
import { type RecallDetail, recalls } from '../contract.ts'
import { classWords, depthWords, lotWords } from '../recall-shapes.ts'
import { useCloseRecall, useRecall, useRemoveDraft } from './hooks.ts'
import { RecallForm } from './recall-form.tsx'
import { RecallPreview } from './recall-preview.tsx'
import { recallStates } from './recalls-page.tsx'
import { Recipients } from './recipients.tsx'

/** A recall: the draft with its recipients, or the replies and who has to be called. */
export function RecallPage() {
  const { id } = useParams({ from: '/admin/recalls/$id' })
  const query = useRecall(id)
  return (
    <QueryStates query={query} missing={<NotFoundPage />}>
      {(recall) => <RecallView recall={recall} />}
    </QueryStates>
  )
}

function RecallView({ recall }: { recall: RecallDetail }) {
  const { _id: id, status, firm, firmReference, products, depth, replyBy, sentAt } = recall
  const [tone, words] = recallStates[status]
  const [first, ...others] = products
  return (
    <>
      <RecordHead
        title="Recall"
        name={`${first?.name ?? ''}${others.length > 0 ? ` and ${others.length} more` : ''}`}
        marks={<Status tone={tone}>{words}</Status>}
        facts={[
          classWords[recall.class],
          [firm, firmReference].filter(Boolean).join(', '),
          `Depth: ${depthWords[depth].toLowerCase()}`,
          `Reply by ${dayWords(replyBy)}`,
          ...(sentAt ? [`Sent ${businessDayWords(sentAt)}`] : []),
        ]}
      >
        <FileButton label="Addresses (CSV)" path={recalls.letters.path} name={`letters-${id}.csv`} id={id} />
        {status !== 'draft' && (
          <FileButton label="All replies (CSV)" path={recalls.file.path} name={`recall-${id}.csv`} id={id} />
        )}
        {status === 'draft' && <DeleteDraft recall={recall} />}
        {status === 'sent' && <CloseRecall recall={recall} />}
      </RecordHead>
      {status === 'draft' ? <Draft recall={recall} /> : <Sent recall={recall} />}
    </>
  )
}

function FileButton({ label, path, name, id }: { label: string; path: `/api/${string}`; name: string; id: string }) {
  return (
    <Button size="xs" variant="default" onClick={() => void download(callAddress(path, { params: { id } }), name)}>
      {label}
    </Button>
  )
}

function Draft({ recall }: { recall: RecallDetail }) {
  return (
    <Stack gap="lg">
      <Panel title="Draft">
        <RecallForm key={recall.__v} recall={recall} done={() => {}} />
      </Panel>
      <RecallPreview key={`preview ${recall.__v}`} recall={recall} />
    </Stack>
  )
}

function Sent({ recall }: { recall: RecallDetail }) {
  const { conclusion, recipients, queued, withoutEmail, stopsSales, status, reason, instructions } = recall
  return (
    <Stack gap="lg">
      {status === 'closed' && <Callout tone="good">Closed: {conclusion}</Callout>}
      {queued < recipients && (
        <Callout role="note">
          Sending: {queued.toLocaleString('en-US')} of {recipients.toLocaleString('en-US')} recipients.
        </Callout>
      )}
      {withoutEmail > 0 && (
        <Callout role="note">
          {withoutEmail === 1 ? '1 recipient has' : `${withoutEmail.toLocaleString('en-US')} recipients have`} no email
          address. Send letters, or call them.
        </Callout>
      )}
      <Panel title="Progress">
        <dl className={`${facts.facts} ${facts.ruled}`}>
          <Fact label="Replied">{ofAll(recall.replied, recipients)}</Fact>
          <Fact label="Called">{ofAll(recall.called, recipients)}</Fact>
          <Fact label={`Effectiveness check, level ${recall.level}`}>
            {recall.toCheck === 0 ? 'Not required' : ofAll(recall.checked, recall.toCheck)}
          </Fact>
          <Fact label="Sales">
            {status === 'sent' && stopsSales ? 'Stopped until the recall is closed' : 'Not stopped by this recall'}
          </Fact>
          <Fact label="Reason">{reason}</Fact>
          <Fact label="What to do">{instructions}</Fact>
        </dl>
      </Panel>
      <Panel title="Quantities">
        <ListTable
          caption="Quantities by product"
          columns={totalColumns}
          rows={rowsOf(recall)}
          rowKey={({ productId }) => productId}
        />
      </Panel>
      <Recipients recall={recall} />
    </Stack>
  )
}

const ofAll = (count: number, all: number): string =>
  `${count.toLocaleString('en-US')} of ${all.toLocaleString('en-US')}`

function Fact({ label, children }: { label: string; children: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

const rowsOf = ({ products, totals }: RecallDetail) =>
  products.flatMap((product) => {
    const total = totals.find(({ productId }) => productId === product.productId)
    return total ? [{ ...product, ...total }] : []
  })
type TotalRow = ReturnType<typeof rowsOf>[number]

const figure = (title: string, of: (row: TotalRow) => number): ListColumn<TotalRow> => ({
  title,
  align: 'right',
  width: '7rem',
  cell: (row) => of(row).toLocaleString('en-US'),
})

const totalColumns: ListColumn<TotalRow>[] = [
  {
    title: 'Product',
    isName: true,
    cell: ({ name, ndcNumber, lots, ...marks }) => (
      <>
        {name} <LineMarks line={marks} />
        <br />
        <span className={text.small}>{[ndcNumber, lotWords(lots)].filter(Boolean).join(' · ')}</span>
      </>
    ),
  },
  figure('Bought', ({ bought }) => bought),
  figure('On hand', ({ onHand }) => onHand),
  figure('Returned', ({ returned }) => returned),
  figure('Passed on', ({ passedOn }) => passedOn),
]

function DeleteDraft({ recall: { _id: id, __v } }: { recall: RecallDetail }) {
  const navigate = useNavigate()
  const remove = useRemoveDraft(() => void navigate({ to: '/admin/recalls', replace: true }))
  return (
    <ConfirmButton
      label="Delete draft"
      button={{ size: 'xs' }}
      question="Delete this draft?"
      isPending={remove.isPending}
      confirm={() => remove.mutate({ params: { id }, query: { __v } })}
    >
      <Text>No one was notified. The audit trail keeps the draft’s products and reason.</Text>
    </ConfirmButton>
  )
}

function CloseRecall({ recall: { _id: id, __v, recipients, replied } }: { recall: RecallDetail }) {
  const [conclusion, setConclusion] = useState('')
  const close = useCloseRecall()
  return (
    <ConfirmButton
      label="Close recall"
      button={{ size: 'xs' }}
      question="Close this recall?"
      isPending={close.isPending}
      isBlocked={conclusion.trim() === ''}
      confirm={(onSuccess) => close.mutate({ params: { id }, body: { __v, conclusion } }, { onSuccess })}
    >
      <Text>
        {ofAll(replied, recipients)} replied. Replies can no longer be sent or corrected, and the products are sold
        again unless something else holds them.
      </Text>
      <LimitedArea
        label="Conclusion"
        required
        most={2_000}
        autosize
        minRows={2}
        value={conclusion}
        onChange={({ currentTarget }) => setConclusion(currentTarget.value)}
      />
    </ConfirmButton>
  )
}
