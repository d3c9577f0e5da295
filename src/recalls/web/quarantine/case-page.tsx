import { Button, Stack } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { dayWords } from '#shared/day-words.ts'
import { callAddress } from '#web/api-address.ts'
import { download } from '#web/download.ts'
import { ForEditors } from '#web/for-editors.tsx'
import { FormActions } from '#web/form/form-actions.tsx'
import formStyles from '#web/form/form.module.css'
import { LimitedArea } from '#web/form/limited-text.tsx'
import { NotFoundPage } from '#web/shell/error-page.tsx'
import { type ListColumn, ListTable } from '#web/table/list-table.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Day, momentWords } from '#web/ui/day.tsx'
import facts from '#web/ui/facts.module.css'
import { LineMarks } from '#catalog/web/line-marks.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { RecordHead } from '#web/ui/record-head.tsx'
import { Status } from '#web/ui/status.tsx'
import type { CaseDetail, SentOrder, StoppedReturn } from '../../quarantine/case-shapes.ts'
import { suspectCases } from '../../quarantine/contract.ts'
import { CaseActs } from './case-acts.tsx'
import { CaseFiles } from './case-files.tsx'
import { caseStatuses } from './cases-page.tsx'
import { useAddCaseNote, useCase } from './hooks.ts'

/** A case of suspect product: what is stopped, what already left, the notes and the outcome. */
export function CasePage() {
  const { id } = useParams({ from: '/admin/suspect/$id' })
  const query = useCase(id)
  return (
    <QueryStates query={query} missing={<NotFoundPage />}>
      {(suspect) => <CaseView suspect={suspect} />}
    </QueryStates>
  )
}

