import { Button } from '@mantine/core'
import { useState } from 'react'
import { BudgetList } from '../budgets/budget-note.tsx'
import { repricedOf, unavailableOf } from '#orders/web/checkout/read-refusal.ts'
import { RepricedAlert } from '#orders/web/checkout/refused-lines.tsx'
import { LineMarks } from '#catalog/web/line-marks.tsx'
import { LinesTable } from '#orders/web/lines-table.tsx'
import { lineCents, toDollars } from '#shared/money.ts'
import type { ApiError } from '#web/api-error.ts'
import formStyles from '#web/form/form.module.css'
import { FormActions } from '#web/form/form-actions.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { Money } from '#web/ui/money.tsx'
import { QuantityBox } from '#web/ui/quantity-box.tsx'
import { Status } from '#web/ui/status.tsx'
import { LimitedArea } from '#web/form/limited-text.tsx'
import type { ApprovalRequest, RequestLine } from '../../approvals/request-shapes.ts'
import { Callout } from '#web/ui/callout.tsx'
import styles from './approvals.module.css'
import { useApprove, usePricesOf, useReject } from './hooks.ts'

/** The lines at today's prices with editable quantities, and the buttons to approve or reject. */
export function Decision({ request }: { request: ApprovalRequest }) {
  const { _id: id, lines } = request
  const [quantities, setQuantities] = useState(
    () => new Map(lines.map(({ _id, quantity, approvedQuantity }) => [_id, approvedQuantity ?? quantity])),
  )
  const [refusal, setRefusal] = useState<ApiError | null>(null)
  const [isRejecting, setIsRejecting] = useState(false)
  const approve = useApprove()
  const kept = lines.flatMap((line) => {
    const quantity = quantities.get(line._id) ?? 0
    return quantity > 0 ? [{ ...line, quantity }] : []
  })
  const isWhole = kept.every(({ quantity }) => quantity <= maxPieces)
  const priced = usePricesOf(kept, isWhole)
  const today = new Map((priced.data ?? []).map((line) => [line._id, line]))
  const priceOf = ({ _id }: RequestLine) => today.get(_id)?.price ?? null
  const seen = kept.flatMap((line) => {
    const price = priceOf(line)
    return price === null ? [] : [{ _id: line._id, quantity: line.quantity, price }]
  })
  const isReady = kept.length > 0 && isWhole && seen.length === kept.length && !priced.isFetching
  const total = toDollars(seen.reduce((sum, line) => sum + lineCents(line), 0))

  const set = (_id: string, quantity: number) => setQuantities((now) => new Map(now).set(_id, quantity))
  const send = () => {
    setRefusal(null)
    const refused = (error: ApiError) => {
      setRefusal(error)
      void priced.refetch()
    }
    approve.mutate({ params: { id }, body: { lines: seen } }, { onError: refused })
  }

  const repriced = refusal && repricedOf(refusal)
  const shown = lines.map((line) => {
    const quantity = quantities.get(line._id) ?? 0
    const stock = today.get(line._id)
    return {
      ...line,
      quantity,
      price: quantity > 0 ? priceOf(line) : line.askedPrice,
      listPrice: line.askedPrice,
      quantityField: quantity > 0 && (
        <QuantityBox
          label={`Quantity of ${line.name}`}
          value={quantity}
          isWrong={quantity > maxPieces}
          onChange={(value) => set(line._id, Math.max(1, value))}
        />
      ),
      facts: (
        <>
          <LineMarks line={line} />
          {quantity > 0 && priced.data && !stock && <Status tone="bad">Not available</Status>}
          <Stock line={stock ?? line} quantity={quantity} />
          {quantity !== line.quantity && quantity > 0 && (
            <span className={styles.changed}>{line.quantity.toLocaleString('en-US')} requested</span>
          )}
          <Button
            variant="default"
            size="compact-xs"
            aria-label={`${quantity > 0 ? 'Remove' : 'Add back'}: ${line.name}`}
            onClick={() => set(line._id, quantity > 0 ? 0 : line.quantity)}
          >
            {quantity > 0 ? 'Remove' : 'Add back'}
          </Button>
        </>
      ),
    }
  })
  return (
    <section aria-label="Decision" className={styles.sections}>
      {repriced && <RepricedAlert repriced={repriced} items={lines} />}
      {refusal && <Unavailable refusal={refusal} />}
      <LinesTable label="Items" lines={shown} />
      <BudgetList budgets={request.budgets} total={total} />
      <div className={formStyles.bar}>
        <FormActions
          cancel={() => setIsRejecting(true)}
          cancelLabel="Reject"
          beside={
            <p className={styles.total}>
              Total at today’s prices <Money amount={total} />
            </p>
          }
        >
          <Button disabled={!isReady} loading={approve.isPending} onClick={send}>
            {request.isLastStep ? 'Approve and order' : 'Approve'}
          </Button>
        </FormActions>
      </div>
      <RejectDialog id={id} isOpen={isRejecting} close={() => setIsRejecting(false)} />
    </section>
  )
}

const maxPieces = 9_999

function Stock({ line, quantity }: { line: Pick<RequestLine, 'countInStock' | 'isNonStocked'>; quantity: number }) {
  if (line.isNonStocked) return <span>Special order</span>
  const pieces = line.countInStock.toLocaleString('en-US')
  return quantity > line.countInStock ? (
    <Status tone="bad">Only {pieces} in stock</Status>
  ) : (
    <span>{pieces} in stock</span>
  )
}

/** Lists the unavailable lines with the reason for each. */
function Unavailable({ refusal }: { refusal: ApiError }) {
  const refused = unavailableOf(refusal)
  if (!refused) return null
  const { soldOut, lowStock, overLimit, notSupplied } = refused
  return (
    <Callout tone="bad" title="Some products are not available as ordered">
      <ul className={styles.reasons}>
        {soldOut.map(({ _id, name }) => (
          <li key={_id}>{name || 'A product'}: sold out</li>
        ))}
        {lowStock.map(({ _id, name, countInStock }) => (
          <li key={_id}>
            {name}: only {countInStock.toLocaleString('en-US')} in stock
          </li>
        ))}
        {[...overLimit, ...notSupplied].map(({ _id, name, reason }) => (
          <li key={_id}>
            {name}: {reason}
          </li>
        ))}
      </ul>
    </Callout>
  )
}

function RejectDialog({ id, isOpen, close }: { id: string; isOpen: boolean; close: () => void }) {
  const [reason, setReason] = useState('')
  const { mutate, isPending } = useReject()
  return (
    <Confirm
      isOpen={isOpen}
      question="Reject this order?"
      answer="Reject"
      isDestructive
      isPending={isPending}
      isBlocked={reason.trim() === ''}
      confirm={() => mutate({ params: { id }, body: { reason } }, { onSettled: close })}
      close={close}
    >
      <LimitedArea
        label="Reason"
        description="We email it to the requester."
        required
        value={reason}
        most={500}
        rows={2}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </Confirm>
  )
}
