import { Autocomplete, Button, Loader, NativeSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { Download, Search } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Block } from '#web/ui/block.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ListTable } from '#web/table/list-table.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { type ProductName, shortestSearch, type YearOfSales } from '../contract.ts'
import chart from './chart.module.css'
import { useProductNames, useProductSales } from './hooks.ts'
import styles from './product-report.module.css'
import { saveTable } from './save-table.ts'

const MonthBars = lazyPart(() => import('./month-bars.tsx').then((module) => module.MonthBars))

interface Props {
  /** NDC of the chosen product, or empty. */
  ndc: string
  choose: (ndc: string) => void
}

export function ProductReport({ ndc, choose }: Props) {
  const sales = useProductSales(ndc)
  // After a reload only the URL has the NDC, so the name is looked up.
  const name = useProductNames(ndc).data?.find(({ ndcNumber }) => ndcNumber === ndc)?.name ?? ''
  return (
    <Block
      title="Product based sales report"
      lead="Units of one product sold each month."
      foldsOnPhone
      isOpen={ndc !== ''}
    >
      <ProductChooser chosen={ndc && name ? { ndcNumber: ndc, name } : null} choose={choose} />
      {ndc && (
        <QueryStates query={sales} skeleton={<Skeleton height="20rem" />}>
          {(years) => <Report key={ndc} ndc={ndc} name={name} years={years} />}
        </QueryStates>
      )}
    </Block>
  )
}

function Report({ ndc, name, years }: { ndc: string; name: string; years: YearOfSales[] }) {
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
  const save = () =>
    saveTable(`sales-${ndc.replaceAll(/[^\w-]+/g, '-')}`, [
      ['Product', 'NDC', 'Year', ...monthNames, 'Total'],
      ...years.map((one) => [name, ndc, one.year, ...one.months, totalOf(one)]),
    ])
  return (
    <div className={styles.report}>
      <div className={styles.head}>
        <p className={styles.name}>
          {name || ndc} <span className={styles.ndc}>NDC: {ndc}</span>
        </p>
        <NativeSelect
          size="xs"
          aria-label="Year shown in the chart"
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
      <ListTable
        caption={`Units sold: ${name || ndc}`}
        rows={years}
        rowKey={({ year }) => year}
        columns={[
          { title: 'Year', isName: true, cell: ({ year }) => year },
          ...monthNames.map((title, at) => ({
            title,
            align: 'right' as const,
            cell: ({ months }: YearOfSales) => months[at]?.toLocaleString('en-US'),
          })),
          { title: 'Total', align: 'right', cell: (year) => <strong>{totalOf(year).toLocaleString('en-US')}</strong> },
        ]}
      />
    </div>
  )
}

const totalOf = ({ months }: YearOfSales): number => months.reduce((sum, one) => sum + one, 0)

interface ProductChooserProps {
  chosen: Pick<ProductName, 'name' | 'ndcNumber'> | null
  choose: (ndc: string) => void
}

function ProductChooser({ chosen, choose }: ProductChooserProps) {
  const [typed, setTyped] = useState('')
  const [taken, setTaken] = useState('')
  // The label of the chosen product stays in the field and is not a search text.
  const isTaken = typed !== '' && typed === taken
  const wanted = isTaken ? '' : typed.trim()
  const [query] = useDebouncedValue(wanted, 200)
  const { data, isFetching, error } = useProductNames(query)
  const isShort = wanted.length < shortestSearch
  const products = isShort ? [] : (data ?? []).filter(({ ndcNumber }) => ndcNumber !== '')
  const byLabel = new Map(products.map((product) => [labelOf(product), product]))

  const submit = (label: string) => {
    const product = byLabel.get(label)
    if (!product) return
    choose(product.ndcNumber)
    setTaken(label)
  }

  return (
    <div className={styles.chooser}>
      <Autocomplete
        label="Product"
        placeholder={chosen ? `${chosen.name}` : 'Product name or NDC'}
        description={
          isTaken
            ? 'Its sales appear below.'
            : hintOf({ isShort, isSearching: isFetching || query !== wanted, count: products.length })
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        error={error?.message}
        leftSection={isFetching ? <Loader size={14} /> : <Search size={14} aria-hidden />}
        value={typed}
        onChange={setTyped}
        onOptionSubmit={submit}
        // The server has already filtered.
        filter={({ options }) => options}
        data={[...byLabel.keys()]}
        renderOption={({ option }) => <Option product={byLabel.get(option.value)} />}
        maxDropdownHeight={320}
      />
    </div>
  )
}

const labelOf = ({ name, ndcNumber, dummyNDC }: ProductName): string =>
  `${name} (${dummyNDC ? 'Item Number' : 'NDC'}: ${ndcNumber})`

function Option({ product }: { product: ProductName | undefined }) {
  if (!product) return null
  return (
    <span>
      {product.name}
      <span className={styles.optionNdc}>
        {product.dummyNDC ? 'Item Number' : 'NDC'}: {product.ndcNumber}
      </span>
    </span>
  )
}

const hintOf = ({ isShort, isSearching, count }: { isShort: boolean; isSearching: boolean; count: number }): string => {
  if (isShort) return 'Type min 3 letters'
  if (isSearching) return 'Searching…'
  return count === 0 ? 'No Product Found' : `${count} ${count === 1 ? 'product' : 'products'} found`
}

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
