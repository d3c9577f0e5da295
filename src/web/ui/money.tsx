import { asDollars } from '#shared/money.ts'
import styles from './money.module.css'

interface Props {
  amount: number
  /** A list price that no longer holds. */
  isStruck?: boolean
}

export function Money({ amount, isStruck = false }: Props) {
  return isStruck ? (
    <s className={styles.struck}>{asDollars(amount)}</s>
  ) : (
    <span className={styles.money}>{asDollars(amount)}</span>
  )
}
