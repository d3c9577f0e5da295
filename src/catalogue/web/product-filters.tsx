import { Switch } from '@mantine/core'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { everything, type ProductSearch } from '../contract.ts'
import { useCategories } from './hooks.ts'
import styles from './product-filters.module.css'

interface Props {
  search: ProductSearch
  change: (patch: Partial<ProductSearch>) => void
}

export function ProductFilters({ search, change }: Props) {
  const { data: categories = [], isPending } = useCategories()
  return (
    <div className={styles.filters}>
      <Switch
        label="Only Refrigerated"
        checked={search.cold}
        onChange={(event) => change({ cold: event.currentTarget.checked, page: 1 })}
      />
      <h2 className={styles.title} id="categories">
        Categories
      </h2>
      <ul className={styles.list} aria-labelledby="categories">
        {[everything, ...categories].map((category) => (
          <li key={category}>
            <button
              type="button"
              className={styles.category}
              aria-current={category === search.category || undefined}
              onClick={() => change({ category, page: 1 })}
            >
              {category === everything ? 'Any' : category}
            </button>
          </li>
        ))}
        {isPending &&
          Array.from({ length: 12 }, (_, at) => (
            <li key={at} className={styles.bone}>
              <Skeleton width={`${55 + ((at * 17) % 40)}%`} />
            </li>
          ))}
      </ul>
    </div>
  )
}
