import { inCurrency } from '#shared/money.ts'
import styles from './money.module.css'

interface Props {
  amount: number
  currency?: string
  /** An outdated list price, struck through. */
  isStruck?: boolean
}

export function Money({ amount, currency = 'USD', isStruck = false }: Props) {
  const text = inCurrency(amount, currency)
  return isStruck ? <s className={styles.struck}>{text}</s> : <span className={styles.money}>{text}</span>
}
