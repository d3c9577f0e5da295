import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useProductChoice } from '#pricing/web/use-product-choice.ts'

/** Opens the allocation page of the chosen product. */
export function ProductFinder() {
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [query] = useDebouncedValue(typed.trim(), 250)
  const found = useProductChoice(query, true)
  return (
    <Select
      label="Product"
      placeholder="Name or NDC"
      maw={480}
      searchable
      data={
        found.data?.products.map(({ _id, name, ndcNumber }) => ({ value: _id, label: `${name} · ${ndcNumber}` })) ?? []
      }
      filter={({ options }) => options}
      value={null}
      onChange={(id) => id && void navigate({ to: '/admin/limits/$id', params: { id } })}
      onSearchChange={setTyped}
      nothingFoundMessage={query === '' ? 'Type a name or NDC' : found.isFetching ? 'Searching…' : 'No product found'}
    />
  )
}
