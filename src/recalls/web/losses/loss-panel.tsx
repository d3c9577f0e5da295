import { Button, NativeSelect } from '@mantine/core'
import { type SyntheticEvent, useState } from 'react'
import type { Order } from '#orders/order-shapes.ts'
import { readPieces } from '#shared/read-number.ts'
import { errorOf } from '#web/form/use-checked-form.ts'
import { FormActions } from '#web/form/form-actions.tsx'
import formStyles from '#web/form/form.module.css'
import { LimitedArea } from '#web/form/limited-text.tsx'
import { useUser } from '#web/session.ts'
import { businessDayWords } from '#web/ui/day.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { PiecesField } from '#web/ui/number-fields.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { lossKinds } from '../../losses/loss-shapes.ts'
import { lossKindLabels, useLossesOfOrder, useReportLoss } from './hooks.ts'

/** On the page of an order: what was reported about it, and the way to report a line. */
export function LossPanel({ order }: { order: Order }) {
  const [isOpen, setIsOpen] = useState(false)
  const { data: reports = [] } = useLossesOfOrder(order._id)
  const mayReport = useUser()?.isAdmin !== true && order.handOver === 'linked' && !order.isCancelled
  if (!mayReport && reports.length === 0) return null
  return (
    <Panel title="Problems with the delivery">
      {reports.map(({ _id, productName, kind, quantity, reportedAt, isClosed }) => (
        <p key={_id} style={{ marginTop: 0 }}>
          {productName}: {lossKindLabels[kind].toLowerCase()}, {quantity.toLocaleString('en-US')}. Reported{' '}
          {businessDayWords(reportedAt)}
          {isClosed && ', closed'}.
        </p>
      ))}
      {mayReport && (
        <Button size="xs" variant="default" onClick={() => setIsOpen(true)}>
          Report a problem
        </Button>
      )}
      <Dialog isOpen={isOpen} title="Report a problem" close={() => setIsOpen(false)}>
        <LossForm order={order} close={() => setIsOpen(false)} />
      </Dialog>
    </Panel>
  )
}

function LossForm({ order: { _id: id, orderItems }, close }: { order: Order; close: () => void }) {
  const [line, setLine] = useState('1')
  const [kind, setKind] = useState<(typeof lossKinds)[number]>('not received')
  const [quantity, setQuantity] = useState('')
  const [note, setNote] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const report = useReportLoss(close)
  const pieces = readPieces(quantity)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setIsChecked(true)
    if (pieces) report.mutate({ params: { id }, body: { line: Number(line), kind, quantity: pieces, note } })
  }
  return (
    <form className={formStyles.form} noValidate aria-label="Report a problem" onSubmit={submit}>
      <NativeSelect
        label="Product"
        data={orderItems.map(({ name }, at) => ({ value: String(at + 1), label: name }))}
        value={line}
        onChange={({ currentTarget }) => setLine(currentTarget.value)}
      />
      <NativeSelect
        label="What happened"
        data={lossKinds.map((value) => ({ value, label: lossKindLabels[value] }))}
        value={kind}
        onChange={({ currentTarget }) => setKind(lossKinds.find((one) => one === currentTarget.value) ?? 'short')}
      />
      <PiecesField
        label="Pieces missing or damaged"
        required
        typed={quantity}
        value={quantity}
        error={isChecked && !pieces ? 'Enter a number, 1 or more.' : errorOf(report, 'quantity')}
        onChange={({ currentTarget }) => setQuantity(currentTarget.value)}
      />
      <LimitedArea
        label="Note"
        most={1_000}
        autosize
        minRows={2}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      <FormActions cancel={close}>
        <Button type="submit" loading={report.isPending}>
          Send report
        </Button>
      </FormActions>
    </form>
  )
}
