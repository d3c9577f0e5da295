import { RowLink } from '#web/table/row-link.tsx'
import type { OrderRow } from '../../order-shapes.ts'
import styles from './order-columns.module.css'
import { useSyncOrder } from './hooks.ts'

interface Props {
  row: OrderRow
  remove: () => void
}

export function AdminOrderActions({ row, remove }: Props) {
  return (
    <span className={styles.actions}>
      {row.orderIdSap === null && <WhileWithoutId row={row} remove={remove} />}
      <RowLink to="/order/$id" params={{ id: row._id }}>
        Details
      </RowLink>
    </span>
  )
}

/** Only an order without external id can be synced or deleted (R431). */
function WhileWithoutId({ row, remove }: Props) {
  const sync = useSyncOrder()
  return (
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
  )
}
