import { Loader, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type Ref } from 'react'
import type { Count } from '#shared/filters.ts'
import type { Customer } from '#web/ordering-for.ts'
import { countedQueryOf } from '#web/table/use-table.ts'
import { fullName } from '#shared/full-name.ts'
import { users } from '../contract.ts'
import type { UserRow } from '#identity/account-shapes.ts'
import styles from './customer-chooser.module.css'

const shownAtOnce = 20
const maxShown = 200

interface Props {
  customer: Customer | null
  choose: (customer: Customer) => void
  inputRef: Ref<HTMLInputElement>
  /** Ask which user of the business it is for, if there are several. */
  asksPerson?: boolean
}

/** Finds one of thousands of businesses; the server searches. */
export function CustomerChooser({ customer, choose, inputRef, asksPerson = false }: Props) {
  const [asked, setAsked] = useState<Row | null>(null)
  const people = asked?.people ?? []
  const personInput = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (asked) personInput.current?.focus()
  }, [asked])
  const take = (row: Row) => {
    const isAsked = asksPerson && (row.people?.length ?? 0) > 1
    setAsked(isAsked ? row : null)
    if (!isAsked) choose(row)
  }
  return (
    <>
      <BusinessChooser customer={asked ?? customer} choose={take} inputRef={inputRef} />
      {asked && (
        <Select
          label={`Which user of ${nameOf(asked)}?`}
          placeholder="Choose a user"
          required
          ref={personInput}
          data={people.map((person) => ({ value: person._id, label: fullName(person) }))}
          value={null}
          onChange={(id) => {
            const person = people.find(({ _id }) => _id === id)
            if (!person) return
            setAsked(null)
            choose({ ...asked, ...person })
          }}
        />
      )}
    </>
  )
}

function BusinessChooser({
  customer,
  choose,
  inputRef,
}: Omit<Props, 'asksPerson' | 'choose'> & { choose: (row: Row) => void }) {
  const [isOpen, setIsOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const [settled] = useDebouncedValue(typed.trim(), 200)
  const [{ asked, shown }, setShown] = useState({ asked: '', shown: shownAtOnce })
  const query = customer && settled === nameOf(customer) ? '' : settled
  const customers = useQuery({
    ...countedQueryOf(users.list, {
      query: { query, businesses: 'true', pageSize: asked === query ? shown : shownAtOnce },
    }),
    enabled: isOpen,
    staleTime: 30_000,
  })
  const found: Row[] = customers.data?.rows ?? []
  const count = customers.data?.count
  const isMore = count !== null && count !== undefined && (count.isMore || found.length < count.number)
  const rows = withChosen(found, query === '' ? customer : null)
  const showMore = () => {
    if (isMore && !customers.isFetching && found.length < maxShown)
      setShown({ asked: query, shown: Math.min(found.length + shownAtOnce, maxShown) })
  }
  const isWaiting = customers.isFetching || settled !== typed.trim()

  return (
    <Select
      ref={inputRef}
      label="Customer"
      placeholder="Search by company, account or name"
      searchable
      allowDeselect={false}
      // Select again when the response arrives, so that Enter takes the first match.
      selectFirstOptionOnChange={!isWaiting && query !== ''}
      data={rows.map((row) => ({ value: row._id, label: nameOf(row) }))}
      filter={({ options }) => options}
      value={customer?._id ?? null}
      onChange={(id) => {
        const row = rows.find(({ _id }) => _id === id)
        if (row) choose(row)
      }}
      searchValue={typed}
      onSearchChange={setTyped}
      onDropdownOpen={() => setIsOpen(true)}
      onDropdownClose={() => setIsOpen(false)}
      onFocus={(event) => event.currentTarget.select()}
      nothingFoundMessage={isWaiting ? 'Searching…' : 'No customer found'}
      error={customers.error?.message}
      rightSection={isOpen && isWaiting ? <Loader size={16} aria-label="Searching" /> : undefined}
      renderOption={({ option }) => <CustomerOption row={rows.find(({ _id }) => _id === option.value)} />}
      maxDropdownHeight={320}
      scrollAreaProps={{ onBottomReached: showMore }}
      description={isOpen && count ? inWords(found.length, count) : undefined}
    />
  )
}

function CustomerOption({ row }: { row: Row | undefined }) {
  if (!row) return null
  const place = [row.shipto_city, row.shipto_state].filter(Boolean).join(', ')
  const { people = [] } = row
  const person = people.length > 1 ? `${people.length} people` : fullName(row)
  return (
    <span className={styles.option}>
      <span className={styles.company}>{nameOf(row)}</span>
      <span className={styles.account}>{row.accountID}</span>
      <span className={styles.more}>{[place, row.companyName && person].filter(Boolean).join(' · ')}</span>
    </span>
  )
}

const inWords = (shown: number, count: Count): string => {
  const all = `${count.number.toLocaleString('en-US')}${count.isMore ? '+' : ''}`
  const end = shown >= maxShown ? 'type to narrow the list' : 'scroll or type to see more'
  return shown < count.number
    ? `${shown} of ${all} customers: ${end}`
    : `${all} ${shown === 1 ? 'customer' : 'customers'}`
}

/** The chosen customer has fewer fields. */
type Row = Customer & Partial<Pick<UserRow, 'shipto_city' | 'shipto_state' | 'people'>>

const nameOf = (row: Customer): string => row.companyName || fullName(row)

/** The chosen user replaces the row of their business. */
const withChosen = (rows: Row[], chosen: Customer | null): Row[] => {
  if (!chosen || rows.some(({ _id }) => _id === chosen._id)) return rows
  const isOfIts = ({ people = [] }: Row) => people.some(({ _id }) => _id === chosen._id)
  return [chosen, ...rows.filter((row) => !isOfIts(row))]
}
