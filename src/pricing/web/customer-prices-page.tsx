import { DrugName } from '#catalog/web/drug-name.tsx'
import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { Link, useParams } from '@tanstack/react-router'
import { useState, type SyntheticEvent } from 'react'
import { CustomerHead } from '#customers/web/customer-head.tsx'
import { asDollars } from '#shared/money.ts'
import { FormActions } from '#web/form/form-actions.tsx'
import { ListTable } from '#web/table/list-table.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { useUnsaved } from '#web/form/use-unsaved.tsx'
import { usePriceDoubt } from '#web/ui/use-price-doubt.tsx'
import type { CustomerPrice } from '../contract.ts'
import { pricesAPage, useCustomerPrices, useSetCustomerPrice } from './hooks.ts'
import { ProductChoice } from './product-choice.tsx'
import { PriceField, priceOf } from './price-field.tsx'
import { DeleteButton } from '#web/ui/delete-button.tsx'
import { PageNumbers } from '#web/ui/page-numbers.tsx'
import { PriceFileTools } from './price-file-tools.tsx'
import styles from '#web/form/form.module.css'
import { ActButton } from '#web/ui/act-button.tsx'

const listNames = { general: 'General', trulla: 'Trulla' } as const

export function CustomerPricesPage() {
  const { id = '' }: { id?: string } = useParams({ strict: false })
  const [typed, setTyped] = useState('')
  const [query] = useDebouncedValue(typed.trim(), 250)
  const [page, setPage] = useState(1)
  const [isAdding, setIsAdding] = useState(false)
  const prices = useCustomerPrices(id, query, page)
  return (
    <div>
      <CustomerHead id={id} title="Customer prices" />
      <div className={styles.form}>
        <Panel>
          <Group justify="space-between" gap="xs" mb="sm">
            <TextInput
              size="xs"
              w={320}
              aria-label="Find a product"
              placeholder="Name or NDC"
              value={typed}
              onChange={(event) => {
                setTyped(event.currentTarget.value)
                setPage(1)
              }}
            />
            <ActButton size="xs" onClick={() => setIsAdding(true)}>
              Add a price
            </ActButton>
          </Group>
          <QueryStates query={prices}>
            {({ prices: rows, count }) => (
              <>
                <PriceTable rows={rows} userId={id} isFiltered={query !== ''} />
                <PageNumbers page={page} pages={Math.ceil(count / pricesAPage)} goTo={setPage} />
              </>
            )}
          </QueryStates>
        </Panel>
        <PriceFileTools
          address={`/api/users/${id}/prices.csv`}
          name={`prices-${prices.data?.customer.companyName ?? 'customer'}.csv`}
          about={{ customer: id }}
        />
      </div>
      <Dialog isOpen={isAdding} title="Add a price" close={() => setIsAdding(false)}>
        <NewPrice userId={id} stored={prices.data?.prices ?? []} close={() => setIsAdding(false)} />
      </Dialog>
    </div>
  )
}

interface TableProps {
  rows: CustomerPrice[]
  userId: string
  isFiltered: boolean
}

function PriceTable({ rows, userId, isFiltered }: TableProps) {
  const [leaving, setLeaving] = useState<CustomerPrice | null>(null)
  const set = useSetCustomerPrice(() => setLeaving(null))
  const remove = () =>
    leaving &&
    set.mutate({ params: { id: userId }, body: { productId: leaving.productId, list: leaving.list, price: null } })
  return (
    <>
      <ListTable
        caption="Prices of this customer"
        rows={rows}
        rowKey={({ productId, list }) => `${productId} ${list}`}
        empty={
          isFiltered
            ? { title: 'No price found', text: 'No product with a custom price matches.' }
            : { title: 'No custom prices yet', text: 'This customer pays default prices.' }
        }
        columns={[
          {
            title: 'Product',
            isName: true,
            cell: ({ productId, name }) => (
              <Link to="/admin/productpricing/$id" params={{ id: productId }}>
                <DrugName name={name} />
              </Link>
            ),
          },
          { title: 'NDC', phone: 'start', cell: ({ ndcNumber }) => ndcNumber },
          { title: 'List', phone: 'middle', cell: ({ list }) => listNames[list] },
          { title: 'Default price', align: 'right', cell: ({ listPrice }) => asDollars(listPrice) },
          { title: 'Contract price', phone: 'beside', align: 'right', cell: ({ price }) => asDollars(price) },
          { title: 'Difference', phone: 'end', align: 'right', cell: differenceOf },
          {
            title: 'Delete',
            isActions: true,
            cell: (row) => <DeleteButton label={`Delete the price of ${row.name}`} onClick={() => setLeaving(row)} />,
          },
        ]}
      />
      <Confirm
        isOpen={leaving !== null}
        question="Are you sure to delete custom pricing for a client ?"
        answer="Delete"
        isDestructive
        isPending={set.isPending}
        confirm={remove}
        close={() => setLeaving(null)}
      >
        {leaving && (
          <p>
            {leaving.name} will cost {asDollars(leaving.listPrice)} again.
          </p>
        )}
      </Confirm>
    </>
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
