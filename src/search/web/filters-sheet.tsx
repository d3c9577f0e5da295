import { Button, Drawer } from '@mantine/core'
import { useDeferredValue } from 'react'
import type { ProductSearch } from '#catalog/contract.ts'
import { grouped } from '#shared/number-words.ts'
import styles from './filters-drawer.module.css'
import { ProductFilters } from './product-filters.tsx'

interface Props {
  isOpen: boolean
  close: () => void
  search: ProductSearch
  change: (patch: Partial<ProductSearch>) => void
  count: number | undefined
}

export function FiltersSheet({ isOpen, close, search, change, count }: Props) {
  // Opens after mounting, so that the drawer can restore the focus when it closes.
  const opened = useDeferredValue(isOpen, false)
  return (
    <Drawer
      opened={opened}
      onClose={close}
      title="Filters"
      size="20rem"
      closeButtonProps={{ 'aria-label': 'Close filters' }}
    >
      <ProductFilters search={search} change={change} />
      <div className={styles.foot}>
        <Button fullWidth onClick={close}>
          {count === undefined ? 'Show results' : `Show ${grouped(count)} ${count === 1 ? 'result' : 'results'}`}
        </Button>
      </div>
    </Drawer>
  )
}