function CaseView({ suspect }: { suspect: CaseDetail }) {
  const { _id: id, product, state, openedAt, openedBy, sentOrders, stoppedReturns } = suspect
  const [tone, words] = caseStatuses[state]
  return (
    <>
      <RecordHead
        title="Suspect product"
        name={product.name}
        marks={
          <>
            <Status tone={tone}>{words}</Status>
            <LineMarks line={product} />
          </>
        }
        facts={[
          product.ndcNumber || 'No NDC',
          product.manufacturer || 'Manufacturer not known',
          `Opened ${momentWords(openedAt)} by ${openedBy}`,
        ]}
      >
        <FileButton label="Form 3911 facts (CSV)" path={suspectCases.facts.path} name={`form-3911-${id}.csv`} id={id} />
        <FileButton
          label="Recipients (CSV)"
          path={suspectCases.recipients.path}
          name={`recipients-${id}.csv`}
          id={id}
        />
        <CaseActs suspect={suspect} />
      </RecordHead>
      <Stack gap="lg">
        <Notices suspect={suspect} />
        <Panel title="Facts">
          <CaseFacts suspect={suspect} />
        </Panel>
        <Panel title="Orders to stop">
          <ListTable
            caption="Orders with this product that already left the portal"
            columns={columns}
            rows={sentOrders}
            rowKey={({ _id }) => _id}
            empty={{
              title: 'Nothing to stop',
              text: 'No order with this product is in the ERP and not shipped yet, as far as we know.',
            }}
          />
        </Panel>
        <Panel title="Returns to set apart">
          <ListTable
            caption="Open returns with this product"
            columns={returnColumns}
            rows={stoppedReturns}
            rowKey={({ _id, lot }) => `${_id} ${lot}`}
            empty={{
              title: 'No open returns',
              text: 'While the case is open, returned packages of it are not restocked.',
            }}
          />
        </Panel>
        <CaseFiles suspect={suspect} />
        <Panel title="Notes">
          <Notes suspect={suspect} />
        </Panel>
      </Stack>
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

function Notices({ suspect: { notices, noticeDue } }: { suspect: CaseDetail }) {
  if (!noticeDue) return null
  return (
    <Callout role="note" title={`Notify FDA (Form 3911) and partners by ${momentWords(noticeDue)}`}>
      {notices.map(({ turn, recipients, queued, withoutEmail, lastQueuedAt }) => (
        <p key={turn}>
          {turn === 'illegitimate' ? 'Notice' : 'End of the notice'}: {queued.toLocaleString('en-US')} of{' '}
          {recipients.toLocaleString('en-US')} recipients{lastQueuedAt && `, ${momentWords(lastQueuedAt)}`}
          {withoutEmail > 0 && `; ${withoutEmail.toLocaleString('en-US')} without an email address need a letter`}.
        </p>
      ))}
    </Callout>
  )
}

function CaseFacts({ suspect }: { suspect: CaseDetail }) {
  const { reason, lots, serials, soldSince, stopsSales, state, ordersOnHold, sample, conclusion, concludedAt } = suspect
  const { concludedBy, fdaReference, endedAt } = suspect
  const isActive = state === 'open' || state === 'illegitimate'
  const rows: [label: string, value: string][] = [
    ['Reason', reason],
    ['Lots', lots.join(', ') || 'Not known'],
    ['Serial numbers', serials.join(', ')],
    ['Sold since', dayWords(soldSince)],
    ['Sales', isActive && stopsSales ? 'Stopped' : 'Not stopped by this case'],
    ['Orders on hold', ordersOnHold.toLocaleString('en-US')],
    ['Sample retained', sample],
    ['Conclusion', conclusion],
    ['Concluded', concludedAt ? `${momentWords(concludedAt)} by ${concludedBy}` : ''],
    ['FDA number', fdaReference],
    ['Notice ended', endedAt ? momentWords(endedAt) : ''],
  ]
  return (
    <dl className={`${facts.facts} ${facts.ruled}`}>
      {rows
        .filter(([, value]) => value !== '')
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}

function Notes({ suspect: { _id: id, notes } }: { suspect: CaseDetail }) {
  const [text, setText] = useState('')
  const add = useAddCaseNote(() => setText(''))
  return (
    <div className={formStyles.form}>
      {notes.length === 0 && <p>No notes yet.</p>}
      {notes.map(({ _id, author, text: said, createdAt }) => (
        <div key={_id}>
          <b>{author}</b>, {momentWords(createdAt)}
          <p style={{ margin: 0, whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{said}</p>
        </div>
      ))}
      <ForEditors>
        <form
          className={formStyles.form}
          aria-label="New note"
          onSubmit={(event) => {
            event.preventDefault()
            if (text.trim() !== '') add.mutate({ params: { id }, body: { text } })
          }}
        >
          <LimitedArea
            label="Note"
            description="Notes stay with the case and can’t be changed."
            most={4_000}
            autosize
            minRows={2}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          <FormActions>
            <Button type="submit" loading={add.isPending} disabled={text.trim() === ''}>
              Add note
            </Button>
          </FormActions>
        </form>
      </ForEditors>
    </div>
  )
}

const columns: ListColumn<SentOrder>[] = [
  {
    title: 'Order',
    isName: true,
    cell: ({ _id: id, orderIdSap }) => (
      <Link to="/order/$id" params={{ id }}>
        {orderIdSap ?? 'Not numbered'}
      </Link>
    ),
  },
  { title: 'Customer', phone: 'start', cell: ({ customer }) => customer },
  {
    title: 'Placed',
    phone: 'middle',
    isUnbroken: true,
    width: '9rem',
    cell: ({ createdAt }) => <Day at={createdAt} />,
  },
  {
    title: 'Pieces',
    phone: 'end',
    align: 'right',
    width: '14rem',
    cell: ({ quantity, backordered }) =>
      `${quantity.toLocaleString('en-US')} open${backordered > 0 ? `, ${backordered.toLocaleString('en-US')} of them backordered` : ''}`,
  },
]

const returnColumns: ListColumn<StoppedReturn>[] = [
  {
    title: 'Return',
    isName: true,
    cell: ({ _id: id, name }) => (
      <Link to="/returns/$id" params={{ id }}>
        {name}
      </Link>
    ),
  },
  { title: 'Customer', phone: 'start', cell: ({ customer }) => customer },
  { title: 'Lot', phone: 'middle', isUnbroken: true, width: '10rem', cell: ({ lot }) => lot || 'Not known' },
  {
    title: 'Pieces',
    phone: 'end',
    isTitledOnPhone: true,
    align: 'right',
    width: '6rem',
    cell: ({ quantity }) => quantity.toLocaleString('en-US'),
  },
]
