import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import * as z from 'zod/mini'
import { NextPage } from '#web/ui/next-page.tsx'
import { FormActions } from '#web/form/form-actions.tsx'
import formStyles from '#web/form/form.module.css'
import { LimitedInput } from '#web/form/limited-text.tsx'
import { type ListColumn, ListTable } from '#web/table/list-table.tsx'
import { ActButton } from '#web/ui/act-button.tsx'
import { businessDayWords } from '#web/ui/day.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { StateButtons } from '#web/ui/state-buttons.tsx'
import { Status } from '#web/ui/status.tsx'
import text from '#web/ui/text.module.css'
import { useAddress } from '#web/use-address.ts'
import type { RecallDetail, RecipientRow } from '../contract.ts'
import { callResults } from '../recall-shapes.ts'
import { basisWords } from './basis-words.ts'
import { useRecipients, useRecordCall, useRecordReply, useReplies } from './hooks.ts'
import { ReplyForm } from './reply-form.tsx'
import { ReplyHistory } from './reply-history.tsx'
import { PageNumber } from '#shared/page-number.ts'

const Address = z.object({
  page: PageNumber,
  state: z._default(z.enum(['all', 'replied', 'missing']), 'all'),
})

const states = { all: 'All', missing: 'No reply', replied: 'Replied' } as const

/** Everyone who was notified; those without a reply are the phone list. */
export function Recipients({ recall }: { recall: RecallDetail }) {
  const [{ page, state }, change] = useAddress(Address)
  const query = useRecipients(recall._id, { page, state })
  const [chosen, setChosen] = useState<{ row: RecipientRow; act: 'call' | 'reply' } | null>(null)
  const close = () => setChosen(null)
  return (
    <Panel title="Recipients">
      <StateButtons
        labels={states}
        state={state}
        choose={(to) => change({ state: to, page: 1 }, { keepScroll: true })}
      />
      <QueryStates query={query}>
        {({ rows, hasMore }) => (
          <>
            <ListTable
              caption="Recipients"
              columns={columnsFor(recall, setChosen)}
              rows={rows}
              rowKey={({ _id }) => _id}
              isStale={query.isPlaceholderData}
              empty={{
                title: state === 'missing' ? 'Everyone replied' : 'No replies yet',
                text: state === 'missing' ? 'There is no one left to call.' : 'Replies appear here as they arrive.',
              }}
            />
            <NextPage
              page={page}
              hasMore={hasMore}
              labels={['Previous', 'Next']}
              goTo={(to) => change({ page: to }, { keepScroll: true })}
            />
          </>
        )}
      </QueryStates>
      <Dialog isOpen={chosen?.act === 'call'} title={`Call ${chosen?.row.name ?? ''}`} close={close}>
        {chosen && <CallForm recall={recall} row={chosen.row} close={close} />}
      </Dialog>
      <Dialog isOpen={chosen?.act === 'reply'} title={`Replies of ${chosen?.row.name ?? ''}`} size="lg" close={close}>
        {chosen && <RepliesOf recall={recall} row={chosen.row} close={close} />}
      </Dialog>
    </Panel>
  )
}

type Choose = (chosen: { row: RecipientRow; act: 'call' | 'reply' }) => void

const columnsFor = ({ status }: RecallDetail, choose: Choose): ListColumn<RecipientRow>[] => [
  {
    title: 'Customer',
    isName: true,
    cell: ({ name, account, rep, basis }) => (
      <>
        {name}
        <br />
        <span className={text.small}>
          {[account, rep && `Rep ${rep}`, basisWords[basis]].filter(Boolean).join(' · ')}
        </span>
      </>
    ),
  },
  {
    title: 'Phone',
    isUnbroken: true,
    width: '11rem',
    cell: ({ phone }) => (phone ? <a href={`tel:${phone}`}>{phone}</a> : '–'),
  },
  { title: 'Pieces', align: 'right', width: '5rem', cell: ({ pieces }) => pieces.toLocaleString('en-US') },
  {
    title: 'Last call',
    width: '13rem',
    cell: ({ lastCall, calls }) =>
      lastCall ? (
        <>
          {resultWords(lastCall.result)}, {businessDayWords(lastCall.at)}
          <br />
          <span className={text.small}>
            {lastCall.by}
            {calls > 1 && ` · ${calls} calls`}
          </span>
        </>
      ) : (
        '–'
      ),
  },
  {
    title: 'Reply',
    width: '9rem',
    cell: ({ repliedAt, mailCount }) =>
      repliedAt ? (
        <Status tone="good">{businessDayWords(repliedAt)}</Status>
      ) : (
        <Status tone="notice">{mailCount === 0 ? 'No email' : 'No reply'}</Status>
      ),
  },
  {
    title: 'Actions',
    isActions: true,
    cell: (row) => (
      <>
        {status === 'sent' && (
          <ActButton
            size="compact-sm"
            variant="default"
            aria-label={`Record a call to ${row.name}`}
            onClick={() => choose({ row, act: 'call' })}
          >
            Call
          </ActButton>
        )}
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Replies of ${row.name}`}
          onClick={() => choose({ row, act: 'reply' })}
        >
          Replies
        </Button>
      </>
    ),
  },
]

interface Chosen {
  recall: RecallDetail
  row: RecipientRow
  close: () => void
}

const resultWords = (result: string) => result.charAt(0).toUpperCase() + result.slice(1)

function CallForm({ recall: { _id: id }, row: { _id: recipientId, phone, rep, email }, close }: Chosen) {
  const [result, setResult] = useState<(typeof callResults)[number]>('reached')
  const [note, setNote] = useState('')
  const record = useRecordCall(close)
  return (
    <form
      className={formStyles.form}
      onSubmit={(event) => {
        event.preventDefault()
        record.mutate({ params: { id, recipientId }, body: { result, note } })
      }}
    >
      <p>{[phone || 'No phone number on record', email, rep && `Rep ${rep}`].filter(Boolean).join(' · ')}</p>
      <NativeSelect
        label="Result"
        data={callResults.map((value) => ({ value, label: resultWords(value) }))}
        value={result}
        onChange={({ currentTarget }) => setResult(callResults.find((one) => one === currentTarget.value) ?? 'reached')}
      />
      <LimitedInput
        label="Note"
        description="Who you spoke to, and what they said."
        most={500}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      <FormActions cancel={close}>
        <Button type="submit" loading={record.isPending}>
          Record call
        </Button>
      </FormActions>
    </form>
  )
}

function RepliesOf({ recall, row, close }: Chosen) {
  const query = useReplies(recall._id, row._id)
  const record = useRecordReply(close)
  return (
    <QueryStates query={query}>
      {({ replies, purchases }) => (
        <div className={formStyles.form}>
          <ReplyHistory products={recall.products} replies={replies} />
          {recall.status === 'sent' && (
            <ReplyForm
              products={recall.products}
              purchases={purchases}
              last={replies[0]}
              isPending={record.isPending}
              title="Record a reply by phone or letter"
              readLabel="They read the notice"
              answer="Record reply"
              send={(body) => record.mutate({ params: { id: recall._id, recipientId: row._id }, body })}
            />
          )}
        </div>
      )}
    </QueryStates>
  )
}
