import { Button } from '@mantine/core'
import { SearchX } from 'lucide-react'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { ProductSearch } from '#catalogue/contract.ts'
import { activeFilters, noFilters } from './active-filters.tsx'

interface Props {
  search: ProductSearch
  change: (patch: Partial<ProductSearch>) => void
}

export function NoProduct({ search, change }: Props) {
  const filters = activeFilters(search)
  return (
    <EmptyState icon={<SearchX size={28} strokeWidth={1.5} />} title="No Product Found">
      {filters.length === 0 ? (
        'The catalogue is empty.'
      ) : (
        <>
          <span>
            Nothing in the catalogue matches {filters.map(({ label }) => label).join(', ')}. A name, a manufacturer or
            an NDC in any notation will do.
          </span>
          <Button variant="default" onClick={() => change(noFilters)}>
            Clear filters
          </Button>
        </>
      )}
    </EmptyState>
  )
}
