import { Loader, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState, type Ref } from 'react'
import { queryOf } from '#web/api.ts'
import { accounts } from '../contract.ts'
import type { UserRow } from '../account-shapes.ts'
import styles from './customer-chooser.module.css'

const mostShown = 20

interface Props {
  customer: UserRow | null
  choose: (customer: UserRow) => void
  inputRef: Ref<HTMLInputElement>
}

/** Finds one of thousands of customers; the server searches. */
export function CustomerChooser({ customer, choose, inputRef }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const [settled] = useDebouncedValue(typed.trim(), 200)
  const query = customer && settled === nameOf(customer) ? '' : settled
  const customers = useQuery({
    ...queryOf(accounts.list, { query: { query, customers: 'true', pageSize: mostShown } }),
    enabled: isOpen,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
  const rows = withChosen(customers.data ?? [], query === '' ? customer : null)
  const isWaiting = customers.isFetching || settled !== typed.trim()

  return (
    <Select
      ref={inputRef}
      label="Customer"
      placeholder="Search by company, account or name"
      size="md"
      searchable
      allowDeselect={false}
      // Anew when the answer has come, so that Enter takes the first match.
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
    />
  )
}

function CustomerOption({ row }: { row: UserRow | undefined }) {
  if (!row) return null
  const place = [row.shipto_city, row.shipto_state].filter(Boolean).join(', ')
  const person = `${row.name} ${row.lastName}`.trim()
  return (
    <span className={styles.option}>
      <span className={styles.company}>{nameOf(row)}</span>
      <span className={styles.account}>{row.accountID}</span>
      <span className={styles.more}>{[place, row.companyName && person].filter(Boolean).join(' · ')}</span>
    </span>
  )
}

const nameOf = (row: UserRow): string => row.companyName || `${row.name} ${row.lastName}`.trim()

const withChosen = (rows: UserRow[], chosen: UserRow | null): UserRow[] =>
  chosen && !rows.some(({ _id }) => _id === chosen._id) ? [chosen, ...rows] : rows
