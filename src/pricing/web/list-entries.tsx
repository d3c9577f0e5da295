import { DrugName } from '#catalog/web/drug-name.tsx'
import { NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type ComponentProps, type SyntheticEvent, useState } from 'react'
import { bothWays } from '#shared/filters.ts'
import { asDollars } from '#shared/money.ts'
import { readAmount, readPieces } from '#shared/read-number.ts'
import { ForEditors } from '#web/for-editors.tsx'
import { ListTable } from '#web/table/list-table.tsx'
import { PageNumbers } from '#web/ui/page-numbers.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { type EntrySort, entrySorts } from '../contract.ts'
import type { PriceList, PriceListEntry } from '../list-shapes.ts'
import { ProductChoice } from './product-choice.tsx'
import { useEntries, useSetEntry } from './list-hooks.ts'
import { priceOf } from './price-field.tsx'
import { DeleteButton } from '#web/ui/delete-button.tsx'
import { PriceFileTools } from './price-file-tools.tsx'
import styles from './list-entries.module.css'
import { ActButton } from '#web/ui/act-button.tsx'

const entriesAPage = 50
const entryOrders = bothWays(entrySorts)

export function ListEntries({ list }: { list: PriceList }) {
  const [typed, setTyped] = useState('')
  const [query] = useDebouncedValue(typed.trim(), 250)
  const [page, setPage] = useState(1)
  const [sort, setSort] = useState<EntrySort>('name')
  const shown = useEntries(list._id, query, page, sort)
  const sortBy = (key: string) => {
    setSort(entryOrders.find((order) => order === (sort === key ? `-${key}` : key)) ?? 'name')
    setPage(1)
  }
  const entries = `/api/price-lists/${list._id}/entries`
  const name = `price-list-${list.contractNumber || list.name}`
  return (
    <Panel title="Prices">
      <ForEditors>
        <NewEntry id={list._id} />
      </ForEditors>
      <div className={styles.tools}>
        <TextInput
          size="xs"
          label="Find a product in this list"
          placeholder="Name or NDC"
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setPage(1)
          }}
        />
        <PriceFileTools
          address={`${entries}.csv`}
          name={`${name}.csv`}
          about={{ list: list._id }}
          workbook={{ address: `${entries}.xlsx`, name: `${name}.xlsx` }}
        />
      </div>
      <QueryStates query={shown}>
        {({ entries: rows, count }) => (
          <>
            <EntryTable id={list._id} rows={rows} isFiltered={query !== ''} sorting={{ current: sort, sortBy }} />
            <PageNumbers page={page} pages={Math.ceil(count / entriesAPage)} goTo={setPage} />
          </>
        )}
      </QueryStates>
    </Panel>
  )
}

interface TableProps extends Pick<ComponentProps<typeof ListTable>, 'sorting'> {
  id: string
  rows: readonly PriceListEntry[]
  isFiltered: boolean
}

function EntryTable({ id, rows, isFiltered, sorting }: TableProps) {
  const set = useSetEntry(() => {})
  const remove = ({ productId, fromQuantity }: PriceListEntry) =>
    set.mutate({ params: { id }, body: { productId, fromQuantity, price: null, percentOff: null } })
  return (
    <ListTable
      caption="Prices of this list"
      rows={rows}
      {...(sorting && { sorting })}
      rowKey={({ productId, fromQuantity }) => `${productId} ${fromQuantity}`}
      empty={
        isFiltered
          ? { title: 'No price found', text: 'No product of this list matches.' }
          : { title: 'No prices yet', text: 'Add one above.' }
      }
      columns={[
        { title: 'Product', sort: 'name', isName: true, cell: ({ name }) => <DrugName name={name} /> },
        { title: 'NDC', isUnbroken: true, phone: 'start', cell: ({ ndcNumber }) => ndcNumber },
        { title: 'List price', sort: 'listPrice', align: 'right', cell: ({ listPrice }) => asDollars(listPrice) },
        {
          title: 'From',
          sort: 'fromQuantity',
          phone: 'middle',
          isTitledOnPhone: true,
          align: 'right',
          cell: ({ fromQuantity }) => fromQuantity.toLocaleString('en-US'),
        },
        {
          title: 'Terms',
          phone: 'end',
          align: 'right',
          cell: ({ percentOff }) => (percentOff === null ? 'Fixed' : `${percentOff}% off`),
        },
        { title: 'Price', sort: 'paid', phone: 'beside', align: 'right', cell: ({ paid }) => asDollars(paid) },
        {
          title: 'Delete',
          isActions: true,
          cell: (row) => (
            <DeleteButton
              label={`Delete the price of ${row.name} from ${row.fromQuantity}`}
              onClick={() => remove(row)}
            />
          ),
        },
      ]}
    />
  )
}

function NewEntry({ id }: { id: string }) {
  const [product, setProduct] = useState<string | null>(null)
  const [from, setFrom] = useState('1')
  const [how, setHow] = useState<'price' | 'percent'>('price')
  const [amount, setAmount] = useState('')
  const set = useSetEntry(() => setAmount(''))
  const quantity = readPieces(from)
  const value = how === 'price' ? priceOf(amount) : percentOf(amount)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (!product || !quantity || value === null) return
    const said = { price: how === 'price' ? value : null, percentOff: how === 'percent' ? value : null }
    set.mutate({ params: { id }, body: { productId: product, fromQuantity: quantity, ...said } })
  }
  return (
    <form className={styles.add} onSubmit={submit} aria-label="Add a price">
      <ProductChoice value={product} choose={(chosen) => setProduct(chosen?._id ?? null)} />
      <TextInput
        label="From quantity"
        inputMode="numeric"
        value={from}
        error={quantity ? undefined : 'Enter a whole number.'}
        onChange={(event) => setFrom(event.currentTarget.value)}
      />
      <NativeSelect
        label="Set by"
        data={[
          { value: 'price', label: 'Price ($)' },
          { value: 'percent', label: '% off list price' },
        ]}
        value={how}
        onChange={(event) => setHow(event.currentTarget.value === 'percent' ? 'percent' : 'price')}
      />
      <TextInput
        label={how === 'price' ? 'Price' : 'Percent off'}
        inputMode="decimal"
        value={amount}
        error={amount !== '' && value === null ? 'Enter a number.' : undefined}
        onChange={(event) => setAmount(event.currentTarget.value)}
      />
      <ActButton type="submit" loading={set.isPending} disabled={!product || !quantity || value === null}>
        Set price
      </ActButton>
    </form>
  )
}

const percentOf = (typed: string): number | null => {
  const percent = readAmount(typed.replace(/%\s*$/, ''))
  return percent === null || percent > 100 ? null : Math.round(percent * 100) / 100
}
