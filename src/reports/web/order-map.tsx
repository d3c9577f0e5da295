import { useMediaQuery } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { stateName } from '#shared/us-states.ts'
import { useMode } from '#web/display.ts'
import { Block } from '#web/ui/block.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TableHead } from '#web/ui/table-head.tsx'
import type { StateOrders } from '../contract.ts'
import { useOrdersByState } from './hooks.ts'
import text from '#web/ui/text.module.css'
import styles from './order-map.module.css'

/** Orders by destination: a map, and a table with the exact figures for keyboard and screen reader users. */
export function OrderMap() {
  return (
    <Block title="Orders by state">
      <QueryStates query={useOrdersByState()} skeleton={<Skeleton height="20rem" />}>
        {(states) => (
          <div className={styles.review}>
            <MapFrame states={states} />
            <StatesTable states={states} />
          </div>
        )}
      </QueryStates>
    </Block>
  )
}

interface Props {
  states: StateOrders[]
}

/** The map is a separate page in a sandboxed frame without session or origin; it reads the figures from its URL. */
function MapFrame({ states }: Props) {
  const { mode } = useMode()
  const figures = new URLSearchParams(states.map(({ state, orders }) => [state, String(orders)]))
  figures.set('mode', mode)
  const address = `/pictures/us-map#${figures}`
  return (
    <div className={styles.map}>
      {/* A new frame for each URL: navigating an existing frame would add a history entry. */}
      <iframe
        key={address}
        src={address}
        title="Map: orders by state"
        sandbox="allow-scripts"
        className={styles.frame}
      />
    </div>
  )
}

/** As many rows as fit beside the map; the others unfold. */
const besideMap = 9

function StatesTable({ states }: Props) {
  const isPhone = useMediaQuery('(max-width: 639px)', false, { getInitialValueInEffect: false })
  const all = states.reduce((sum, { orders }) => sum + orders, 0)
  if (all === 0) return <p className={text.dimmed}>No orders have a ship-to state yet.</p>
  const first = states.slice(0, isPhone ? 0 : besideMap)
  const others = states.slice(first.length)
  return (
    <section className={styles.states} aria-label="Orders by state, table">
      {first.length > 0 && <Rows states={first} all={all} />}
      {others.length > 0 && (
        <details data-printed>
          <summary>{first.length > 0 ? `${others.length} more` : `All ${others.length} states`}</summary>
          <Rows states={others} all={all} />
        </details>
      )}
    </section>
  )
}

function Rows({ states, all }: Props & { all: number }) {
  return (
    <table className={styles.table}>
      <TableHead titles={['State', 'Orders', 'Share']} />
      <tbody>
        {states.map(({ state, orders }) => (
          <tr key={state}>
            <th scope="row">{stateName(state)}</th>
            <td>
              <Link
                to="/admin/orders"
                search={{ query: { shipState: state, stage: 'notCanceled' } }}
                aria-label={`${stateName(state)}: ${orders} orders`}
              >
                {orders.toLocaleString('en-US')}
              </Link>
            </td>
            <td>{((orders / all) * 100).toFixed(1)}%</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
