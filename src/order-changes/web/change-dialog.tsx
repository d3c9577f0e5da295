import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { minimumQuantity } from '#catalog/order-quantity.ts'
import { DrugName } from '#catalog/web/drug-name.tsx'
import { LineMarks } from '#catalog/web/line-marks.tsx'
import { readUnsigned } from '#shared/read-number.ts'
import { grouped } from '#shared/number-words.ts'
import { LimitedInput } from '#web/form/limited-text.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { PiecesField } from '#web/ui/number-fields.tsx'
import type { ChangeWay, RequestedChanges } from '../change-shapes.ts'
import { useRequestChange } from './hooks.ts'
import styles from './order-changes.module.css'

type Line = RequestedChanges['lines'][number]

interface Props {
  orderId: string
  isPaid: boolean
  way: ChangeWay
  /** What can be lowered. */
  lines: readonly Line[]
  close: () => void
}

const consequences: Record<ChangeWay, string> = {
  now: 'The order has not been sent yet, so it changes immediately.',
  erp: 'The order is with our warehouse system, which decides whether there is still time. This page shows the outcome.',
  review: 'The order is under review. The reviewer sees your request, and the outcome of the review decides.',
}

/** Lowers quantities or cancels lines, or all of them, and says beforehand what will happen. */
export function ChangeDialog({ orderId, isPaid, way, lines: current, close }: Props) {
  // The order is polled; what the person types about stays as they saw it, and the server compares.
  const [lines] = useState(current)
  const [typed, setTyped] = useState<Readonly<Record<number, string>>>({})
  const [reason, setReason] = useState('')
  const request = useRequestChange()
  const read = lines.map((line) => ({
    line,
    to: typed[line.line] === undefined ? line.quantity : readUnsigned(typed[line.line] ?? ''),
  }))
  const changed = read.flatMap(({ line, to }) =>
    to !== null && to < line.quantity ? [{ line: line.line, from: line.quantity, to }] : [],
  )
  const isWrong = read.some(({ line, to }) => errorOf(line, to) !== null)
  const isWhole = read.every(({ to }) => to === 0)
  const send = () => request.mutate({ params: { id: orderId }, body: { lines: changed, reason } }, { onSuccess: close })
  return (
    <Confirm
      isOpen
      question="Change or cancel order"
      answer={isWhole ? 'Cancel order' : 'Send change'}
      isDestructive={isWhole}
      isPending={request.isPending}
      isBlocked={isWrong || changed.length === 0}
      confirm={send}
      close={close}
    >
      <p>{consequences[way]} What is left keeps its price per piece, and the shipping charge stays as ordered.</p>
      {isPaid && (
        <p>This order is paid. The portal makes no refund; our office sees your change and refunds the difference.</p>
      )}
      <ul className={styles.lines} aria-label="Lines that can be lowered">
        {read.map(({ line, to }) => (
          <li key={line.line}>
            <span className={styles.name}>
              <DrugName name={line.name} /> <LineMarks line={line} />
              <span className={styles.now}>{orderedWords(line, to)}</span>
            </span>
            <PiecesField
              aria-label={`New quantity of ${line.name}`}
              className={styles.quantity}
              typed={typed[line.line] ?? String(line.quantity)}
              value={typed[line.line] ?? String(line.quantity)}
              error={errorOf(line, to)}
              onChange={({ currentTarget: { value } }) => setTyped((before) => ({ ...before, [line.line]: value }))}
            />
          </li>
        ))}
      </ul>
      <Stack gap="sm" mt="sm" align="flex-start">
        <Button
          variant="subtle"
          size="compact-sm"
          disabled={isWhole}
          onClick={() => setTyped(Object.fromEntries(lines.map(({ line }) => [line, '0'])))}
        >
          Cancel all lines
        </Button>
        <LimitedInput
          label="Reason (optional)"
          most={300}
          value={reason}
          w="100%"
          onChange={({ currentTarget: { value } }) => setReason(value)}
        />
      </Stack>
    </Confirm>
  )
}

const orderedWords = ({ quantity }: Line, to: number | null): string =>
  to === 0 ? `${grouped(quantity)} ordered. This line will be canceled.` : `${grouped(quantity)} ordered`

const errorOf = ({ quantity, multiple, minimum }: Line, to: number | null): string | null => {
  if (to === null) return 'Enter a number'
  if (to > quantity) return `At most ${grouped(quantity)}`
  if (to > 0 && to < quantity && minimum && to < minimum)
    return `At least ${grouped(minimumQuantity({ orderMinimum: minimum, orderMultiple: multiple }))}, or 0`
  if (to !== quantity && multiple && to % multiple !== 0) return `Multiples of ${grouped(multiple)}`
  return null
}
