import { Button, NativeSelect } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { asDollars } from '#shared/money.ts'
import { Block } from '#web/ui/block.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { type ListColumn, ListTable } from '#web/table/list-table.tsx'
import {
  type Breakdown,
  type BreakdownSort,
  breakdownSorts,
  type Days,
  type Dimension,
  dimensions,
} from '../sales-shapes.ts'
import { daysWords, describeChange, describeComparison } from './describe-change.ts'
import styles from './figures.module.css'
import { useBreakdown } from './hooks.ts'
import { saveTable } from './save-table.ts'

interface Props {
  days: Days
  by: Dimension
  sort: BreakdownSort
  setBy: (by: Dimension) => void
  sortBy: (sort: BreakdownSort) => void
}

const words: Record<Dimension, string> = {
  rep: 'Sales rep',
  category: 'Category',
  manufacturer: 'Manufacturer',
  priceList: 'Price list',
}

/** Sales of the period by one dimension: ten rows, the rest, and the total of both. */
export function BreakdownPanel({ days, by, sort, setBy, sortBy }: Props) {
  const query = useBreakdown({ ...days, by, sort })
  const { data } = query
  return (
    <Block
      title="Sales breakdown"
      lead={`${daysWords(days)}${data ? describeComparison(data) : ''}.`}
      controls={
        <>
          <NativeSelect
            size="xs"
            aria-label="Break down by"
            data={dimensions.map((value) => ({ value, label: words[value] }))}
            value={by}
            onChange={(event) => setBy(event.currentTarget.value as Dimension)} // the options are the dimensions
          />
          <Button
            size="xs"
            variant="default"
            leftSection={<Download size={14} aria-hidden />}
            aria-label={`CSV of sales by ${words[by].toLowerCase()}`}
            disabled={!data || query.isPlaceholderData}
            onClick={() => data && saveTable(`sales-by-${fileNames[by]}-${days.from}-${days.to}`, fileOf(data, by))}
          >
            CSV
          </Button>
        </>
      }
    >
      <QueryStates query={query} skeleton={<Skeleton height="13rem" />}>
        {(breakdown) => (
          <>
            {breakdown.uncounted > 1 && (
              <output>{breakdown.uncounted.toLocaleString('en-US')} days are still being counted.</output>
            )}
            <ListTable
              caption={`Sales by ${words[by].toLowerCase()}`}
              rows={linesOf(breakdown)}
              rowKey={({ key }) => key}
              columns={columnsOf(breakdown, by)}
              isStale={query.isPlaceholderData}
              sorting={{ current: sort, sortBy: (key) => sortBy(nextSort(sort, key)) }}
              empty={{ title: 'No sales in this period', text: 'Choose other dates above.' }}
            />
          </>
        )}
      </QueryStates>
    </Block>
  )
}

const fileNames: Record<Dimension, string> = {
  rep: 'sales-rep',
  category: 'category',
  manufacturer: 'manufacturer',
  priceList: 'price-list',
}

/** The first click sorts by the largest, or from A to Z. */
const nextSort = (current: BreakdownSort, key: string): BreakdownSort => {
  const first = key === 'name' ? key : `-${key}`
  const second = key === 'name' ? '-name' : key
  return breakdownSorts.find((sort) => sort === (current === first ? second : first)) ?? '-sales'
}

/** A row of the table; the rest and the total have no `key` of the data. */
type Line = Breakdown['total'] & { key: string; name: string; email: string; kind: 'row' | 'rest' | 'total' }

const linesOf = ({ rows, rest, total }: Breakdown): Line[] => {
  if (rows.length === 0) return []
  return [
    ...rows.map((row) => ({ ...row, key: `row ${row.key}`, kind: 'row' as const })),
    ...(rest ? [{ ...rest, key: 'rest', name: `${rest.count} others`, email: '', kind: 'rest' as const }] : []),
    { ...total, key: 'total', name: 'Total', email: '', kind: 'total' },
  ]
}

const columnsOf = ({ days, before, yearBefore, total }: Breakdown, by: Dimension): ListColumn<Line>[] => {
  const compared = (key: 'before' | 'yearBefore', title: string): ListColumn<Line> => ({
    title,
    sort: key,
    align: 'right',
    ...((key === 'before' || !before) && { phone: 'end' }),
    cell: (line) => (
      <>
        {asDollars(line[key] ?? 0)}
        <span className={styles.sub}>{describeChange(line.sales, line[key] ?? 0)}</span>
      </>
    ),
  })
  return [
    {
      title: words[by],
      sort: 'name',
      isName: true,
      width: '100%',
      cell: (line) => (line.kind === 'row' ? <Name line={line} by={by} days={days} /> : emphasized(line, line.name)),
    },
    {
      title: 'Sales',
      sort: 'sales',
      align: 'right',
      phone: 'beside',
      cell: (line) => emphasized(line, asDollars(line.sales)),
    },
    {
      title: 'Share',
      align: 'right',
      phone: 'start',
      cell: ({ sales }) => (total.sales > 0 ? `${((sales / total.sales) * 100).toFixed(1)}%` : '–'),
    },
    ...(by === 'rep'
      ? [
          {
            title: 'Orders',
            sort: 'orders',
            align: 'right' as const,
            cell: ({ orders }: Line) => orders.toLocaleString('en-US'),
          },
        ]
      : []),
    {
      title: 'Units',
      sort: 'pieces',
      align: 'right',
      phone: 'middle',
      isTitledOnPhone: true,
      cell: ({ pieces }) => pieces.toLocaleString('en-US'),
    },
    ...(before ? [compared('before', 'Period before')] : []),
    ...(yearBefore ? [compared('yearBefore', 'Year before')] : []),
  ]
}

const emphasized = ({ kind }: Line, text: string): ReactNode => (kind === 'total' ? <strong>{text}</strong> : text)

/** Links to the orders of a rep, or to the products of a category or manufacturer. */
function Name({ line: { key, name, email }, by, days }: { line: Line; by: Dimension; days: Days }) {
  const isNamed = !['row ', 'row *'].includes(key)
  if (isNamed && by === 'rep' && email !== '')
    return (
      <Link
        to="/admin/orders"
        search={{ query: { person: email, stage: 'notCanceled', createdAt: `${days.from} to ${days.to}` } }}
      >
        {name}
      </Link>
    )
  if (isNamed && (by === 'category' || by === 'manufacturer'))
    return (
      <Link to="/search" search={{ [by]: name }}>
        {name}
      </Link>
    )
  return name
}

const fileOf = (breakdown: Breakdown, by: Dimension) => {
  const { before, yearBefore } = breakdown
  const cells = (line: Breakdown['total']) => [
    line.sales,
    ...(by === 'rep' ? [line.orders] : []),
    line.pieces,
    ...(before ? [line.before] : []),
    ...(yearBefore ? [line.yearBefore] : []),
  ]
  return [
    [
      words[by],
      'Sales',
      ...(by === 'rep' ? ['Orders'] : []),
      'Units',
      ...(before ? [`Sales, ${daysWords(before)}`] : []),
      ...(yearBefore ? [`Sales, ${daysWords(yearBefore)}`] : []),
    ],
    ...linesOf(breakdown).map((line) => [line.name, ...cells(line)]),
  ]
}
