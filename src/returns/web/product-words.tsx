import { DrugName } from '#catalog/web/drug-name.tsx'
import type { ReturnRow } from '../contract.ts'
import styles from './returns.module.css'

/** The first product of a return and how many more there are, in two lines at most. */
export function ProductWords({ row: { product, lines } }: { row: ReturnRow }) {
  const more = lines === 1 ? '' : ` and ${lines - 1} more`
  return (
    <span className={styles.product} title={`${product}${more}`}>
      <DrugName name={product} />
      {more}
    </span>
  )
}
