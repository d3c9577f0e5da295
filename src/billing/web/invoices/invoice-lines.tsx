import { Stack, Text } from '@mantine/core'
import type { ComponentType, ReactNode } from 'react'
import { LineMarks } from '#catalog/web/line-marks.tsx'
import { LinesTable, type TableLine } from '#orders/web/lines-table.tsx'
import { asDollars } from '#shared/money.ts'
import { Panel } from '#web/ui/panel.tsx'
import { Status } from '#web/ui/status.tsx'
import type { InvoiceDetail, InvoiceLine } from '../../invoices/contract.ts'

interface Props {
  invoice: InvoiceDetail
  TraceMark: ComponentType<{ invoiceId: string; number: string }>
}

/** The billed lines, with the differences from the order. */
export function InvoiceLines({ invoice: { invoiceID, lines, notBilled, order, currencyCode }, TraceMark }: Props) {
  if (!lines)
    return (
      <Panel title="Lines">
        <Text inherit c="dimmed">
          The lines of this invoice are not available yet. See its document
          {order ? ', or its order for what was ordered.' : '.'}
        </Text>
      </Panel>
    )
  return (
    <Stack miw={0}>
      <LinesTable
        label="Lines"
        lines={lines.map((line) =>
          asTableLine(line, order !== null, <TraceMark invoiceId={invoiceID} number={line.number} />),
        )}
        currency={currencyCode}
      />
      {notBilled.length > 0 && (
        <Panel title="Ordered, not invoiced yet">
          <Stack component="ul" gap={4}>
            {notBilled.map(({ number, name, quantity }) => (
              <li key={number}>
                {quantity.toLocaleString('en-US')} × {name}{' '}
                <Text span inherit c="dimmed">
                  {number}
                </Text>
              </li>
            ))}
          </Stack>
        </Panel>
      )}
    </Stack>
  )
}

const asTableLine = (line: InvoiceLine, hasOrder: boolean, mark: ReactNode): TableLine => ({
  _id: String(line.lineNo),
  name: line.name,
  slug: line.number,
  page: line.slug,
  image: line.image,
  quantity: line.quantity,
  price: line.price,
  total: line.amount,
  facts: (
    <>
      <LineMarks line={line} />
      {hasOrder && <Differences line={line} />}
      {mark}
    </>
  ),
})

/** Billing fewer than ordered is no difference: the rest may be on another invoice. */
function Differences({ line: { ordered, price, quantity, amount } }: { line: InvoiceLine }) {
  if (!ordered) return <Status tone="notice">Not on the order</Status>
  const isMore = quantity !== null && quantity > ordered.quantity
  const isOtherPrice = price !== null && price !== ordered.price && !isRounded(ordered.price, quantity, amount)
  return (
    <>
      {isOtherPrice && <Status tone="notice">Ordered at {asDollars(ordered.price)}</Status>}
      {quantity !== null && quantity !== ordered.quantity && (
        <Status tone={isMore ? 'notice' : 'neutral'}>{ordered.quantity.toLocaleString('en-US')} ordered</Status>
      )}
    </>
  )
}

/** The line total matches; only the unit price is rounded to whole cents. */
const isRounded = (price: number, quantity: number | null, amount: number | null): boolean =>
  quantity !== null && amount !== null && Math.abs(price * quantity - amount) < 0.01
