import { cardRoles } from './card-roles.ts'
import type { Column } from './columns.ts'
import styles from './data-table.module.css'

const widths = ['70%', '55%', '80%', '62%']

/** As high as the rows that are coming, so that nothing moves when they come. */
export function SkeletonRows<R>({ columns }: { columns: readonly Column<R>[] }) {
  return Array.from({ length: 12 }, (_, row) => (
    <tr key={row} {...cardRoles.row} className={styles.row}>
      {columns.map(({ key, title, isName, isActions, align }, at) => (
        <td
          key={key}
          {...cardRoles.cell}
          data-label={isName || isActions ? undefined : title}
          data-align={align}
          data-name={isName}
          data-actions={isActions}
        >
          <span className={styles.bone} style={{ width: widths[(row + at) % widths.length] }} />
        </td>
      ))}
    </tr>
  ))
}
