import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Panel } from '#web/ui/panel.tsx'
import { businessDayWords } from '#web/ui/day.tsx'
import { grouped } from '#shared/number-words.ts'
import { useEndRequest, useStockRequests } from './hooks.ts'
import styles from './stock-requests-panel.module.css'

/** The user's stock notifications; renders nothing if there are none. */
export function StockRequestsPanel() {
  const { data = [] } = useStockRequests()
  const { mutate, isPending } = useEndRequest()
  if (data.length === 0) return null
  return (
    <Panel title="Stock notifications">
      <ul>
        {data.map(({ productId, name, slug, quantity, countInStock, endsAt }) => (
          <li key={productId} className={styles.item}>
            <Link to="/product/$slug" params={{ slug }}>
              {name}
            </Link>
            <span className={styles.facts}>
              {grouped(quantity)} wanted · {grouped(countInStock)} in stock · until {businessDayWords(endsAt)}
            </span>
            <Button
              size="compact-sm"
              variant="default"
              className={styles.end}
              disabled={isPending}
              aria-label={`Turn off: ${name}`}
              onClick={() => mutate({ params: { id: productId } })}
            >
              Turn off
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
