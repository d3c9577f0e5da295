import panel from '#web/ui/panel.module.css'
import { grouped } from '#shared/number-words.ts'
import { LineMarks } from '#catalog/web/line-marks.tsx'
import { DrugName } from '#catalog/web/drug-name.tsx'
import { Day } from '#web/ui/day.tsx'
import { TrackingLinks } from '#web/ui/tracking-links.tsx'
import type { Order } from '../../order-shapes.ts'
import styles from './order-parcels.module.css'

/** The deliveries of an order with what each contains. */
export function OrderParcels({ order: { parcels = [], shippingMethod, orderItems } }: { order: Order }) {
  if (parcels.length === 0) return null
  return (
    <section className={`${panel.surface} ${styles.panel}`} aria-label="Deliveries">
      <h2 className={panel.heading}>Deliveries</h2>
      <ol className={styles.list}>
        {parcels.map((parcel) => (
          <li key={parcel.number} className={styles.parcel}>
            <span className={styles.what}>
              <strong>{parcel.number}</strong>
              <Day at={parcel.at} />
              <span>{parcel.shippingMethod || shippingMethod}</span>
              <TrackingLinks codes={parcel.trackingCode} shipVia={parcel.shippingMethod || shippingMethod} />
            </span>
            <ul className={styles.lines}>
              {parcel.lines.map(({ name, quantity, lot }, at) => (
                <li key={`${name}-${at}`}>
                  {grouped(quantity)} × <DrugName name={name} />{' '}
                  <Marks line={orderItems.find((line) => line.name === name)} />
                  {lot && <span className={styles.lot}>Lot {lot}</span>}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** What a parcel carries may be none of the order's lines, such as a substitute. */
function Marks({ line }: { line: Order['orderItems'][number] | undefined }) {
  return line && <LineMarks line={line} />
}
