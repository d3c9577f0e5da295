import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { catalog } from '#catalog/contract.ts'
import type { ProductCard } from '#catalog/contract.ts'
import { queryOf } from '#web/api.ts'
import { useUser } from '#web/session.ts'

interface Props extends Pick<SelectProps, 'value' | 'required' | 'error' | 'maw'> {
  choose: (product: Pick<ProductCard, '_id' | 'name' | 'ndcNumber' | 'price'> | null) => void
}

/** Finds a product by name or NDC; for admins drafts too. */
export function ProductChoice({ choose, ...props }: Props) {
  const [typed, setTyped] = useState('')
  const [query] = useDebouncedValue(typed.trim(), 250)
  const isAdmin = useUser()?.isAdmin === true
  const { data, isFetching } = useQuery({
    ...queryOf(isAdmin ? catalog.searchAsAdmin : catalog.search, { query: { query, viewCount: '12' } }),
    enabled: query !== '',
    staleTime: 30_000,
  })
  const products = data?.products ?? []
  return (
    <Select
      {...props}
      label="Product"
      placeholder="Name or NDC"
      searchable
      data={products.map(({ _id, name, ndcNumber }) => ({ value: _id, label: `${name} · ${ndcNumber}` }))}
      filter={({ options }) => options}
      onChange={(id) => choose(products.find(({ _id }) => _id === id) ?? null)}
      onSearchChange={setTyped}
      nothingFoundMessage={query === '' ? 'Type a name or NDC' : isFetching ? 'Searching…' : 'No product found'}
    />
  )
}
