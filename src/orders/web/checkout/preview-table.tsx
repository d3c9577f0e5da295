import { isCold } from '#cart/cart.ts'
import { Status } from '#web/ui/status.tsx'
import { LinesTable, type TableLine } from '../lines-table.tsx'
import type { PreviewLine } from './preview-order.ts'
import styles from './preview-table.module.css'

interface Props {
  lines: PreviewLine[]
  /** True while newer prices are on their way. */
  isStale: boolean
}

export function PreviewTable({ lines, isStale }: Props) {
  return (
    <div className={styles.preview} data-stale={isStale || undefined} aria-busy={isStale}>
      <LinesTable label="Items" lines={lines.map(asTableLine)} />
    </div>
  )
}

const asTableLine = (line: PreviewLine): TableLine => ({
  ...line.item,
  price: line.price,
  listPrice: line.listPrice,
  facts: (
    <>
      {isCold(line) && <Status tone="cold">{line.coldStatus}</Status>}
      {line.item.isNonStocked && <Status tone="neutral">Special Order</Status>}
      {line.notice && <Status tone="bad">{line.notice}</Status>}
    </>
  ),
})
