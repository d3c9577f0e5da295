import { Button } from '@mantine/core'
import { SlidersHorizontal } from 'lucide-react'
import { Suspense, useState } from 'react'
import { everything, type ProductSearch } from '#catalog/contract.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { activeFilters } from './active-filters.tsx'
import styles from './filters-drawer.module.css'

const FiltersSheet = lazyPart(() => import('./filters-sheet.tsx').then((module) => module.FiltersSheet))

interface Props {
  search: ProductSearch
  change: (patch: Partial<ProductSearch>) => void
  count: number | undefined
}

/** Filters for narrow screens, where a column would push the products down. */
export function FiltersDrawer(props: Props) {
  const { search } = props
  const [isOpen, setIsOpen] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  const used = activeFilters({ ...search, query: everything }).length
  const open = () => {
    setWasOpen(true)
    setIsOpen(true)
  }
  return (
    <div className={styles.narrow}>
      <Button
        size="xs"
        variant="default"
        leftSection={<SlidersHorizontal size={14} aria-hidden />}
        aria-haspopup="dialog"
        onPointerDown={() => void FiltersSheet.preload()}
        onClick={open}
      >
        Filters{used > 0 && ` (${used})`}
      </Button>
      {wasOpen && (
        <Suspense>
          <FiltersSheet isOpen={isOpen} close={() => setIsOpen(false)} {...props} />
        </Suspense>
      )}
    </div>
  )
}
