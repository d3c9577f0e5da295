import { inCurrency } from '#shared/money.ts'
import styles from './invoice-money.module.css'

/** An amount in the invoice's own currency. */
export function InvoiceMoney({ amount, currency }: { amount: number; currency: string }) {
  return <span className={styles.money}>{inCurrency(amount, currency)}</span>
}
