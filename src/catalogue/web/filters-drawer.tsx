import { Button, Drawer } from '@mantine/core'
import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { everything, type ProductSearch } from '../contract.ts'
import styles from './filters-drawer.module.css'
import { ProductFilters } from './product-filters.tsx'

interface Props {
  search: ProductSearch
  change: (patch: Partial<ProductSearch>) => void
  count: number | undefined
}

/** The filters of a narrow screen, where a column would push the products away. */
export function FiltersDrawer({ search, change, count }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const used = [
    search.category !== everything,
    search.cold,
    search.favourites,
    search.rating !== everything,
    search.worklist !== 'all',
  ].filter(Boolean).length
  const close = () => setIsOpen(false)
  return (
    <div className={styles.narrow}>
      <Button
        size="xs"
        variant="default"
        leftSection={<SlidersHorizontal size={14} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        Filters{used > 0 && ` (${used})`}
      </Button>
      <Drawer
        opened={isOpen}
        onClose={close}
        title="Filters"
        size="20rem"
        closeButtonProps={{ 'aria-label': 'Close filters' }}
      >
        <ProductFilters search={search} change={change} />
        <div className={styles.foot}>
          <Button fullWidth onClick={close}>
            {count === undefined
              ? 'Show results'
              : `Show ${count.toLocaleString('en-US')} ${count === 1 ? 'result' : 'results'}`}
          </Button>
        </div>
      </Drawer>
    </div>
  )
}
