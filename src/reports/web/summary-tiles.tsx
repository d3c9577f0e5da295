import { Link } from '@tanstack/react-router'
import { ArrowDownRight, ArrowUpRight, Banknote, ClipboardList, Minus, Package, SearchX, Users } from 'lucide-react'
import * as z from 'zod/mini'
import { asDollars } from '#shared/money.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { Summary, type Trend } from '../contract.ts'
import styles from './dashboard.module.css'
import { describeTrend } from './describe-trend.ts'
import { FigureTile, FigureTileSkeleton } from './figure-tile.tsx'
import { FirstSteps } from './first-steps.tsx'
import { useSummary } from './hooks.ts'

const count = (value: number) => value.toLocaleString('en-US')

export function SummaryTiles() {
  return (
    <QueryStates query={useSummary()} skeleton={<TilesSkeleton />}>
      {(answer) => <Tiles answer={answer} />}
    </QueryStates>
  )
}

/** Canceled orders are listed but not counted. */
const counted = { query: { stage: 'notCanceled' } }

/** The response may lack figures, for example an empty page from a proxy. */
function Tiles({ answer }: { answer: unknown }) {
  const read = z.safeParse(Summary, answer)
  const [users, orders] = read.success ? [read.data.users[0], read.data.orders[0]] : []
  if (!read.success || !users || !orders) return <SummaryNotFound />
  const { trends } = read.data
  const part = (of: Trend, format = count, behind?: Behind) => (
    <MonthPart trend={of} days={trends.days} format={format} behind={behind} />
  )
  return (
    <>
      {orders.numOrders === 0 && <FirstSteps />}
      <div className={styles.tiles}>
        <FigureTile title="Total Users" icon={<Users size={16} />} value={count(users.numUsers)}>
          {part(trends.users)}
        </FigureTile>
        <FigureTile
          title="Total Orders"
          icon={<ClipboardList size={16} />}
          value={count(orders.numOrders)}
          to="/admin/orders"
          search={counted}
        >
          {part(trends.orders, count, ordersOf(trends.days))}
        </FigureTile>
        <FigureTile
          title="Total Sales (USD)"
          icon={<Banknote size={16} />}
          value={asDollars(orders.totalSales)}
          to="/admin/orders"
          search={counted}
        >
          {part(trends.sales, asDollars, ordersOf(trends.days))}
        </FigureTile>
        <FigureTile
          title="Total Products Sold"
          icon={<Package size={16} />}
          value={count(orders.totalProducts)}
          to="/admin/orders"
          search={counted}
        >
          {part(trends.products, count, ordersOf(trends.days))}
        </FigureTile>
      </div>
    </>
  )
}

interface Behind {
  to: string
  search: { query: Record<string, string> }
}

/** This month's orders. */
const ordersOf = ({ from, to }: Summary['trends']['days']): Behind => ({
  to: '/admin/orders',
  search: { query: { ...counted.query, createdAt: `${from} to ${to}` } },
})

interface MonthPartProps {
  trend: Trend
  days: Summary['trends']['days']
  format: (value: number) => string
  /** The list behind this month's figure. */
  behind: Behind | undefined
}

function MonthPart({ trend: of, days, format, behind }: MonthPartProps) {
  const { direction, text } = describeTrend(of, days)
  const Arrow = { up: ArrowUpRight, down: ArrowDownRight, same: Minus }[direction]
  return (
    <>
      {behind ? (
        <Link to={behind.to} search={behind.search}>
          <span className={styles.now}>{format(of.now)}</span> this month
        </Link>
      ) : (
        <>
          <span className={styles.now}>{format(of.now)}</span> this month
        </>
      )}
      <span className={styles.trend}>
        <Arrow size={14} aria-hidden />
        {text}
      </span>
    </>
  )
}

export function SummaryNotFound() {
  return (
    <EmptyState icon={<SearchX size={28} strokeWidth={1.5} />} title="Summary not found">
      <p>The portal sent no figures. Reload the page in a moment.</p>
    </EmptyState>
  )
}

function TilesSkeleton() {
  return (
    <div className={styles.tiles} aria-busy="true">
      {[1, 2, 3, 4].map((tile) => (
        <FigureTileSkeleton key={tile} lines={2} />
      ))}
    </div>
  )
}
