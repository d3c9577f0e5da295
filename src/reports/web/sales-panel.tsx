import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ArrowDownRight, ArrowUpRight, ChartColumn, Download, Minus } from 'lucide-react'
import { Suspense } from 'react'
import { asDollars } from '#shared/money.ts'
import { Block } from '#web/ui/block.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { type ListColumn, ListTable } from '#web/table/list-table.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import type { Days, SalesOfPeriod } from '../sales-shapes.ts'
import chart from './chart.module.css'
import { daysWords, describeChange, describeComparison, pointWords } from './describe-change.ts'
import { useSales } from './hooks.ts'
import { PeriodChooser, type PeriodProps, rangeWords } from './period-chooser.tsx'
import { saveTable } from './save-table.ts'
import styles from './sales-panel.module.css'

const MonthBars = lazyPart(() => import('./month-bars.tsx').then((module) => module.MonthBars))

/** Sales and orders of a period, compared with the days before and the year before. */
export function SalesPanel(props: PeriodProps) {
  const { range, days } = props
  const query = useSales(days)
  return (
    <Block
      title="Sales and orders"
      lead={`${daysWords(days)}${query.data ? describeComparison(query.data) : ''}. Canceled orders don’t count.`}
      controls={<PeriodChooser {...props} />}
    >
      <QueryStates query={query} skeleton={<Skeleton height="18.25rem" />}>
        {(sales) => (
          <div aria-busy={query.isPlaceholderData}>
            <Sales sales={sales} word={range === null ? 'in these days' : `in ${rangeWords[range]}`} />
          </div>
        )}
      </QueryStates>
    </Block>
  )
}

const count = (value: number) => value.toLocaleString('en-US')

type Point = SalesOfPeriod['points'][number]
type Measure = keyof Point['now']

function Sales({ sales, word }: { sales: SalesOfPeriod; word: string }) {
  const { days, total, points, unit } = sales
  if ([total.now, total.before, total.yearBefore].every((one) => !one || one.orders === 0))
    return (
      <EmptyState icon={<ChartColumn size={28} strokeWidth={1.5} />} title="No sales in this period">
        Sales appear here after the first order. Choose other dates to see earlier ones.
      </EmptyState>
    )
  const save = () =>
    saveTable(`sales-${days.from}-${days.to}`, [
      [
        'From',
        'To',
        'Sales',
        'Orders',
        ...comparisons(sales).flatMap(({ title }) => [`Sales, ${title}`, `Orders, ${title}`]),
      ],
      ...[...points, { ...days, ...total }].map((one) => [
        one.from,
        one.to,
        one.now.sales,
        one.now.orders,
        ...comparisons(sales).flatMap(({ of }) => [one[of]?.sales ?? null, one[of]?.orders ?? null]),
      ]),
    ])
  return (
    <>
      <div className={styles.measures}>
        <Figure word={`Sales ${word}`} sales={sales} measure="sales" format={asDollars} />
        <Figure word={`Orders ${word}`} sales={sales} measure="orders" format={count} />
        <Bars sales={sales} measure="sales" format={asDollars} />
        <Bars sales={sales} measure="orders" format={count} />
      </div>
      <details data-printed>
        <summary>Figures</summary>
        <PointsTable sales={sales} />
        <Button
          mt="xs"
          size="xs"
          variant="default"
          leftSection={<Download size={14} aria-hidden />}
          aria-label={`CSV of sales by ${unit}`}
          onClick={save}
        >
          CSV
        </Button>
      </details>
    </>
  )
}

/** The comparisons that have data. */
const comparisons = (sales: Pick<SalesOfPeriod, 'before' | 'yearBefore'>) =>
  (
    [
      { of: 'before', title: 'Period before' },
      { of: 'yearBefore', title: 'Year before' },
    ] as const
  ).filter(({ of }) => sales[of] !== null)

interface PartProps {
  sales: SalesOfPeriod
  measure: Measure
  format: (value: number) => string
}

const chartHeight = 160

function Bars({ sales, measure, format }: PartProps) {
  const { points, unit } = sales
  const beside = comparisons(sales).at(-1)
  const series: [string] | [string, string] = beside ? ['This period', beside.title] : ['This period']
  const data = points.map((point) => ({
    month: unit === 'week' ? pointWords({ ...point, to: point.from }, 'day') : pointWords(point, unit),
    [series[0]]: point.now[measure],
    ...(beside && { [beside.title]: point[beside.of]?.[measure] ?? 0 }),
  }))
  return (
    <div className={`${chart.chart} ${styles.bars}`} data-measure={measure}>
      <Suspense fallback={<Skeleton height={chartHeight} />}>
        <MonthBars data={data} series={series} format={format} height={chartHeight} />
      </Suspense>
    </div>
  )
}

/** The orders that a figure counts. */
const ordersIn = ({ from, to }: Days) => ({ query: { stage: 'notCanceled', createdAt: `${from} to ${to}` } })

function Figure({ word, sales, measure, format }: PartProps & { word: string }) {
  const { days, total } = sales
  const now = total.now[measure]
  return (
    <div>
      <p className={styles.word}>
        <Link to="/admin/orders" search={ordersIn(days)}>
          {word}
        </Link>
      </p>
      <p className={styles.now}>{format(now)}</p>
      {comparisons(sales).map(({ of, title }) => (
        <Change key={of} title={title} now={now} before={total[of]?.[measure] ?? 0} format={format} />
      ))}
    </div>
  )
}

interface ChangeProps {
  title: string
  now: number
  before: number
  format: (value: number) => string
}

function Change({ title, now, before, format }: ChangeProps) {
  const Arrow = now > before ? ArrowUpRight : now < before ? ArrowDownRight : Minus
  return (
    <p className={styles.before}>
      <Arrow size={14} aria-hidden />
      {`${title}: ${format(before)} ${describeChange(now, before)}`.trim()}
    </p>
  )
}

/** Each day, week or month links to its orders. */
function PointsTable({ sales }: { sales: SalesOfPeriod }) {
  const { points, unit } = sales
  const columnsOf = (measure: Measure, title: string, format: (value: number) => string): ListColumn<Point>[] => [
    { title, align: 'right', cell: ({ now }) => format(now[measure]) },
    ...comparisons(sales).map(({ of, title: before }) => ({
      key: `${measure} ${of}`,
      title: before,
      align: 'right' as const,
      cell: (point: Point) => format(point[of]?.[measure] ?? 0),
    })),
  ]
  return (
    <ListTable
      caption={`Sales and orders by ${unit}`}
      rows={points.toReversed()}
      rowKey={({ from }) => from}
      columns={[
        {
          title: { day: 'Day', week: 'Week', month: 'Month' }[unit],
          isName: true,
          width: '100%',
          cell: (point) => (
            <Link to="/admin/orders" search={ordersIn(point)}>
              {pointWords(point, unit)}
            </Link>
          ),
        },
        ...columnsOf('sales', 'Sales', asDollars),
        ...columnsOf('orders', 'Orders', count),
      ]}
    />
  )
}
