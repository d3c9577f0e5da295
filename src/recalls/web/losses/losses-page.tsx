import { Button, Checkbox } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { PackageX } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { dayWords } from '#shared/day-words.ts'
import { NextPage } from '#web/ui/next-page.tsx'
import { businessToday } from '#web/business-day.ts'
import { FormActions } from '#web/form/form-actions.tsx'
import formStyles from '#web/form/form.module.css'
import { LimitedArea } from '#web/form/limited-text.tsx'
import { DateField, TextField } from '#web/form/text-field.tsx'
import { useCheckedForm } from '#web/form/use-checked-form.ts'
import { type ListColumn, ListTable } from '#web/table/list-table.tsx'
import { useAddress } from '#web/use-address.ts'
import { businessDayWords } from '#web/ui/day.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { StateButtons } from '#web/ui/state-buttons.tsx'
import { Status } from '#web/ui/status.tsx'
import text from '#web/ui/text.module.css'
import { LossFollowUp, type LossRow } from '../../losses/loss-shapes.ts'
import { lossKindLabels, useUpdateLoss, useLosses } from './hooks.ts'
import { PageNumber } from '#shared/page-number.ts'

const Address = z.object({
  page: PageNumber,
  view: z._default(z.enum(['open', 'closed']), 'open'),
})

const views = { open: 'Open', closed: 'Closed' } as const

/** Controlled lines that were reported as not received, short or damaged. */
export function LossesPage() {
  const [{ page, view }, change] = useAddress(Address)
  const [chosen, setChosen] = useState<LossRow | null>(null)
  const query = useLosses({ page, view })
  return (
    <>
      <PageHeading
        title="Losses"
        lead="Controlled lines that a customer or the return desk reports as not received, short or damaged. DEA is notified within one business day."
      />
      <StateButtons labels={views} state={view} choose={(to) => change({ view: to, page: 1 })} />
      <QueryStates query={query}>
        {({ rows, hasMore }) => (
          <>
            <ListTable
              caption="Losses"
              columns={columnsFor(setChosen)}
              rows={rows}
              rowKey={({ _id }) => _id}
              isStale={query.isPlaceholderData}
              empty={{
                icon: <PackageX size={28} strokeWidth={1.5} />,
                title: 'No reports',
                text: 'Return requests, receipts of returns and invoice questions about controlled lines appear here.',
              }}
            />
            <NextPage page={page} hasMore={hasMore} goTo={(to) => change({ page: to })} />
          </>
        )}
      </QueryStates>
      <Dialog isOpen={chosen !== null} title={chosen?.productName ?? ''} close={() => setChosen(null)}>
        {chosen && <LossForm loss={chosen} close={() => setChosen(null)} />}
      </Dialog>
    </>
  )
}

const columnsFor = (choose: (loss: LossRow) => void): ListColumn<LossRow>[] => [
  {
    title: 'Product',
    isName: true,
    cell: ({ productName, deaSchedule, coldStatus, kind, quantity }) => (
      <>
        {productName}
        <br />
        <span className={text.small}>
          {[deaSchedule, coldStatus, `${lossKindLabels[kind]}, ${quantity.toLocaleString('en-US')}`]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </>
    ),
  },
  {
    title: 'Customer',
    cell: ({ customer, reportedAt, reportedBy }) => (
      <>
        {customer}
        <br />
        <span className={text.small}>
          {businessDayWords(reportedAt)}, {reportedBy}
        </span>
      </>
    ),
  },
  { title: 'Source', isUnbroken: true, width: '9rem', cell: (row) => <Source loss={row} /> },
  { title: 'DEA notice', width: '10rem', cell: (row) => <Step due={row.deaDue} done={row.deaNotifiedOn} /> },
  { title: 'Form 106', width: '10rem', cell: (row) => <Step due={row.formDue} done={row.formFiledOn} /> },
  {
    title: 'Actions',
    isActions: true,
    cell: (row) => (
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Follow up: ${row.productName}`}
        onClick={() => choose(row)}
      >
        {row.isClosed ? 'View' : 'Follow up'}
      </Button>
    ),
  },
]

function Source({ loss: { orderId, orderIdSap, invoiceId } }: { loss: LossRow }) {
  if (invoiceId)
    return (
      <Link to="/admin/viewInvoice/$invoiceID" params={{ invoiceID: invoiceId }}>
        Invoice {invoiceId}
      </Link>
    )
  return (
    <Link to="/order/$id" params={{ id: orderId ?? '' }}>
      {orderIdSap ? `Order ${orderIdSap}` : 'Order'}
    </Link>
  )
}

function Step({ due, done }: { due: string; done: string | null }) {
  if (done) return <Status tone="good">{dayWords(done)}</Status>
  return <Status tone={due < businessToday() ? 'bad' : 'notice'}>{`Due ${dayWords(due)}`}</Status>
}

function LossForm({ loss, close }: { loss: LossRow; close: () => void }) {
  const save = useUpdateLoss(close)
  const initialValues = {
    deaNotifiedOn: loss.deaNotifiedOn ?? '',
    formFiledOn: loss.formFiledOn ?? '',
    formNumber: loss.formNumber,
    conclusion: loss.conclusion,
    isClosed: false,
  }
  const bodyOf = (typed: typeof initialValues): z.input<typeof LossFollowUp> => ({
    ...typed,
    deaNotifiedOn: typed.deaNotifiedOn || null,
    formFiledOn: typed.formFiledOn || null,
    __v: loss.__v,
  })
  const { form, onSubmit, showRefusal } = useCheckedForm({
    initialValues,
    schema: z.pipe(z.transform(bodyOf), LossFollowUp),
  })
  const send = onSubmit((typed) =>
    save.mutate({ params: { id: loss._id }, body: bodyOf(typed) }, { onError: showRefusal }),
  )
  if (loss.isClosed)
    return (
      <>
        {loss.note && <p>{loss.note}</p>}
        <p>{loss.conclusion}</p>
        {loss.formNumber && <p>Form 106: {loss.formNumber}</p>}
      </>
    )
  return (
    <form className={formStyles.form} noValidate aria-label="Follow up" onSubmit={send}>
      {loss.note && <p style={{ margin: 0 }}>{loss.note}</p>}
      <div className={formStyles.fields}>
        <DateField form={form} name="deaNotifiedOn" label="DEA notified on" />
        <DateField form={form} name="formFiledOn" label="Form 106 filed on" />
        <TextField form={form} name="formNumber" label="Form 106 number" most={50} autoComplete="off" />
      </div>
      <LimitedArea
        key={form.key('conclusion')}
        {...form.getInputProps('conclusion')}
        name="conclusion"
        label="Conclusion"
        description="What became of the goods. Needed to close the report."
        most={2_000}
        autosize
        minRows={2}
      />
      <Checkbox
        key={form.key('isClosed')}
        {...form.getInputProps('isClosed', { type: 'checkbox' })}
        name="isClosed"
        label="Close this report"
      />
      <FormActions cancel={close}>
        <Button type="submit" loading={save.isPending}>
          Save
        </Button>
      </FormActions>
    </form>
  )
}
