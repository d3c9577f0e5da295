import { LineMarks } from '#catalog/web/line-marks.tsx'
import { Button, Checkbox, Text } from '@mantine/core'
import { type SyntheticEvent, useState } from 'react'
import { readUnsigned } from '#shared/read-number.ts'
import { FormActions } from '#web/form/form-actions.tsx'
import formStyles from '#web/form/form.module.css'
import { LimitedArea } from '#web/form/limited-text.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { PiecesField } from '#web/ui/number-fields.tsx'
import { lotWords, type Purchase, type RecalledProduct, type RecallReply, type ReplyFields } from '../recall-shapes.ts'

const quantities = { onHand: 'On hand', returned: 'Returned', passedOn: 'Passed on' } as const
type Quantity = keyof typeof quantities
const names = Object.keys(quantities) as Quantity[] // the keys of a constant

interface Props {
  products: readonly RecalledProduct[]
  purchases: readonly Purchase[]
  /** The current reply, to be corrected. */
  last: RecallReply | undefined
  isPending: boolean
  title: string
  readLabel: string
  answer: string
  send: (reply: ReplyFields & { hasRead: true }) => void
}

/** Nothing is filled in for the buyer: every quantity is typed, 0 for none. */
export function ReplyForm({ products, purchases, last, isPending, title, readLabel, answer, send }: Props) {
  const [hasRead, setHasRead] = useState(false)
  const [hasNotified, setHasNotified] = useState(last?.hasNotifiedCustomers ?? false)
  const [note, setNote] = useState(last?.note ?? '')
  const [typed, setTyped] = useState<Record<string, string>>(() => typedOf(last))
  const [isChecked, setIsChecked] = useState(false)
  const valueOf = (productId: string, name: Quantity) => readUnsigned(typed[`${productId} ${name}`] ?? '')
  const isComplete = products.every(({ productId }) => names.every((name) => valueOf(productId, name) !== null))
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setIsChecked(true)
    if (!hasRead || !isComplete) return
    const lines = products.map(({ productId }) => ({
      productId,
      onHand: valueOf(productId, 'onHand') ?? 0,
      returned: valueOf(productId, 'returned') ?? 0,
      passedOn: valueOf(productId, 'passedOn') ?? 0,
    }))
    send({ hasRead: true, hasNotifiedCustomers: hasNotified, lines, note })
  }
  return (
    <form className={formStyles.form} noValidate aria-label={title} onSubmit={submit}>
      {products.map(({ productId, name, ndcNumber, lots, ...marks }) => (
        <fieldset key={productId} style={{ border: 0, padding: 0, margin: 0, minWidth: 0 }}>
          <Text component="legend" fw={620}>
            {name} <LineMarks line={marks} />
          </Text>
          <Text c="dimmed" fz="md" mb="xs">
            {[ndcNumber, lotWords(lots), boughtWords(purchases, productId)].filter(Boolean).join(' · ')}
          </Text>
          <div className={formStyles.fields}>
            {names.map((quantity) => {
              const value = typed[`${productId} ${quantity}`] ?? ''
              return (
                <PiecesField
                  key={quantity}
                  label={quantities[quantity]}
                  required
                  typed={value}
                  value={value}
                  error={isChecked && readUnsigned(value) === null ? 'Enter a number; 0 for none.' : undefined}
                  onChange={({ currentTarget }) =>
                    setTyped({ ...typed, [`${productId} ${quantity}`]: currentTarget.value })
                  }
                />
              )
            })}
          </div>
        </fieldset>
      ))}
      <LimitedArea
        label="Note"
        most={1_000}
        autosize
        minRows={1}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      <Checkbox
        label="We passed some on and notified our customers"
        checked={hasNotified}
        onChange={({ currentTarget }) => setHasNotified(currentTarget.checked)}
      />
      <Checkbox
        label={readLabel}
        required
        checked={hasRead}
        error={isChecked && !hasRead ? 'Confirm that the notice was read.' : undefined}
        onChange={({ currentTarget }) => setHasRead(currentTarget.checked)}
      />
      {isChecked && !isComplete && <Callout tone="bad">Enter every quantity, 0 for none.</Callout>}
      <FormActions>
        <Button type="submit" loading={isPending}>
          {answer}
        </Button>
      </FormActions>
    </form>
  )
}

const typedOf = (last: RecallReply | undefined): Record<string, string> =>
  Object.fromEntries(
    last?.lines.flatMap((line) => names.map((name) => [`${line.productId} ${name}`, String(line[name])])) ?? [],
  )

const boughtWords = (purchases: readonly Purchase[], productId: string): string => {
  const bought = purchases.find((one) => one.productId === productId)?.pieces
  return bought === undefined ? '' : `${bought.toLocaleString('en-US')} bought from us`
}
