import { useEffect, useRef } from 'react'
import type { CartItem } from '#cart/cart.ts'
import { Money } from '#web/ui/money.tsx'
import type { Repriced } from '../../order-shapes.ts'
import styles from './refused-lines.module.css'

interface Props {
  repriced: Repriced
  items: CartItem[]
}

/** The preview below already shows the new prices; this says which ones to look at. */
export function RepricedAlert({ repriced, items }: Props) {
  const alert = useRef<HTMLDivElement>(null)

  // In braces: newer browsers answer with a promise, which is no clean-up.
  useEffect(() => {
    alert.current?.scrollIntoView({ block: 'nearest' })
  }, [])

  return (
    <div ref={alert} className={styles.alert} role="alert">
      <p>Prices have changed. Please check your order again.</p>
      {repriced.length > 0 && (
        <ul className={styles.list}>
          {repriced.map(({ _id, name, price }) => (
            <li key={_id}>
              <span>{name || items.find((item) => item._id === _id)?.name}</span>
              <span className={styles.figure}>
                now <Money amount={price} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
