import { LinesTable, type TableLine } from '#orders/web/lines-table.tsx'
import { asDollars } from '#shared/money.ts'
import { Panel } from '#web/ui/panel.tsx'
import { Status } from '#web/ui/status.tsx'
import type { InvoiceDetail, InvoiceLine } from '../../invoices/contract.ts'
import styles from './invoice-lines.module.css'

/** What the invoice bills, line by line, and where that is not what was ordered. */
export function InvoiceLines({ invoice: { lines, notBilled, order, currencyCode } }: { invoice: InvoiceDetail }) {
  if (!lines)
    return (
      <Panel title="Lines">
        <p className={styles.note}>
          The lines of this invoice are not available yet. See its document
          {order ? ', or its order for what was ordered.' : '.'}
        </p>
      </Panel>
    )
  return (
    <div className={styles.lines}>
      <LinesTable
        label="Lines"
        lines={lines.map((line) => asTableLine(line, order !== null))}
        currency={currencyCode}
      />
      {notBilled.length > 0 && (
        <Panel title="Ordered, not invoiced yet">
          <ul className={styles.missing}>
            {notBilled.map(({ number, name, quantity }) => (
              <li key={number}>
                {quantity.toLocaleString('en-US')} × {name} <span className={styles.note}>{number}</span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </div>
  )
}

const asTableLine = (line: InvoiceLine, hasOrder: boolean): TableLine => ({
  _id: String(line.lineNo),
  name: line.name,
  slug: line.number,
  page: line.slug,
  image: line.image,
  quantity: line.quantity,
  price: line.price,
  total: line.amount,
  facts: hasOrder && <Differences line={line} />,
})

/** Fewer than ordered is no fault: the rest may stand on another invoice. */
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

/** The line comes to the same; only its price per piece is no whole number of cents. */
const isRounded = (price: number, quantity: number | null, amount: number | null): boolean =>
  quantity !== null && amount !== null && Math.abs(price * quantity - amount) < 0.01
