import { DrugName } from '#catalog/web/drug-name.tsx'
import { Button, Group, NativeSelect } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { type SyntheticEvent, useMemo, useState } from 'react'
import { CustomerHead } from '#customers/web/customer-head.tsx'
import { asDollars } from '#shared/money.ts'
import { FormActions } from '#web/form/form-actions.tsx'
import { DataTable } from '#web/table/data-table.tsx'
import { type Column, tableAddress, useTable } from '#web/table/use-table.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useUnsaved } from '#web/form/use-unsaved.tsx'
import { usePriceDoubt } from '#web/ui/use-price-doubt.tsx'
import { type CustomerPrice, customerPriceList } from '../contract.ts'
import { useCustomerPrices, useSetCustomerPrice } from './hooks.ts'
import { ProductChoice } from './product-choice.tsx'
import { PriceField, priceOf } from './price-field.tsx'
import { DeleteButton } from '#web/ui/delete-button.tsx'
import { PriceFileTools } from './price-file-tools.tsx'
import styles from '#web/form/form.module.css'
import { ActButton } from '#web/ui/act-button.tsx'

const listNames = { general: 'General', trulla: 'Trulla' } as const
const address = tableAddress(customerPriceList, [], 25)

export function CustomerPricesPage() {
  const { id = '' }: { id?: string } = useParams({ strict: false })
  const table = useTable(address)
  const [isAdding, setIsAdding] = useState(false)
  const [leaving, setLeaving] = useState<CustomerPrice | null>(null)
  const prices = useCustomerPrices(id, table)
  const columns = useMemo(() => priceColumns(setLeaving), [])
  return (
    <div>
      <CustomerHead id={id} title="Customer prices" />
      <div className={styles.form}>
        <Group justify="flex-end">
          <ActButton size="xs" onClick={() => setIsAdding(true)}>
            Add a price
          </ActButton>
        </Group>
        <DataTable
          name="customer-prices"
          caption="Prices of this customer"
          columns={columns}
          rowKey={({ productId, list }) => `${productId} ${list}`}
          table={table}
          query={prices}
          empty={{ title: 'No custom prices yet', text: 'This customer pays default prices. Add a price above.' }}
        />
        <PriceFileTools
          address={`/api/users/${id}/prices.csv`}
          name={`prices-${prices.data?.customer.companyName ?? 'customer'}.csv`}
          about={{ customer: id }}
        />
      </div>
      <DeletePrice userId={id} leaving={leaving} close={() => setLeaving(null)} />
      <Dialog isOpen={isAdding} title="Add a price" close={() => setIsAdding(false)}>
        <NewPrice userId={id} stored={prices.data?.rows ?? []} close={() => setIsAdding(false)} />
      </Dialog>
    </div>
  )
}

type PriceColumn = Column<CustomerPrice, (typeof customerPriceList.sorts)[number]>

const priceColumns = (remove: (price: CustomerPrice) => void): PriceColumn[] => [
  {
    key: 'product',
    title: 'Product',
    isName: true,
    sort: 'name',
    filter: { key: 'product', label: 'product', placeholder: 'Name or NDC' },
    cell: ({ productId, name }) => (
      <Link to="/admin/productpricing/$id" params={{ id: productId }}>
        <DrugName name={name} />
      </Link>
    ),
  },
  {
    key: 'ndc',
    title: 'NDC',
    isUnbroken: true,
    phone: 'start',
    sort: 'ndc',
    width: '8rem',
    cell: ({ ndcNumber }) => ndcNumber,
  },
  {
    key: 'list',
    title: 'List',
    phone: 'middle',
    width: '7rem',
    filter: { key: 'list', label: 'list', options: Object.entries(listNames) },
    cell: ({ list }) => listNames[list],
  },
  {
    key: 'listPrice',
    title: 'Default price',
    align: 'right',
    sort: 'listPrice',
    width: '8rem',
    cell: ({ listPrice }) => asDollars(listPrice),
  },
  {
    key: 'price',
    title: 'Contract price',
    phone: 'beside',
    align: 'right',
    sort: 'price',
    width: '8.5rem',
    cell: ({ price }) => asDollars(price),
  },
  { key: 'difference', title: 'Difference', phone: 'end', align: 'right', width: '6rem', cell: differenceOf },
  {
    key: 'actions',
    title: 'Actions',
    isActions: true,
    width: '9rem',
    cell: (row) => <DeleteButton label={`Delete the price of ${row.name}`} onClick={() => remove(row)} />,
  },
]

interface DeleteProps {
  userId: string
  leaving: CustomerPrice | null
  close: () => void
}

function DeletePrice({ userId, leaving, close }: DeleteProps) {
  const set = useSetCustomerPrice(close)
  const remove = () =>
    leaving &&
    set.mutate({ params: { id: userId }, body: { productId: leaving.productId, list: leaving.list, price: null } })
  return (
    <Confirm
      isOpen={leaving !== null}
      question="Are you sure to delete custom pricing for a client ?"
      answer="Delete"
      isDestructive
      isPending={set.isPending}
      confirm={remove}
      close={close}
    >
      {leaving && (
        <p>
          {leaving.name} will cost {asDollars(leaving.listPrice)} again.
        </p>
      )}
    </Confirm>
  )
}

/** Rounded to a tenth of a percent; undefined for a default price of zero. */
const differenceOf = ({ listPrice, price }: CustomerPrice): string => {
  if (listPrice === 0) return '–'
  const share = Math.round(((price - listPrice) / listPrice) * 1_000) / 10
  return `${share > 0 ? '+' : ''}${share.toFixed(1)}%`
}

interface NewPriceProps {
  userId: string
  stored: CustomerPrice[]
  close: () => void
}

function NewPrice({ userId, stored, close }: NewPriceProps) {
  const [product, setProduct] = useState<{ _id: string; price: number | null } | null>(null)
  const [list, setList] = useState<CustomerPrice['list']>('general')
  const [price, setPrice] = useState('')
  const [isTried, setIsTried] = useState(false)
  const unsaved = useUnsaved(() => product !== null || price.trim() !== '')
  const set = useSetCustomerPrice(close)
  const doubt = usePriceDoubt()
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setIsTried(true)
    const amount = priceOf(price)
    if (!product || amount === null) return
    const { _id: productId, price: listPrice } = product
    const last = stored.find((row) => row.productId === productId && row.list === list)?.price
    const known = [
      { name: 'the list price', price: listPrice },
      { name: 'the current price', price: last },
    ]
    doubt.check(amount, known, () => set.mutate({ params: { id: userId }, body: { productId, list, price: amount } }))
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {unsaved.question}
      <ProductChoice
        required
        value={product?._id ?? null}
        choose={(chosen) => {
          setProduct(chosen)
          doubt.forget()
        }}
        error={isTried && !product ? 'Choose a product.' : undefined}
      />
      <NativeSelect
        label="List"
        data={Object.entries(listNames).map(([value, label]) => ({ value, label }))}
        value={list}
        onChange={(event) => setList(event.currentTarget.value as CustomerPrice['list'])} // the options are the lists
      />
      <PriceField
        value={price}
        onChange={(text) => {
          setPrice(text)
          doubt.forget()
        }}
        isTried={isTried}
      />
      {doubt.question}
      <FormActions cancel={close}>
        <Button type="submit" loading={set.isPending}>
          Save
        </Button>
      </FormActions>
    </form>
  )
}
