import { asDollars } from '#shared/money.ts'
import styles from './invoice-money.module.css'

/** An amount in the invoice's own currency. */
export function InvoiceMoney({ amount, currency }: { amount: number; currency: string }) {
  return <span className={styles.money}>{inCurrency(amount, currency)}</span>
}

export const inCurrency = (amount: number, currency: string): string =>
  currency === 'USD'
    ? asDollars(amount)
    : `${amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })} ${currency}`
