import { Button, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type SyntheticEvent, useRef, useState } from 'react'
import { CustomerChooser } from '#customers/web/customer-chooser.tsx'
import type { ContractPrice } from '#catalog/contract.ts'
import { foldText } from '#shared/fold-text.ts'
import { asDollars } from '#shared/money.ts'
import { FormActions } from '#web/form/form-actions.tsx'
import { useUnsaved } from '#web/form/use-unsaved.tsx'
import type { Customer } from '#web/ordering-for.ts'
import { ListTable } from '#web/table/list-table.tsx'
import { Block } from '#web/ui/block.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { usePriceDoubt } from '#web/ui/use-price-doubt.tsx'
import { PriceField, priceOf } from './price-field.tsx'
import { DeleteButton } from '#web/ui/delete-button.tsx'
import styles from '#web/form/form.module.css'
import { ActButton } from '#web/ui/act-button.tsx'

interface Props {
  title: string
  lead: string
  listPrice: number | null
  entries: ContractPrice[]
  change: (entries: ContractPrice[]) => void
}

const maxShown = 200

export function PriceListTable({ title, lead, listPrice, entries, change }: Props) {
  const [isAdding, setIsAdding] = useState(false)
  const [leaving, setLeaving] = useState<ContractPrice | null>(null)
  const [query, setQuery] = useState('')
  const words = foldText(query).split(/\s+/).filter(Boolean)
  const found = entries.filter(({ email, company, name }) =>
    words.every((word) => foldText(`${email} ${company} ${name}`).includes(word)),
  )
  const add = (entry: ContractPrice) => {
    change([...entries.filter(({ userId }) => userId !== entry.userId), entry])
    setIsAdding(false)
  }
  const remove = () => {
    change(entries.filter((entry) => entry !== leaving))
    setLeaving(null)
  }
  return (
    <Block
      title={entries.length > 0 ? `${title} (${entries.length.toLocaleString('en-US')})` : title}
      lead={lead}
      controls={
        <ActButton size="xs" variant="default" onClick={() => setIsAdding(true)} aria-label={`Add a price: ${title}`}>
          Add a price
        </ActButton>
      }
    >
      {entries.length > 10 && (
        <TextInput
          size="xs"
          mb="xs"
          maw={280}
          aria-label={`Find in ${title}`}
          placeholder="Find a customer"
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
      )}
      {entries.length === 0 && <p className={styles.note}>No custom prices yet.</p>}
      {found.length > 0 && <Entries title={title} entries={found.slice(0, maxShown)} askToRemove={setLeaving} />}
      {found.length > maxShown && <p className={styles.note}>The first {maxShown} are shown. Type to find others.</p>}
      <Dialog isOpen={isAdding} title={`Add a price: ${title}`} close={() => setIsAdding(false)}>
        <PriceFields taken={entries} listPrice={listPrice} add={add} close={() => setIsAdding(false)} />
      </Dialog>
      <Confirm
        isOpen={leaving !== null}
        question="Are you sure to delete custom pricing for a client ?"
        answer="Delete"
        isDestructive
        confirm={remove}
        close={() => setLeaving(null)}
      >
        {leaving && <p>{leaving.company || leaving.email} will pay the default price after you click Update.</p>}
      </Confirm>
    </Block>
  )
}

interface EntriesProps {
  title: string
  entries: ContractPrice[]
  askToRemove: (entry: ContractPrice) => void
}

function Entries({ title, entries, askToRemove }: EntriesProps) {
  return (
    <ListTable
      caption={title}
      rows={entries}
      rowKey={({ userId }) => userId}
      columns={[
        {
          title: 'Email',
          isName: true,
          cell: ({ userId, email }) => (
            <Link to="/admin/customerprices/$id" params={{ id: userId }} title="All prices of this customer">
              {email}
            </Link>
          ),
        },
        { title: 'Company', phone: 'start', cell: ({ company }) => company },
        { title: 'Name', phone: 'middle', cell: ({ name }) => name },
        { title: 'Price', phone: 'beside', align: 'right', cell: ({ price }) => asDollars(price) },
        {
          title: 'Delete',
          isActions: true,
          cell: (entry) => (
            <DeleteButton label={`Delete the price of ${entry.email}`} onClick={() => askToRemove(entry)} />
          ),
        },
      ]}
    />
  )
}

interface PriceFieldsProps {
  taken: ContractPrice[]
  listPrice: number | null
  add: (entry: ContractPrice) => void
  close: () => void
}

function PriceFields({ taken, listPrice, add, close }: PriceFieldsProps) {
  const [customer, setCustomer] = useState<Customer | null>(null)
  const [price, setPrice] = useState('')
  const [isTried, setIsTried] = useState(false)
  const [customerInput, priceInput] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)]
  const has = customer && taken.find(({ userId }) => userId === customer._id)
  const unsaved = useUnsaved(() => customer !== null || price.trim() !== '')
  const doubt = usePriceDoubt()
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setIsTried(true)
    const amount = priceOf(price)
    if (!customer) return customerInput.current?.focus()
    if (amount === null) return priceInput.current?.focus()
    const { _id: userId, email, companyName: company, name } = customer
    const known = [
      { name: 'the default price', price: listPrice },
      { name: 'the current price', price: has?.price },
    ]
    doubt.check(amount, known, () => unsaved.saved(() => add({ userId, email, company, name, price: amount })))
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {unsaved.question}
      <div>
        <CustomerChooser customer={customer} choose={setCustomer} inputRef={customerInput} />
        {isTried && !customer && (
          <p role="alert" className={styles.note} style={{ color: 'var(--mantine-color-error)' }}>
            Choose a customer.
          </p>
        )}
        {has && <p className={styles.note}>This customer already has a price here. The new one replaces it.</p>}
      </div>
      <PriceField
        value={price}
        onChange={(text) => {
          setPrice(text)
          doubt.forget()
        }}
        isTried={isTried}
        inputRef={priceInput}
      />
      {doubt.question}
      <FormActions cancel={close}>
        <Button type="submit">Add</Button>
      </FormActions>
    </form>
  )
}
