import { Link } from '@tanstack/react-router'
import { stateName } from '#shared/us-states.ts'
import { useMode } from '#web/display.ts'
import { Block } from '#web/ui/block.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TableHead } from '#web/ui/table-head.tsx'
import type { StateOrders } from '../contract.ts'
import { useOrdersByState } from './hooks.ts'
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
    <div>
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

const columns = 3

/** All states, in columns about as long as the map is tall. */
function StatesTable({ states }: Props) {
  const all = states.reduce((sum, { orders }) => sum + orders, 0)
  if (all === 0) return <p className={styles.none}>No orders have a ship-to state yet.</p>
  const long = Math.ceil(states.length / columns)
  const parts = Array.from({ length: columns }, (_, at) => states.slice(at * long, (at + 1) * long))
  return (
    <section className={styles.states} aria-label="Orders by state, table">
      {parts
        .filter((part) => part.length > 0)
        .map((part) => (
          <table key={part[0]?.state} className={styles.table}>
            <TableHead titles={['State', 'Orders', 'Share']} />
            <tbody>
              {part.map(({ state, orders }) => (
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
        ))}
    </section>
  )
}
