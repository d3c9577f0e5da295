import { useMediaQuery } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { ChartColumn } from 'lucide-react'
import { Suspense } from 'react'
import { asDollars, toCents, toDollars } from '#shared/money.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import type { MySummary } from '../contract.ts'
import { Block } from '#web/ui/block.tsx'
import chart from './chart.module.css'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListTable } from '#web/table/list-table.tsx'

const MonthBars = lazyPart(() => import('./month-bars.tsx').then((module) => module.MonthBars))

const month = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })
const nameOf = (text: string): string => month.format(new Date(`${text}-01`))

const leadOf = (spend: MySummary['spend']): string => {
  const total = toDollars(spend.reduce((cents, { amount }) => cents + toCents(amount), 0))
  return `${asDollars(total)} in the last 12 months, ${asDollars(spend.at(-1)?.amount ?? 0)} this month.`
}

export function SpendPanel({ spend }: { spend: MySummary['spend'] }) {
  const isEmpty = spend.every(({ amount }) => amount === 0)
  const isPhone = useMediaQuery('(max-width: 639px)', false, { getInitialValueInEffect: false })
  const height = isPhone ? 120 : 180
  return (
    <Block title="Spend by month" foldsOnPhone lead={isEmpty ? undefined : leadOf(spend)}>
      {isEmpty ? (
        <EmptyState icon={<ChartColumn size={28} strokeWidth={1.5} />} title="No orders yet">
          Monthly totals appear here after your first order.
        </EmptyState>
      ) : (
        <div className={chart.chart}>
          <Suspense fallback={<Skeleton height={height} />}>
            <MonthBars
              data={spend.map(({ month: text, amount }) => ({ month: nameOf(text), Spend: amount }))}
              series={['Spend']}
              format={asDollars}
              height={height}
            />
          </Suspense>
          <details>
            <summary>Figures</summary>
            <ListTable
              caption="Spend by month"
              rows={spend.toReversed()}
              rowKey={({ month: text }) => text}
              columns={[
                {
                  title: 'Month',
                  isName: true,
                  width: '100%',
                  cell: ({ month: text }) => (
                    <Link to="/orderhistory" search={{ query: { createdAt: text, stage: 'notCanceled' } }}>
                      {nameOf(text)} {text.slice(0, 4)}
                    </Link>
                  ),
                },
                { title: 'Spend', align: 'right', cell: ({ amount }) => asDollars(amount) },
              ]}
            />
          </details>
        </div>
      )}
    </Block>
  )
}
