import { Button, NativeSelect } from '@mantine/core'
import { Download } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { QueryStates } from '#web/ui/query-states.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { YearOfSales } from '../contract.ts'
import { Block } from '#web/ui/block.tsx'
import chart from './chart.module.css'
import { composeCsv, saveCsv } from './compose-csv.ts'
import { useProductNames, useProductSales } from './hooks.ts'
import { ProductChooser } from './product-chooser.tsx'
import styles from './product-report.module.css'
import { monthNames, YearsTable } from './years-table.tsx'

const MonthBars = lazy(() => import('./month-bars.tsx').then((module) => ({ default: module.MonthBars })))

interface Props {
  /** NDC of the chosen product, or empty. */
  ndc: string
  choose: (ndc: string) => void
}

export function ProductReport({ ndc, choose }: Props) {
  const sales = useProductSales(ndc)
  // After a reload only the address knows the product.
  const name = useProductNames(ndc).data?.find(({ ndcNumber }) => ndcNumber === ndc)?.name ?? ''
  return (
    <Block title="Product based sales report" lead="Quantities sold of one product, month by month (UTC).">
      <ProductChooser chosen={ndc && name ? { ndcNumber: ndc, name } : null} choose={choose} />
      {ndc && (
        <QueryStates query={sales} skeleton={<Skeleton height="20rem" />}>
          {(years) => <Report key={ndc} ndc={ndc} name={name} years={years} />}
        </QueryStates>
      )}
    </Block>
  )
}

interface ReportProps {
  ndc: string
  name: string
  years: YearOfSales[]
}

function Report({ ndc, name, years }: ReportProps) {
  const [wanted, setWanted] = useState(years[0]?.year)
  const shown = years.find(({ year }) => year === wanted) ?? years[0]
  if (!shown) return <p className={styles.none}>{name || 'This product'} has not been sold yet.</p>
  const before = years.find(({ year }) => year === shown.year - 1)
  const series: [string] | [string, string] = before ? [String(shown.year), String(before.year)] : [String(shown.year)]
  const data = monthNames.map((month, at) => ({
    month,
    [String(shown.year)]: shown.months[at] ?? 0,
    ...(before && { [String(before.year)]: before.months[at] ?? 0 }),
  }))
  const save = () => saveCsv(`sales-${ndc.replaceAll(/[^\w-]+/g, '-')}.csv`, csvOf(ndc, name, years))
  return (
    <div className={styles.report}>
      <div className={styles.head}>
        <p className={styles.name}>
          {name || ndc} <span className={styles.ndc}>NDC: {ndc}</span>
        </p>
        <NativeSelect
          size="xs"
          aria-label="Year of the bars"
          data={years.map(({ year }) => String(year))}
          value={String(shown.year)}
          onChange={(event) => setWanted(Number(event.currentTarget.value))}
        />
        <Button size="xs" variant="default" leftSection={<Download size={14} aria-hidden />} onClick={save}>
          CSV
        </Button>
      </div>
      <div className={chart.chart}>
        <Suspense fallback={<Skeleton height="240px" />}>
          <MonthBars data={data} series={series} format={(value) => value.toLocaleString('en-US')} />
        </Suspense>
      </div>
      <YearsTable years={years} label={`Quantities sold of ${name || ndc}`} />
    </div>
  )
}

const csvOf = (ndc: string, name: string, years: YearOfSales[]): string =>
  composeCsv([
    ['Product', 'NDC', 'Year', ...monthNames, 'Total'],
    ...years.map(({ year, months }) => [name, ndc, year, ...months, months.reduce((sum, one) => sum + one, 0)]),
  ])
