import { useMediaQuery } from '@mantine/hooks'
import { ReleaseBadge } from '#web/ui/release-badge.tsx'
import columnStyles from './order-columns.module.css'
import styles from './order-legend.module.css'

/** What the marks and the statuses of the list mean. */
export function OrderLegend() {
  const isWide = useMediaQuery('(min-width: 768px)', true, { getInitialValueInEffect: false })
  return (
    <details className={styles.legend} open={isWide}>
      <summary>Legend</summary>
      <dl className={styles.list}>
        <div>
          <dt>
            <abbr className={columnStyles.external} title="Order of the external system">
              EXT
            </abbr>
          </dt>
          <dd>Order typed in the external system. It cannot be ordered again here.</dd>
        </div>
        <div>
          <dt>No mark</dt>
          <dd>Order of the customer portal. Until it has an ID, it can be synced or deleted.</dd>
        </div>
        <div>
          <dt>
            <ReleaseBadge code="1" />
          </dt>
          <dd>Not released yet.</dd>
        </div>
        <div>
          <dt>
            <ReleaseBadge code="2" />
          </dt>
          <dd>Sales order released; may be picked, packed or shipped. No change until complete.</dd>
        </div>
        <div>
          <dt>
            <ReleaseBadge code="3" />
          </dt>
          <dd>Shipped and invoiced.</dd>
        </div>
        <div>
          <dt>
            <ReleaseBadge code="4" />
          </dt>
          <dd>Received, loaded in the external system.</dd>
        </div>
      </dl>
    </details>
  )
}
