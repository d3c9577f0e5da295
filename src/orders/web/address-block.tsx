import type { ShippingAddress } from '../order-shapes.ts'
import styles from './address-block.module.css'

/** A postal address, read-only; it can be changed only in the account. */
export function AddressBlock({ title, address }: { title: string; address: ShippingAddress }) {
  const { fullName, address: street, city, region, postalCode, country } = address
  const place = [city, [region, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  const lines = [street, place, country].filter(Boolean)
  return (
    <div className={styles.block}>
      <p className={styles.title}>{title}</p>
      <address className={styles.address}>
        {fullName && <strong>{fullName}</strong>}
        {lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
        {!fullName && lines.length === 0 && <span className={styles.missing}>No address on file.</span>}
      </address>
    </div>
  )
}
