import { dayWords } from '#shared/day-words.ts'
import { Panel } from '#web/ui/panel.tsx'
import { dayIn } from '#web/ui/day.tsx'
import type { FamilyHistory, OrderReview } from '../../monitoring/review-shapes.ts'
import styles from './monitoring.module.css'
import { unitsWords } from './rule-words.ts'

/** What the owner received before, by family: each figure as a number and a bar. */
export function HistoryPanel({ review }: { review: OrderReview }) {
  const { history, channels, unknownLines } = review
  return (
    <Panel title="History of the customer">
      <p className={styles.note}>
        Base units of all ship-to addresses. Counted orders in 24 months: {channels.portal} from the portal,{' '}
        {channels.erp} by phone, EDI or paper. Orders that the ERP does not send are not counted. Rows with a date are
        the shipments of 30 days.
        {unknownLines > 0 && ` ${unknownLines} lines are not counted, because their product is not in the catalog.`}
      </p>
      {history.map((each) => (
        <FamilyFigures key={each.family} history={each} />
      ))}
      {history.length === 0 && <p>The drug family is not known, so there is no history.</p>}
    </Panel>
  )
}

function FamilyFigures({ history: { family, ordered, windows, usual, peers, months } }: { history: FamilyHistory }) {
  const figures = [
    { label: 'This order', units: ordered, isOrder: true },
    ...windows.map(({ days, units }) => ({
      label: days === 1 ? '1 day with this order' : `${days} days with this order`,
      units,
      isOrder: true,
    })),
    { label: 'Usual month of the customer', units: usual, isOrder: false },
    ...(peers
      ? [{ label: `Usual month of ${peers.customers} customers of the class`, units: peers.month, isOrder: false }]
      : []),
  ]
  const byMonth = months.toReversed().map(({ from, units }) => ({
    label: `From ${dayWords(dayIn(from))}`,
    units,
    isOrder: false,
  }))
  const most = Math.max(1, ...[...figures, ...byMonth].map(({ units }) => units))
  return (
    <table className={styles.figures}>
      <caption>{family}</caption>
      <thead>
        <tr>
          <th scope="col">Period</th>
          <th scope="col">Units</th>
          <th scope="col">Compared</th>
        </tr>
      </thead>
      <tbody>
        {[...figures, ...byMonth].map(({ label, units, isOrder }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{unitsWords(units)}</td>
            <td aria-hidden="true">
              <span
                className={styles.bar}
                data-order={isOrder || undefined}
                style={{ inlineSize: `${(100 * units) / most}%` }}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
