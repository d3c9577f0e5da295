import { RowLink } from '#web/table/row-link.tsx'
import type { OrderRow } from '../order-shapes.ts'
import styles from './order-columns.module.css'
import { useSyncOrder } from './use-order-lists.ts'

interface Props {
  row: OrderRow
  remove: () => void
}

/** Only an order without external id can be synced or deleted (R431). */
export function AdminOrderActions({ row, remove }: Props) {
  const sync = useSyncOrder()
  return (
    <span className={styles.actions}>
      {row.orderIdSap === null && (
        <>
          <button
            type="button"
            className={styles.action}
            title={row.handOverProblem ?? undefined}
            disabled={sync.isPending}
            onClick={() => sync.mutate({ params: { id: row._id } })}
          >
            {sync.isPending ? 'Syncing…' : 'Try to sync'}
          </button>
          <button type="button" className={styles.action} data-danger onClick={remove}>
            Delete
          </button>
        </>
      )}
      <RowLink to="/order/$id" params={{ id: row._id }}>
        Details
      </RowLink>
    </span>
  )
}
