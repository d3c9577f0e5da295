import { SegmentedControl } from '@mantine/core'
import '@mantine/core/styles/FloatingIndicator.css'
import '@mantine/core/styles/SegmentedControl.css'
import { Link } from '@tanstack/react-router'
import { ArrowDownRight, ArrowUpRight, ChartColumn, Minus } from 'lucide-react'
import { Suspense } from 'react'
import { asDollars } from '#shared/money.ts'
import { Block } from '#web/ui/block.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ListTable } from '#web/table/list-table.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { type SalesBesideLastYear, type SalesRange, salesRanges } from '../contract.ts'
import chart from './chart.module.css'
import { useSales } from './hooks.ts'
import styles from './sales-panel.module.css'

const MonthBars = lazyPart(() => import('./month-bars.tsx').then((module) => module.MonthBars))

interface Props {
  range: SalesRange
  setRange: (range: SalesRange) => void
}

/** Sales and orders compared with the same days a year ago. */
export function SalesPanel({ range, setRange }: Props) {
  return (
    <Block
      title="Sales and orders"
      lead="Compared with the same days a year ago."
      controls={
        <SegmentedControl
          aria-label="Range"
          size="xs"
          data={salesRanges.map((days) => ({ value: String(days), label: `${days} days` }))}
          value={String(range)}
          onChange={(value) => setRange(Number(value) as SalesRange)} // the choices are the ranges
        />
      }
    >
      <QueryStates query={useSales()} skeleton={<Skeleton height="22rem" />}>
        {(sales) => <Sales sales={sales} range={range} />}
      </QueryStates>
    </Block>
  )
}

const count = (value: number) => value.toLocaleString('en-US')

function Sales({ sales: { months, ranges }, range }: { sales: SalesBesideLastYear; range: SalesRange }) {
  const chosen = ranges.find(({ days }) => days === range)
  if (!chosen) return null
  const shown = months.filter(({ month }) => month >= chosen.from.slice(0, 7))
  if (months.every(({ orders, ordersBefore }) => orders + ordersBefore === 0))
    return (
      <EmptyState icon={<ChartColumn size={28} strokeWidth={1.5} />} title="No sales yet">
        Monthly totals appear here after the first order.
      </EmptyState>
    )
  return (
    <>
      <div className={styles.figures}>
        <Figure
          word={`Sales in ${range} days`}
          days={chosen}
          now={chosen.sales}
          before={chosen.salesBefore}
          format={asDollars}
        />
        <Figure
          word={`Orders in ${range} days`}
          days={chosen}
          now={chosen.orders}
          before={chosen.ordersBefore}
          format={count}
        />
      </div>
      <div className={styles.charts}>
        <Bars
          title="Sales (USD)"
          format={asDollars}
          data={shown.map((one) => barOf(one, one.sales, one.salesBefore))}
        />
        <Bars title="Orders" format={count} data={shown.map((one) => barOf(one, one.orders, one.ordersBefore))} />
      </div>
      <details className={styles.details}>
        <summary>Figures</summary>
        <MonthsTable months={shown} />
      </details>
    </>
  )
}

const month = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })
const nameOf = (text: string): string => month.format(new Date(`${text}-01`))
const series: [string, string] = ['These months', 'Year before']

const barOf = ({ month: text }: { month: string }, now: number, before: number) => ({
  month: nameOf(text),
  [series[0]]: now,
  [series[1]]: before,
})

interface BarsProps {
  title: string
  data: Record<string, string | number>[]
  format: (value: number) => string
}

function Bars({ title, data, format }: BarsProps) {
  return (
    <div className={chart.chart}>
      <h3 className={styles.title}>{title}</h3>
      <Suspense fallback={<Skeleton height="240px" />}>
        <MonthBars data={data} series={series} format={format} />
      </Suspense>
    </div>
  )
}

interface FigureProps {
  word: string
  /** The day range, for the link to the orders. */
  days: { from: string; to: string }
  now: number
  before: number
  format: (value: number) => string
}

function Figure({ word, days: { from, to }, now, before, format }: FigureProps) {
  const Arrow = now > before ? ArrowUpRight : now < before ? ArrowDownRight : Minus
  const change =
    before > 0 ? `${now >= before ? '+' : '−'}${Math.abs(((now - before) / before) * 100).toFixed(1)}%` : null
  return (
    <div>
      <p className={styles.word}>
        <Link to="/admin/orders" search={{ query: { stage: 'notCanceled', createdAt: `${from} to ${to}` } }}>
          {word}
        </Link>
      </p>
      <p className={styles.now}>{format(now)}</p>
      <p className={styles.before}>
        <Arrow size={14} aria-hidden />
        {change ? `${change} from ${format(before)}` : '0 in the same days a year ago'}
      </p>
    </div>
  )
}

/** Each month links to its orders. */
function MonthsTable({ months }: Pick<SalesBesideLastYear, 'months'>) {
  return (
    <ListTable
      caption="Sales and orders by month"
      rows={months.toReversed()}
      rowKey={({ month: text }) => text}
      columns={[
        {
          title: 'Month',
          isName: true,
          width: '100%',
          cell: ({ month: text }) => (
            <Link to="/admin/orders" search={{ query: { createdAt: text, stage: 'notCanceled' } }}>
              {nameOf(text)} {text.slice(0, 4)}
            </Link>
          ),
        },
        { title: 'Sales', align: 'right', cell: ({ sales }) => asDollars(sales) },
        { key: 'salesBefore', title: 'Year before', align: 'right', cell: ({ salesBefore }) => asDollars(salesBefore) },
        { title: 'Orders', align: 'right', cell: ({ orders }) => count(orders) },
        { title: 'Year before', align: 'right', cell: ({ ordersBefore }) => count(ordersBefore) },
      ]}
    />
  )
}
